import { lateCheckout, useReferences } from './support/referencedCharges';

const { hotel, charge } = useReferences();

describe('where a reference is kept', () => {
	it('is the end of the description', async () => {
		const run = await charge([{}]);

		const description = 'Late checkout [ref:order-1]';
		const item = { reservationId: 'R-1', ...lateCheckout, description };
		expect(hotel.bodies).toEqual([item]);
		expect(run.output()).toEqual([
			{ json: { id: 'si-1', ...item, _action: 'created' }, pairedItem: { item: 0 } },
		]);
	});

	it('is a field of its own where the service has one', async () => {
		hotel.speak({ referenceField: 'external.id' });
		const run = await charge([{}]);
		const again = await charge([{ amount: 99 }]);

		const item = { reservationId: 'R-1', ...lateCheckout, external: { id: 'order-1' } };
		expect(hotel.bodies).toEqual([item]);
		expect(run.json()).toEqual([{ id: 'si-1', ...item, _action: 'created' }]);
		expect(again.json()).toEqual([{ id: 'si-1', ...item, _action: 'alreadyExisted' }]);
	});
});

describe('a reference that is there', () => {
	it('is never used a second time, whatever the other fields say', async () => {
		await charge([{}]);
		const run = await charge([{ amount: 30, date: '2026-12-24', description: 'Transfer' }]);

		expect(run.json()).toMatchObject([{ id: 'si-1', amount: 25, _action: 'alreadyExisted' }]);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('is recognized at the end of any description', async () => {
		hotel.service.books.add('R-1', { ...lateCheckout, id: 'a', description: '[ref:order-1]' });
		hotel.service.books.add('R-1', {
			...lateCheckout,
			id: 'b',
			description: 'Spa [1]\n[ref:order 2] ',
		});
		const run = await charge([{}, { reference: 'order 2' }]);

		expect(run.json().map(({ id, _action }) => [id, _action])).toEqual([
			['a', 'alreadyExisted'],
			['b', 'alreadyExisted'],
		]);
	});

	it('is recognized when the service has it as a number', async () => {
		hotel.speak({ referenceField: 'orderNumber' });
		hotel.service.books.add('R-1', { ...lateCheckout, raw: { orderNumber: 5512 } });
		const run = await charge([{ reference: 5512 }]);

		expect(run.json()).toMatchObject([{ _action: 'alreadyExisted' }]);
	});
});

it('two input items with one reference make one charge', async () => {
	const run = await charge([{}, { amount: 30 }, { reference: ' order-1 ' }]);

	expect(run.json().map(({ id, amount, _action }) => [id, amount, _action])).toEqual([
		['si-1', 25, 'created'],
		['si-1', 25, 'alreadyExisted'],
		['si-1', 25, 'alreadyExisted'],
	]);
	expect(hotel.service.books.all()).toHaveLength(1);
});

describe('a reference that cannot be used', () => {
	it.each([
		['blank', ' ', "'Reference' is empty"],
		['missing', undefined, "'Reference' is empty"],
		['with a bracket', 'a]b', "'Reference' is 'a]b', which contains a ] or a line break"],
		['of two lines', 'a\nb', "'Reference' is 'a\nb', which contains a ] or a line break"],
		['with another one', 'a [ref:b', "'Reference' is 'a [ref:b', which contains a ] or a line"],
	])('%s is refused before anything is sent', async (_, reference, message) => {
		const run = await charge([{ reference: 'good' }, { reference }]);

		expect(run.error?.message).toContain(message);
		expect(run.error?.message).toContain('[item 1]');
		expect(hotel.requests).toEqual([]);
	});
});

it('several service items with the reference are reported by their IDs', async () => {
	const description = 'Late checkout [ref:order-1]';
	for (const id of ['a', 'b']) hotel.service.books.add('R-1', { ...lateCheckout, id, description });
	const run = await charge([{}, { reference: 'order-2' }], { onError: 'continueRegularOutput' });

	expect(run.json()).toMatchObject([
		{
			error:
				"Several service items of this reservation carry the reference 'order-1': 'a' and 'b'. Delete those that are too many [item 0]",
		},
		{ _action: 'created' },
	]);
});
