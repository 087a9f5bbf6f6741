import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { chargeIn, simplify, type Charge } from '../../shared/format/charges';
import type { Answer } from '../../shared/http/reply';
import type { Session } from '../../shared/http/session';
import type { Input, Job, Operation } from '../../shared/run/operation';

export interface FormOperation<Own extends Job = Job> extends Operation<Own> {
	option: Omit<INodePropertyOptions, 'value'>;
	fields: INodeProperties[];
}

export interface Output {
	session: Session;
	isSimple: boolean;
	/** In place of what the service does not show. */
	id?: string;
	reservationId?: string;
}

export function outputIn({ parameters, session }: Input): Output {
	return { session, isSimple: parameters.switch('simplify') };
}

export function outputOf(charge: Charge, output: Output): IDataObject {
	return output.isSimple ? simplify(charge, output) : charge.raw;
}

/**
 * What was sent stands in for what an answer leaves out. Where it does not show
 * a whole charge, nothing is said to be empty.
 */
export function outputOfAnswer(
	answer: Answer,
	sent: Pick<Charge, 'id' | 'reference' | 'fields'>,
	body: object,
	output: Output,
): IDataObject {
	const { id, fields } = sent;
	const asked = { id, sentAmount: fields.amount };
	const answered = chargeIn(output.session.format, answer.body, asked);
	if (!output.isSimple) return answered?.raw ?? { ...(id && { id }), ...body };
	const shown: Charge['fields'] = answered?.fields ?? {};
	const all = { ...sent, ...answered };
	all.reference ??= sent.reference;
	all.fields = { ...fields, ...shown };
	const simplified = simplify(all, output);
	const names = Object.keys(shown);
	const isEcho = id && names.every((name) => name in fields);
	const isMore = !isEcho || answered?.reservationId !== undefined;
	const isWhole = isMore && 'amount' in shown && 'description' in shown;
	for (const [name, value] of Object.entries(simplified)) {
		if (value === null && !isWhole) delete simplified[name];
	}
	return simplified;
}
