import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Charge } from '../../shared/format/charges';
import { simplify } from '../../shared/format/charges';
import { RequestFailure } from '../../shared/http/failure';
import { CanceledError, ToldError } from '../../shared/n8n/userError';
import { takeTurn } from '../../shared/reservation/turns';
import type {
	Input,
	Operation,
	Placed,
	Report,
} from '../../shared/run/operation';

/** In the form, and what it does with inputs. */
export interface FormOperation<Own = unknown> extends Operation<Own> {
	option: INodePropertyOptions & { value: string };
	fields: INodeProperties[];
}

export interface Job {
	/** Of what is changed; absent: nothing is. */
	orderKey?: string;
	id?: string;
	reservationId?: string;
	isSimple: boolean;
}

export function isSimplified({ parameters }: Input): boolean {
	return parameters.switch('simplify', 'Simplify');
}

export function outputOf(charge: Charge, job: Job): IDataObject {
	return job.isSimple ? simplify(charge, job) : charge.raw;
}

/**
 * What was sent stands in for what an answer leaves out. Where it does not show
 * a whole charge, nothing is said to be empty.
 */
export function outputOfAnswer(
	answered: Charge | undefined,
	sent: Pick<Charge, 'id' | 'reference' | 'fields'>,
	body: object,
	job: Job,
): IDataObject {
	const { id } = sent;
	if (!job.isSimple) return answered?.raw ?? { ...(id && { id }), ...body };
	const shown: Charge['fields'] = answered?.fields ?? {};
	const fields = { ...sent.fields, ...shown };
	const output = simplify({ ...sent, ...answered, fields }, job);
	const { amount, description } = shown;
	if (amount !== undefined && description !== undefined) return output;
	const told = Object.entries(output).filter(([, value]) => value !== null);
	return Object.fromEntries(told);
}

/**
 * Each input for itself; a change in its turn, and remembered before it is
 * sent.
 *
 * @param doubt what to say of it until more is known
 */
export function singly<Own extends Job>(
	act: (placed: Placed<Own>) => Promise<IDataObject[]>,
	doubt = 'The change may or may not have been carried out',
) {
	const told = { what: doubt, advice: 'Look at the reservation' };
	return {
		orderKey: ({ orderKey }: Own) => orderKey,
		async carryOut(line: Placed<Own>[], report: Report): Promise<void> {
			for (const placed of line) {
				if (placed.isDone || report.shouldStop()) continue;
				const { orderKey } = placed.job;
				const { index, session } = placed.input;
				const { signal } = session.client.options;
				let endTurn: (() => void) | undefined;
				try {
					if (orderKey) endTurn = await takeTurn(orderKey, signal);
					// Of a create: without a reference.
					if (orderKey) report.sending(index, told, '');
					const isRemembered = orderKey !== undefined;
					report.done(index, await act(placed), { isRemembered });
				} catch (error) {
					if (!placed.earlier && isRefused(error)) report.refused(index);
					report.failed(index, error as Error);
				} finally {
					endTurn?.();
				}
			}
		},
	};
}

/** Certainly not carried out. */
function isRefused(error: unknown): boolean {
	const failure = error instanceof CanceledError ? error.underWay : error;
	if (failure instanceof RequestFailure) return failure.outcome === 'refused';
	return failure === undefined || failure instanceof ToldError;
}
