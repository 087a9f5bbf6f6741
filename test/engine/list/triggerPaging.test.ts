import type { IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { useCannedService, type CannedAnswer } from '../support/cannedService';
import { eventsOf, inShort, useWatchedHotel, watchWith, type Watch } from '../support/watch';

const { hotel, watch } = useWatchedHotel('R-1');

function add(id: string): void {
	const item = { amount: 10, date: '2026-11-21', description: `Charge ${id}`, id };
	hotel.service.books.add('R-1', item);
}

/** Watches a reservation of seven service items whose list comes in pages of two. */
async function watchPaged(pagination: Dialect['pagination'] = 'page'): Promise<Watch> {
	hotel.speak({ pagination, maxPageSize: 2 });
	for (const id of 'abcdefg') add(id);
	const watching = watch();
	await watching.activate();
	return watching;
}

describe('a list in pages', () => {
	it.each<[string, object]>([
		['a later page cannot be read', { after: 2 }],
		['it cannot be found out whether an item is gone', { path: /b$/ }],
	])('moves nothing when %s', async (_, where) => {
		const watching = await watchPaged();
		add('h');
		hotel.remove('b');
		hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, ...where });
		expect((await watching.tick()).error?.message).toMatch(/^Reservation 'R-1': /);

		expect(inShort(await watching.events())).toEqual(['created R-1 h', 'deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});
});

function answerForB(status: number): void {
	hotel.remove('b');
	hotel.service.faults.add({ method: 'GET', path: /b$/, kind: 'errorBefore', status });
}
const withdrawB = () => hotel.edit('b', { status: 'cancelled' });

it.each<[string, Dialect['pagination'], () => void]>([
	['the service answers 404 for', 'page', () => answerForB(404)],
	['the service answers 410 for', 'page', () => answerForB(410)],
	['is marked as withdrawn in a list of pages', 'page', withdrawB],
	['is marked as withdrawn in a list of one page', 'none', withdrawB],
])('what %s is told as deleted, once', async (_, pagination, end) => {
	const watching = await watchPaged(pagination);
	end();

	expect(inShort(await watching.events())).toEqual(['deleted R-1 b']);
	expect(await watching.events()).toEqual([]);
});

/** A service of which every poll may see something else: what the list shows, page by page, and what a single item is. */
interface Shown {
	pages: string[][];
	single?: (id: string) => CannedAnswer;
}

const canned = useCannedService();
const charge = (id: string) => ({
	id,
	amount: 10,
	date: '2026-11-21',
	description: `Charge ${id}`,
});
const found = (id: string): CannedAnswer => ({ body: { ...charge(id), createdBy: 'desk' } });

/** @returns the events of every poll, the first of which is at publishing */
async function watchShown(polls: Shown[], apiFormat?: IDataObject): Promise<string[][]> {
	const watching = watchWith(canned.credential(apiFormat as never));
	const told: string[][] = [];
	for (const shown of polls) {
		canned.answer = ({ asked }) => answerTo(asked, shown);
		const result = told.length === 0 ? await watching.activate() : await watching.tick();
		told.push(inShort(eventsOf(result)));
	}
	return told;
}

function answerTo(asked: string, { pages, single = found }: Shown): CannedAnswer {
	const { pathname, searchParams } = new URL(asked.slice('GET '.length), 'http://service');
	const id = pathname.split('/')[2];
	if (id !== undefined) return single(id);
	const page = Number(searchParams.get('page') ?? 0);
	const link = `</services?reservationId=R-1&page=${page + 1}>; rel="next"`;
	const items = (pages[page] ?? []).map(charge);
	return { body: { items }, ...(page + 1 < pages.length && { headers: { link } }) };
}

const twoPages: Shown = { pages: [['a', 'b'], ['c']] };
const nothing: string[] = [];

const pagingFormats: Array<[string, IDataObject]> = [
	['by links', {}],
	['by number', { listQuery: '{ "reservationId": "{reservationId}", "page": "{page from 0}" }' }],
];

describe.each(pagingFormats)('an item that is missing from a list in pages, %s,', (_, format) => {
	it('is no event where it has only slipped between two pages', async () => {
		const slipped: Shown = { pages: [['a'], ['c']] };

		expect(await watchShown([twoPages, slipped, slipped, twoPages], format)).toEqual([
			nothing,
			nothing,
			nothing,
			nothing,
		]);
	});

	it('is told as deleted where it is on another reservation by now', async () => {
		const moved: Shown = {
			pages: [['a'], ['c']],
			single: (id) => ({ body: { ...charge(id), reservationId: 'R-2' } }),
		};

		expect(await watchShown([twoPages, moved, moved], format)).toEqual([
			nothing,
			['deleted R-1 b'],
			nothing,
		]);
	});

	it.each([401, 403])(
		'is told as deleted where the key may not read single items (%i), and the reservation goes on',
		async (status) => {
			const refused = { status, body: { message: 'missing scope' } };
			const gone: Shown = { pages: [['a'], ['c']], single: () => refused };
			const next: Shown = { pages: [['a'], ['c', 'd']], single: () => refused };

			expect(await watchShown([twoPages, gone, next], format)).toEqual([
				nothing,
				['deleted R-1 b'],
				['created R-1 d'],
			]);
		},
	);
});

describe('a list on which all items are missing at once', () => {
	const onePage: Shown = { pages: [['a', 'b', 'c']] };

	it('is not believed while the service still has one of them', async () => {
		expect(await watchShown([onePage, { pages: [[]] }, { pages: [['a', 'b', 'c', 'd']] }])).toEqual(
			[nothing, nothing, ['created R-1 d']],
		);
	});

	it('is no reason to hold back what is new', async () => {
		const others: Shown = { pages: [['d']] };
		const all: Shown = { pages: [['a', 'b', 'c', 'd']] };

		expect(await watchShown([onePage, others, all])).toEqual([nothing, ['created R-1 d'], nothing]);
	});

	it.each<[string, CannedAnswer]>([
		['the service no longer has one', { status: 404 }],
		['the key may not read single items', { status: 403, body: { message: 'missing scope' } }],
	])('is believed where %s', async (_, single) => {
		const empty: Shown = { pages: [[]], single: () => single };

		expect(await watchShown([onePage, empty, empty])).toEqual([
			nothing,
			['deleted R-1 a', 'deleted R-1 b', 'deleted R-1 c'],
			nothing,
		]);
		expect(canned.asked.filter((asked) => /services\/\w/.test(asked))).toEqual(['GET /services/a']);
	});
});
