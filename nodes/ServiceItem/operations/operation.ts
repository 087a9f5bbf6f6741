import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Charge } from '../../shared/format/charges';
import { simplify } from '../../shared/format/charges';
import { inTurn } from '../../shared/reservation/turns';
import type * as run from '../../shared/run/operation';

/** In the form, and what it does with inputs. */
export interface FormOperation<Own = unknown> extends run.Operation<Own> {
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

export function isSimplified({ parameters }: run.Input): boolean {
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
	const fields = { ...sent.fields, ...answered?.fields };
	const output = simplify({ ...sent, ...answered, fields }, job);
	const { amount, description } = answered?.fields ?? {};
	if (amount !== undefined && description !== undefined) return output;
	const told = Object.entries(output).filter(([, value]) => value !== null);
	return Object.fromEntries(told);
}

type Act<Own> = (
	placed: run.Placed<Own>,
	report: run.Report,
) => Promise<IDataObject[]>;

/** Each input for itself; a change in its turn. */
export function singly<Own extends Job>(act: Act<Own>) {
	return {
		orderKey: ({ orderKey }: Own) => orderKey,
		async carryOut(line: run.Placed<Own>[], report: run.Report) {
			for (const placed of line) {
				const { orderKey } = placed.job;
				const { index, session } = placed.input;
				if (placed.isDone || report.shouldStop()) continue;
				const work = async () => await act(placed, report);
				try {
					const isChange = orderKey !== undefined;
					const doing = isChange ? inTurn(session, orderKey, work) : work();
					report.done(index, await doing, { isRemembered: isChange });
				} catch (error) {
					report.failed(index, error as Error);
				}
			}
		},
	};
}
