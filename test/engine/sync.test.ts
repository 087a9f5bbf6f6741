import { body, held, raw, useSyncs, wanted } from './support/syncedCharges';

const { hotel, sync, changes, lists } = useSyncs();

describe('a reservation that differs from the input', () => {
	const desired = [wanted('r-a', 10), wanted('r-b', 20), wanted('r-c', 30)];

	beforeEach(() => {
		hotel.service.books.add('R-1', held('r-a', 10));
		hotel.service.books.add('R-1', held('r-b', 99));
		hotel.service.books.add('R-1', held('r-x', 40));
	});

	it('is brought in line, and each action comes out with before and after', async () => {
		const run = await sync(desired);

		expect(changes()).toEqual(
			expect.arrayContaining([
				['PATCH', '/services/r-b', { amount: 20 }],
				['POST', '/services', body('r-c', 30)],
			]),
		);
		expect(changes()).toHaveLength(2);
		const about = (reference: string) => ({ reservationId: 'R-1', reference });
		expect(run.output()).toEqual([
			{
				json: {
					action: 'unchanged',
					...about('r-a'),
					before: raw('r-a', 10),
					after: raw('r-a', 10),
				},
				pairedItem: { item: 0 },
			},
			{
				json: { action: 'updated', ...about('r-b'), before: raw('r-b', 99), after: raw('r-b', 20) },
				pairedItem: { item: 1 },
			},
			{
				json: {
					action: 'created',
					...about('r-c'),
					before: null,
					after: { ...raw('r-c', 30), id: 'si-1' },
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('is sent no change by a second run', async () => {
		await sync(desired);
		hotel.service.log.clear();
		const run = await sync(desired);

		expect(changes()).toEqual([]);
		expect(run.json().map(({ action }) => action)).toEqual(Array(3).fill('unchanged'));
	});

	it('is only planned for by a dry run', async () => {
		const before = hotel.service.books.all();
		const run = await sync(desired, { dryRun: true, removeMissing: true, referencePrefix: 'r-' });

		expect(changes()).toEqual([]);
		expect(hotel.service.books.all()).toEqual(before);
		const about = (reference: string) => ({ reservationId: 'R-1', reference });
		expect(run.json()).toEqual([
			{ action: 'unchanged', ...about('r-a'), before: raw('r-a', 10), after: raw('r-a', 10) },
			{ action: 'wouldUpdate', ...about('r-b'), before: raw('r-b', 99), after: raw('r-b', 20) },
			{ action: 'wouldCreate', ...about('r-c'), before: null, after: body('r-c', 30) },
			{ action: 'wouldRemove', ...about('r-x'), before: raw('r-x', 40), after: null },
		]);
	});

	it('comes out simplified on demand', async () => {
		const run = await sync(desired.slice(1, 2), { options: { simplify: true } });

		const simplified = { accountCode: null, destinationAccount: null };
		expect(run.json()).toEqual([
			{
				action: 'updated',
				reservationId: 'R-1',
				reference: 'r-b',
				before: { ...raw('r-b', 99), ...simplified },
				after: { ...raw('r-b', 20), ...simplified },
			},
		]);
	});
});

it('keeps the reservations apart, and reads each once', async () => {
	const items = Array.from({ length: 12 }, (_, n) => wanted('same', n, `R-${n}`));
	const run = await sync([...items, ...items.map((item) => ({ ...item, reference: 'other' }))]);

	expect(run.json().map(({ action, reservationId }) => [action, reservationId])).toEqual(
		[...items, ...items].map(({ reservationId }) => ['created', reservationId]),
	);
	// At first, before the second charge of each, and at the end.
	expect(lists()).toBe(36);
	hotel.service.log.clear();
	await sync(items);
	expect([lists(), changes()]).toEqual([12, []]);
});

describe('one reference twice on a reservation', () => {
	const twice = [wanted('r-a', 10), wanted('r-b', 20), wanted('r-a', 30)];
	const message = `'Reference' is 'r-a' on reservation 'R-1' in input items 0 and 2`;

	it('in the input stops the run before anything is sent', async () => {
		const run = await sync(twice);

		expect(run.error?.message).toContain(message);
		expect(hotel.requests).toEqual([]);
	});

	it('in the input fails for both items, and the others are done', async () => {
		const run = await sync(twice, {}, { onError: 'continueRegularOutput' });

		expect(run.output()).toMatchObject([
			{ json: { error: expect.stringContaining(message) as string }, pairedItem: { item: 0 } },
			{ json: { action: 'created', reference: 'r-b' }, pairedItem: { item: 1 } },
			{ json: { error: expect.stringContaining(message) as string }, pairedItem: { item: 2 } },
		]);
	});

	it('at the service is reported by the IDs', async () => {
		hotel.service.books.add('R-1', held('r-a', 10));
		hotel.service.books.add('R-1', { ...held('r-a', 10), id: 'copy' });
		const run = await sync(
			[wanted('r-a', 11), wanted('r-b', 1)],
			{ removeMissing: true, referencePrefix: 'r-' },
			{
				onError: 'continueErrorOutput',
			},
		);

		expect(run.json(0)).toMatchObject([{ action: 'created', reference: 'r-b' }]);
		expect(run.json(1)).toMatchObject([
			{ error: expect.stringContaining("carry the reference 'r-a': 'r-a' and 'copy'") as string },
		]);
		expect(hotel.service.books.all('R-1')).toHaveLength(3);
	});
});

describe('input that is no good', () => {
	it.each([
		['Reference', { ...wanted('', 1) }, "'Reference' is empty"],
		['Reservation ID', { ...wanted('r-a', 1, ' ') }, "'Reservation ID' is empty"],
		['Amount', { ...wanted('r-a', 1), amount: '12,50' }, "'Amount' is '12,50'"],
		['Date', { ...wanted('r-a', 1), date: 'tomorrow' }, "'Date' is 'tomorrow'"],
		['Custom Fields', { ...wanted('r-a', 1), customFields: '{' }, "'Custom Fields' is not valid"],
	])('names %s and the item, before anything is sent', async (_, item, message) => {
		const run = await sync([wanted('good', 1), item]);

		expect(run.error?.message).toContain(message);
		expect(run.error?.message).toContain('[item 1]');
		expect(hotel.requests).toEqual([]);
	});
});
