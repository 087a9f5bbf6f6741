import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
const charge = { reservationId: 'R-1', ...spa, description: 'Spa [ref:spa-1]' };

/** Puts an item on the list of R-1 that names `shown` as its reservation. */
function list(id: string, shown: unknown, reference = id): void {
	const raw = { reservationId: shown as string };
	hotel.service.books.add('R-1', { id, ...spa, description: `Spa [ref:${reference}]`, raw });
}

const readers: Array<[string, string, INodeParameters]> = [
	['create by same fields', 'create', { ...spa, preventDuplicates: 'sameFields' }],
	['create by reference', 'create', { ...spa, preventDuplicates: 'reference', reference: 'new' }],
	['upsert', 'upsert', { ...spa, amount: 99, reference: 'spa-1' }],
	[
		'sync',
		'sync',
		{ ...spa, amount: 99, reference: 'spa-1', removeMissing: true, referencePrefix: 'spa-' },
	],
	['the dry run of a sync', 'sync', { ...spa, reference: 'spa-1', dryRun: true }],
];

describe('a list of service items of several reservations', () => {
	beforeEach(() => {
		list('spa-1', 'R-1');
		list('theirs', 'R-2');
		list('others', 3);
	});

	it.each(readers)('is refused by %s, and nothing changes', async (_, operation, parameters) => {
		const before = hotel.service.books.all();
		const run = await hotel.run(operation, { reservationId: 'R-1', ...parameters });

		expect(run.error?.message).toBe(
			'The service listed service items of 3 reservations instead of one',
		);
		expect(run.error?.description).toMatch(
			/^Check 'List Query' in the credential\. .*Turn on 'Custom API Format'/,
		);
		expect(run.output()).toEqual([]);
		expect(hotel.service.books.all()).toEqual(before);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it('fails the items of that reservation only, with Continue', async () => {
		const run = await hotel.run(
			'sync',
			{
				...charge,
				reservationId: '={{ $json.id }}',
				reference: 'new',
				removeMissing: true,
				referencePrefix: 'new',
			},
			{ items: [{ id: 'R-1' }, { id: 'R-9' }], onError: 'continueRegularOutput' },
		);

		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining('reservations instead of one') as string },
			{ action: 'created', reservationId: 'R-9' },
		]);
		expect(hotel.service.books.all('R-1')).toHaveLength(3);
	});

	it('is told apart by the blank of the credential', async () => {
		const format = { reservationIdField: 'stay.number' };
		hotel.service.books.clear();
		hotel.speak(format);
		for (const number of ['R-1', 'R-2']) {
			hotel.service.books.add('R-1', { id: number, ...spa, raw: { stay: { number } } });
		}
		const run = await hotel.run('upsert', { ...charge, reservationId: 'R-1', reference: 'a' });

		expect(run.error?.message).toContain('2 reservations instead of one');
	});

	it('is given out by Get Many', async () => {
		const run = await hotel.run('getAll', { reservationId: 'R-1' });

		expect(run.json()).toHaveLength(3);
	});
});

describe('a list of one reservation', () => {
	it.each([
		['an internal ID', [884_213, 884_213]],
		['an internal ID, as number and text', [884_213, '884213']],
		['other case and blanks', ['R-1', 'r-1', ' R-1 ']],
		['the number in some of its items only', ['R-1', null, { id: 'R-2' }]],
	])('is recognized by %s', async (_, shown) => {
		for (const [n, id] of shown.entries()) list(`held-${n}`, id, n === 0 ? 'spa-1' : `ref-${n}`);
		const before = hotel.service.books.all();
		const run = await hotel.run('upsert', { ...charge, description: 'Spa', reference: 'spa-1' });

		expect(run.json()).toMatchObject([{ id: 'held-0', _action: 'unchanged' }]);
		expect(hotel.service.books.all()).toEqual(before);
	});
});
