import { readList } from '../../shared/lists/readList';
import { reservationIdIn } from '../parameters/charge';
import {
	number,
	reservationIdField,
	shownWith,
	simplifyField,
	toggle,
} from '../parameters/fields';
import type { FormOperation, Job } from './operation';
import { isSimplified, outputOf, singly } from './operation';

interface GetAllJob extends Job {
	limit: number;
}

const returnAll = toggle(
	'Return All',
	'returnAll',
	'Whether to return all results or only up to a given limit',
);
const limit = number('Limit', 'limit', 50, 'Max number of results to return');

export const getAll: FormOperation<GetAllJob> = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many service items of reservation',
		description: 'List the charges of a reservation, with their IDs',
	},
	fields: [
		reservationIdField,
		returnAll,
		shownWith('returnAll', [false], limit),
		simplifyField,
	],
	prepare(input) {
		const { parameters } = input;
		const reservationId = reservationIdIn(input);
		const isAll = parameters.switch('returnAll', 'Return All');
		const rule = { min: 1, isWhole: true, default: 50 };
		const most = isAll ? Infinity : parameters.number('limit', 'Limit', rule);
		return { reservationId, limit: most, isSimple: isSimplified(input) };
	},
	...singly(async ({ input, job }) => {
		const { reservationId = '', limit: most } = job;
		const charges = await readList(input.session, reservationId, most);
		return charges.map((charge) => outputOf(charge, job));
	}),
};
