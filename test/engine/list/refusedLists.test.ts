import type { INodeParameters } from 'n8n-workflow';
import { useCannedService } from '../support/cannedService';
import { CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();
const canned = useCannedService();

const reservationId = 'R-1';
const all = { reservationId, returnAll: true };
const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };

/** Everything that compares or changes what a reservation has. */
const changers: Array<[string, string, INodeParameters]> = [
	['create by same fields', 'create', { ...CHARGE, preventDuplicates: 'sameFields' }],
	[
		'create by reference',
		'create',
		{ ...CHARGE, preventDuplicates: 'reference', reference: 'new' },
	],
	['upsert', 'upsert', { ...CHARGE, reference: 'spa-1' }],
	['sync', 'sync', { ...CHARGE, reference: 'spa-1', deleteMissing: true, referencePrefix: 'spa-' }],
	['the dry run of a sync', 'sync', { ...CHARGE, reference: 'spa-1', dryRun: true }],
];
/** Everything that has to know the whole list. */
const readers: typeof changers = [...changers, ['Get Many', 'getAll', all]];

// All words are cases of the unit tests.
describe('a list that says that it goes on', () => {
	const data = [
		{ id: 'si-7', ...spa, description: 'Spa [ref:spa-1]' },
		{ id: 'si-8', ...spa, description: 'Tour [ref:tour-1]' },
	];
	beforeEach(() => {
		canned.answer = { body: { data, meta: { pages: 3 } } };
	});

	it.each(readers)('is refused by %s, and nothing is changed', async (_, operation, given) => {
		const run = await canned.run(operation, { reservationId, ...given });

		expect(run.error?.message).toBe(
			`The service gives this list in pages ('meta.pages' in its answer), and only the first was read`,
		);
		expect(run.error?.description).toMatch(/^Show in 'List Query' and 'List Response'/);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['GET /services?reservationId=R-1']);
	});

	it.each([1, 2])('is read by Get Many up to Limit %i', async (limit) => {
		const run = await canned.run('getAll', { reservationId, limit });

		expect(run.json()).toEqual(data.slice(0, limit));
	});
});

it.each([
	['no list', undefined],
	['another list', { data: [{ id: '{id}', amount: '{amount}' }] }],
])('an answer with words in place of the list is told with them: %s', async (_, listResponse) => {
	canned.answer = { body: { code: 429, message: 'Too many requests from canned-token' } };
	const format = listResponse && { listResponse: JSON.stringify(listResponse) };
	const run = await canned.run('getAll', all, format);

	expect(run.error?.message).toMatch(/hold.* list of .*\. It says: Too many requests from \*\*\*$/);
});

describe('an answer with status 200 that says that it failed', () => {
	it.each<(typeof readers)[0]>([...readers, ['Get Many up to Limit', 'getAll', { limit: 5 }]])(
		'is no empty list to %s',
		async (_, operation, parameters) => {
			canned.answer = { body: { items: [], error: 'bad token canned-token' } };
			const run = await canned.run(operation, { reservationId, ...parameters });

			expect(run.error?.message).toBe(
				'The service items could not be read: the service refused it (status 200): bad token ***',
			);
			expect(run.output()).toEqual([]);
			expect(canned.asked).toEqual(['GET /services?reservationId=R-1']);
		},
	);
});

it('a list in another encoding than UTF-8 is refused: its texts would not be known again', async () => {
	const charge = { ...CHARGE, description: 'Spätes Auschecken' };
	const body = Buffer.from(JSON.stringify([{ ...charge, id: 'si-1' }]), 'latin1');
	canned.answer = { body, headers: { 'content-type': 'application/json; charset=iso-8859-1' } };
	const run = await canned.run('create', { ...charge, preventDuplicates: 'sameFields' });

	expect(run.error?.message).toMatch(/could not be read.*JSON in UTF-8/);
	expect(canned.asked.filter((asked) => asked.startsWith('POST'))).toEqual([]);
});

describe('a list of several reservations', () => {
	/** Puts an item on the list of R-1 that names `shown` as its reservation. */
	function list(id: string, shown: unknown, reference = id): void {
		const raw = { reservationId: shown };
		hotel.book({ id, ...spa, description: `Spa [ref:${reference}]`, raw });
	}

	beforeEach(() => {
		list('spa-1', 'R-1');
		list('theirs', 'R-2');
		list('others', 3);
	});

	it.each(changers)('is refused by %s, and nothing changes', async (_, operation, parameters) => {
		const before = hotel.service.books.all();
		const run = await hotel.run(operation, { reservationId, ...parameters });

		expect(run.error?.message).toBe(
			"The list of reservation 'R-1' shows 'R-2', '3' as the reservation of service items",
		);
		expect(run.error?.description).toContain("'List Query' in the credential");
		expect(run.output()).toEqual([]);
		expect(hotel.service.books.all()).toEqual(before);
		expect(hotel.changes).toEqual([]);
	});

	it('is refused after the first create, and a second is not made', async () => {
		hotel.service.books.clear();
		hotel.meanwhile({ method: 'POST' }, () => {
			list('theirs', 'R-2');
			list('others', 3);
		});
		const parameters = { ...CHARGE, preventDuplicates: 'sameFields' };
		const onError = 'continueRegularOutput';
		const run = await hotel.run('create', parameters, { items: [{}, {}], onError });

		expect(run.json()).toMatchObject([
			{ action: 'created' },
			{ error: expect.stringContaining("shows 'R-2', '3' as the reservation") as string },
		]);
		expect(run.hints.map(({ message }) => message).join()).toContain('could not be read again');
		expect(hotel.count('POST')).toBe(1);
	});

	it('is refused by a deletion by reference, and given out by Get Many', async () => {
		const serviceId = { __rl: true, mode: 'reference', value: 'spa-1' };
		const run = await hotel.run('delete', { reservationId, serviceId });

		expect(run.error?.message).toContain("shows 'R-2', '3' as the reservation");
		expect((await hotel.run('getAll', { reservationId })).json()).toHaveLength(3);
	});
});
