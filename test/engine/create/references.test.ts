import { CHARGE, fromItem, useHotel } from '../support/hotel';

const hotel = useHotel();

const parameters = { ...fromItem, preventDuplicates: 'reference' };

it.each([
	['the end of the description', {}, { description: 'Late checkout [ref:order-1]' }],
	['a field of its own', { referenceField: 'external.id' }, { external: { id: 'order-1' } }],
])('a reference is kept in %s, and never used a second time', async (_, dialect, kept) => {
	hotel.speak(dialect);
	const item = { ...CHARGE, reference: 'order-1' };
	const run = await hotel.run('create', parameters, { items: [item] });
	const other = { ...item, amount: 30, date: '2026-12-24', description: 'Transfer' };
	const again = await hotel.run('create', parameters, { items: [other] });

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
		const { error } = await hotel.run(operation, parameters, { items });

		const words = /^'Reference' is 'order-1' on reservation 'R-1' in input items 0 and 2/;
		expect(error?.message).toMatch(words);
		expect(hotel.requests).toEqual([]);
	},
);
