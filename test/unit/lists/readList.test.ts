import fc from 'fast-check';

import type { Answer } from '../../../nodes/shared/http/reply';
import { readList } from '../../../nodes/shared/lists/readList';
import type { Settings } from '../support/format';
import { answered } from '../support/http';
import { holdsAsync } from '../support/properties';
import type { Service } from '../support/session';
import { sessionWith } from '../support/session';

/** What List Query asks for pages by; a cursor is read where List Response shows it. */
const WAYS: Record<string, object> = {
	none: {},
	page: { p: '{page}' },
	'page from 0': { p0: '{page from 0}' },
	offset: { o: '{offset}' },
	cursor: { c: '{cursor}' },
	'page and cursor': { p: '{page}', c: '{cursor}' },
};

function settingsOf(way: string): Settings {
	const listQuery = { r: '{reservationId}', ...WAYS[way] };
	const next = 'c' in listQuery && { next: '{cursor}' };
	return { listQuery, listResponse: { items: [{ id: '{id}', amount: '{amount}' }], ...next } };
}

const page = (ids: number[], more: object = {}, extra: object = {}): Answer =>
	answered(200, { items: ids.map((id) => ({ id, amount: id, ...extra })), ...more });

const to = (next: string, ...ids: number[]) => page(ids, { next });

/** Reads pages that come one after another, the last again and again. */
async function read(way: string, pages: Answer[], limit?: number) {
	let asked = 0;
	const service = () => pages[Math.min(asked++, pages.length - 1)] as Answer;
	const charges = await readList(sessionWith(service, settingsOf(way)), 'R-1', limit);
	return { ids: charges.map(({ id }) => Number(id)), asked };
}

it.each<[string, string, Answer[], number[], number, number?]>([
	['at once without a page placeholder', 'none', [page([1, 2])], [1, 2], 1],
	['at once where it is empty', 'cursor', [page([])], [], 1],
	['to an empty page', 'page', [page([1]), page([2]), page([])], [1, 2], 3],
	['over an empty page', 'cursor', [to('a', 1), to('b'), page([2])], [1, 2], 3],
	['to an empty page with its own cursor', 'cursor', [to('a', 1), to('a')], [1], 2],
	['up to a limit', 'page', [page([1, 2]), page([3])], [1, 2], 1, 2],
	['up to a limit, not whole', 'page', [page([1, 2]), page([3, 4], { total: 9 })], [1, 2, 3], 2, 3],
	['with what moved on', 'page', [page([1, 1, 2]), page([2, 3]), page([])], [1, 1, 2, 3], 3],
])('a list is read %s', async (_, way, pages, ids, asked, limit = Infinity) => {
	expect(await read(way, pages, limit)).toEqual({ ids, asked });
});

it.each<[string, string, (n: number) => Answer, number]>([
	['a page has nothing new', 'page', (n) => page(n ? [2, 1] : [1, 2]), 2],
	['a cursor leads to its own page', 'cursor', () => to('a', 1), 2],
	['empty pages have ever new cursors', 'cursor', (n) => to(`${n}`), 200],
	['only a signed link is new', 'page', (n) => page([1], {}, { pdf: `?key=${n}` }), 2],
])('a list does not come to an end where %s', async (_, way, service, times) => {
	let asked = 0;
	const session = sessionWith(() => service(asked++), settingsOf(way));
	await expect(readList(session, 'R-1')).rejects.toThrow(
		/may not be whole: its pages do not come to an end.*'List Query'/,
	);
	expect(asked).toBe(times);
});

it.each<[string, Answer[], string]>([
	['behind a page', [page([1]), answered(404, { message: 'not found' })], 'Check the ID'],
	['that is a web page', [answered(404, '<html>')], 'Have n8n'],
])('404 %s is an error also where the list may be missing', async (_, answers, advice) => {
	const session = sessionWith(() => answers.shift() as Answer, settingsOf('page'));
	const reading = readList(session, 'R-1', Infinity, { mayBeMissing: true });
	const told = { advice: expect.stringContaining(advice) as string };
	await expect(reading).rejects.toMatchObject({ status: 404, told });
});

/** A service that gives so many items in pages, and looks at nothing but its own parameters. */
function serviceOf(length: number, size: number): Service {
	const all = Array.from({ length }, (_, n) => ({ id: `si-${n}`, amount: n }));
	return ({ query = {} }) => {
		const { p, p0, o, c } = query;
		const number = p === undefined ? Number(p0 ?? 0) : Number(p) - 1;
		const start = Number(c ?? o ?? number * size);
		const next = start + size < length ? String(start + size) : null;
		return answered(200, { items: all.slice(start, start + size), next });
	};
}

it('any way to ask for pages gives the list once, whatever its length and the size of its pages', async () => {
	const anyWay = fc.constantFrom(...Object.keys(WAYS).slice(1));
	const sizes = [fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 })] as const;
	await holdsAsync(
		fc.asyncProperty(anyWay, ...sizes, async (way, length, size) => {
			const session = sessionWith(serviceOf(length, size), settingsOf(way));
			const charges = await readList(session, 'R-1');
			expect(charges.map(({ fields }) => fields.amount)).toEqual([...Array(length).keys()]);
		}),
		100,
	);
});
