import type { IDataObject } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

/** Charges a late checkout on reservation R-1, order-1 by reference, unless the items say otherwise. */
function charge(items: IDataObject[] = [{}], settings: RunOptions = {}) {
	return hotel.run(
		'create',
		{ ...fromItem, preventDuplicates: 'reference' },
		{ items: items.map((item) => ({ ...CHARGE, reference: 'order-1', ...item })), ...settings },
	);
}

it.each([
	['the end of the description', {}, { description: 'Late checkout [ref:order-1]' }],
	['a field of its own', { referenceField: 'external.id' }, { external: { id: 'order-1' } }],
])('a reference is kept in %s, and never used a second time', async (_, dialect, kept) => {
	hotel.speak(dialect);
	const run = await charge();
	const again = await charge([{ amount: 30, date: '2026-12-24', description: 'Transfer' }]);

	const json = { id: 'si-1', ...CHARGE, ...kept };
	expect(run.output()).toEqual([{ json: { ...json, action: 'created' }, pairedItem: { item: 0 } }]);
	expect(again.json()).toEqual([{ ...json, action: 'alreadyExisted' }]);
	// No second charge, and a word on what is otherwise.
	expect(again.hints.map(({ message }) => message).join()).toMatch(/Transfer|30/);
	expect(hotel.ids()).toHaveLength(1);
});

it.each(['create', 'upsert', 'sync'])(
	'one reference twice in a run is an error of both, before anything is sent: %s',
	async (operation) => {
		const reference = ['order-1', ' order\u00a01 ', 'order-1', 'order-2'];
		const items = reference.map((each, n) => ({ ...CHARGE, reference: each, amount: n + 1 }));
		const parameters = { ...fromItem, preventDuplicates: 'reference' };
		const run = await hotel.run(operation, parameters, { items });

		expect(run.error?.message).toMatch(
			/^'Reference' is 'order-1' on reservation 'R-1' in input items 0 and 2/,
		);
		expect(hotel.requests).toEqual([]);
	},
);
