import { day, useRemovals, wanted } from './support/removals';

const { hotel, sync, hold, ids } = useRemovals();

describe('a reservation that should be empty', () => {
	const marker = { reservationId: 'R-1' };

	it('is emptied when the user allows it', async () => {
		hold('R-1', 'a', 'b');
		hotel.service.books.add('R-1', { id: 'room', amount: 1, date: day, description: 'Room' });
		const run = await sync([marker], { allowEmpty: true });

		expect(run.json().map(({ action, reference }) => [action, reference])).toEqual([
			['removed', 'r-a'],
			['removed', 'r-b'],
		]);
		expect(ids()).toEqual(['room']);
	});

	it.each([
		['not allowed', {}],
		['allowed without Remove Missing', { allowEmpty: true, removeMissing: false }],
	])('keeps its charges when that is %s', async (_, parameters) => {
		hold('R-1', 'a');
		const run = await sync([marker], parameters);

		expect(run.error?.message).toContain("'Reference' is empty");
		expect(ids()).toEqual(['a']);
	});

	it.each([
		['a number', 25],
		['a text', '25'],
		['nothing', 0],
	])('keeps its charges when the item without a reference costs %s', async (_, amount) => {
		hold('R-1', 'a', 'b');
		const items = [wanted('a'), { ...marker, amount, description: 'Spa' }];
		const run = await sync(items, { allowEmpty: true });

		expect(run.error?.message).toMatch(/^'Reference' is empty.*\[item 1\]$/);
		expect(ids()).toEqual(['a', 'b']);
	});

	it.each([
		{ amount: '' },
		{ amount: null, description: '  ' },
		{ amount: '', additionalFields: { accountCode: '', customFields: '{}' } },
	])(
		'is emptied by an item that has nothing of a charge: %j',
		async ({ additionalFields, ...fields }) => {
			hold('R-1', 'a');
			const parameters = {
				allowEmpty: true,
				description: '={{ $json.description }}',
				additionalFields,
			};
			const run = await sync([{ ...marker, ...fields }], parameters);

			expect(run.json()).toMatchObject([{ action: 'removed', reference: 'r-a' }]);
			expect(ids()).toEqual([]);
		},
	);

	it.each([
		{ amount: null, description: 'Spa' },
		{ amount: 25, description: '' },
		{ accountCode: '4400' },
	])('keeps its charges when an item without a reference has part of one: %j', async (fields) => {
		hold('R-1', 'a');
		const parameters = {
			allowEmpty: true,
			description: '={{ $json.description }}',
			additionalFields: { accountCode: '={{ $json.accountCode }}' },
		};
		const run = await sync([wanted('a'), { ...marker, ...fields }], parameters, {
			onError: 'continueRegularOutput',
		});

		expect(run.json()).toMatchObject([
			{ action: 'unchanged' },
			{ error: expect.stringContaining("'Reference' is empty") as string },
		]);
		expect(ids()).toEqual(['a']);
	});

	it('must be named', async () => {
		const run = await sync([{ reservationId: '' }], { allowEmpty: true });

		expect(run.error?.message).toContain("'Reservation ID' is empty");
	});

	it('is not what no input at all stands for', async () => {
		hold('R-1', 'a');
		const run = await sync([], { allowEmpty: true });

		expect(run.status).toBe('success');
		expect(hotel.requests).toEqual([]);
	});

	it('is one whose charge is removed by its own input item', async () => {
		hold('R-1', 'a');
		hold('R-2', 'b');
		hold('R-3', 'c');
		const items = [wanted('b', 'R-2'), marker, wanted('c', 'R-3')];
		const run = await sync(items, { allowEmpty: true });

		const removed = run.output().find(({ json }) => json.action === 'removed');
		expect(removed?.json).toMatchObject({ reservationId: 'R-1', reference: 'r-a' });
		const paired = [removed?.pairedItem].flat().filter((pair) => pair !== undefined);
		const itsInputs = paired.map((pair) => items[typeof pair === 'number' ? pair : pair.item]);
		expect(itsInputs.filter((item) => item?.reservationId !== 'R-1')).toEqual([]);
	});
});
