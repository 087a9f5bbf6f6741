import type { SendJob } from '../../shared/run/job';
import { serviceIdFields, simplifyField } from '../parameters/fields';
import type { LocatedItem } from '../parameters/locatedItem';
import {
	idOf,
	locatedItemIn,
	readPresentItem,
} from '../parameters/locatedItem';
import type { Operation } from './operation';

interface GetJob extends SendJob {
	item: LocatedItem;
}

export const get: Operation<GetJob> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description:
			'Read one charge, from the list, by its ID or by your reference. Changes nothing.',
	},
	fields: [...serviceIdFields, simplifyField],
	prepare(input) {
		return { item: locatedItemIn(input) };
	},
	async send({ item, input }) {
		const { session } = input;
		const id = await idOf(item, session);
		const found = await readPresentItem(item, id, session, { isProof: false });
		return { results: [input.asOutput(found, { id })] };
	},
};
