import { useCannedService } from './support/cannedService';
import { listReaders } from './support/listReaders';

const canned = useCannedService();

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa [ref:spa-1]' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Tour [ref:tour-1]' };
const data = [spa, tour];

const reservationId = 'R-1';

const link = (value: string) => ({ link: value });
/** One of each kind: every sign is a row of the unit tests. */
const more: Array<[string, object]> = [
	['totalElements', { body: { data, totalElements: 3 } }],
	['paging.next', { body: { data, paging: { next: { after: 'si-8' } } } }],
	['Link', { body: data, headers: link('</services?page=2>; rel="next"') }],
	['status 206', { body: data, status: 206 }],
	['total', { body: { data, total: 3, limit: 2, offset: 0 } }],
];

const whole: Array<[string, object]> = [
	['one page', { body: { data, totalPages: 1 } }],
	['as many as there are', { body: { data, totalElements: 2 } }],
	['nothing behind it', { body: { data, next: null, paging: { next: {} }, nextPage: null } }],
	['links to other pages', { body: data, headers: link('</services?page=1>; rel="first"') }],
	['as many in its headers', { body: data, headers: { 'x-total-count': '2', 'x-next-page': '' } }],
	['that its range is all', { body: data, headers: { 'content-range': 'items 0-1/2' } }],
	['a sum of money', { body: { data, total: 250 } }],
];

describe.each(more)('a list that says by %s that it goes on (%j)', (sign, answer) => {
	it.each(listReaders)(
		'is refused by %s, and nothing is changed',
		async (_, operation, parameters) => {
			canned.answer = answer;
			const run = await canned.run(operation, { reservationId, ...parameters });

			expect(run.error?.message).toBe(
				`The service gives this list in pages ('${sign}' in its answer), and only the first was read`,
			);
			expect(run.error?.description).toMatch(/^Set 'Pagination' in the credential\./);
			expect(run.output()).toEqual([]);
			expect(canned.asked).toEqual(['GET /services?reservationId=R-1']);
		},
	);

	it.each([1, 50])('is read by Get Many up to Limit %i', async (limit) => {
		canned.answer = answer;
		const run = await canned.run('getAll', { reservationId, limit });

		expect(run.json()).toEqual(data.slice(0, limit));
	});

	it.each(['page', 'offset'])(
		'is not taken for whole when it comes again, with Pagination %s',
		async (pagination) => {
			canned.answer = answer;
			const run = await canned.run('getAll', { reservationId, returnAll: true }, { pagination });

			expect(run.error?.message).toMatch(/cannot be read to its end/);
			expect(run.output()).toEqual([]);
		},
	);
});

describe.each(whole)('a list that says %s (%j)', (_, answer) => {
	it('is whole', async () => {
		canned.answer = answer;
		const list = await canned.run('getAll', { reservationId, returnAll: true });
		const upsert = await canned.run('upsert', { ...tour, reservationId, reference: 'spa-1' });

		expect(list.json()).toEqual(data);
		expect(upsert.error).toBeUndefined();
	});
});
