import { readList } from '../../shared/lists/readList';
import { reservationIdIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import type { FormOperation, Job } from './operation';
import { isSimplified, outputOf, singly } from './operation';

const returnAll = form.toggle(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);
const limit = form.number(
	'Limit',
	'limit',
	50,
	'Max number of results to return',
);

export const getAll: FormOperation<Job & { most: number }> = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many service items of reservation',
		description: 'List the charges of a reservation, with their IDs',
	},
	fields: [
		form.reservationIdField,
		returnAll,
		form.shownWith('returnAll', [false], limit),
		form.simplifyField,
	],
	prepare(input) {
		const { parameters } = input;
		const reservationId = reservationIdIn(input);
		const isAll = parameters.switch('returnAll', 'Return All');
		const rule = { min: 1, isWhole: true, default: 50 };
		const most = isAll ? Infinity : parameters.number('limit', 'Limit', rule);
		return { reservationId, most, isSimple: isSimplified(input) };
	},
	...singly(async ({ input, job }) => {
		const { reservationId = '', most } = job;
		const charges = await readList(input.session, reservationId, most);
		return charges.map((charge) => outputOf(charge, job));
	}),
};
