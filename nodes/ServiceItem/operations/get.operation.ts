import { givenItem } from '../../shared/run/given';
import type { SendJob } from '../../shared/run/job';
import { isSimplifiedIn, serviceIdFields, simplifyField } from '../parameters/fields';
import type { LocatedItem } from '../parameters/locatedItem';
import { idOf, locatedItemIn, readPresentItem } from '../parameters/locatedItem';
import type { Operation } from './operation';

interface GetJob extends SendJob {
	item: LocatedItem;
	isSimplified: boolean;
}

export const get: Operation<GetJob> = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description: 'Read one charge, from the list, by its ID or by your reference. Changes nothing.',
	},
	fields: [...serviceIdFields, simplifyField],
	prepare(input) {
		return { kind: 'read', item: locatedItemIn(input), isSimplified: isSimplifiedIn(input) };
	},
	async send({ item, isSimplified }, { session }) {
		const id = await idOf(item, session);
		const found = await readPresentItem(item, id, session);
		return { results: [givenItem(found, { id, isSimplified }, session.mapper)] };
	},
};
