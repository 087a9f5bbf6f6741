import fc from 'fast-check';

import { defaultDialect, type Dialect } from '../../service/dialect';
import { pastedFor } from '../../service/pasted';
import type { FetchPage } from '../../../nodes/shared/lists/readList';
import { readList } from '../../../nodes/shared/lists/readList';
import { mapperOf } from '../support/mapper';
import { holdsAsync } from '../support/properties';

type Texts = Record<string, string>;

/** What List Query asks for pages by; an address and a Link header are asked for as they come. */
const asked: { [way: string]: Texts } = {
	page: { p: '{page}' },
	'page from 0': { p0: '{page from 0}' },
	offset: { o: '{offset}' },
	'last ID': { after: '{lastId}' },
	cursor: { c: '{cursor}' },
	'page and cursor': { p: '{page}', c: '{cursor}' },
	'offset and cursor': { o: '{offset}', c: '{cursor}' },
	'last ID and cursor': { after: '{lastId}', c: '{cursor}' },
	address: {},
	'Link header': {},
};
/** What an answer says beside its items. */
const told: Texts = { next: '{cursor}', link: '{nextPage}', more: '{hasMore}', count: '{total}' };
const item = { id: '{id}', amount: '{amount}' };

interface Pages {
	length: number;
	size: number;
	/** How many items of a page come on the next one again. */
	overlap: number;
	/** Beside the items: these of `told`. */
	says: string[];
	hasLinkHeader: boolean;
}

/** A service with so many items, which gives them in pages. */
function serviceOf({ length, size, overlap, says, hasLinkHeader }: Pages): FetchPage {
	const all = Array.from({ length }, (_, n) => ({ id: `si-${n}`, amount: n }));
	const startOf = ({ p, p0, o, c, after }: Partial<Texts>): number => {
		if (c !== undefined) return Number(c);
		if (after !== undefined) return all.findIndex(({ id }) => id === after) + 1;
		return o === undefined ? (p === undefined ? Number(p0 ?? 0) : Number(p) - 1) * size : Number(o);
	};
	return (request) => {
		const start = startOf(
			'link' in request
				? Object.fromEntries(new URLSearchParams(request.link.slice(1)))
				: request.query,
		);
		const end = start + size;
		const isMore = end < length;
		const next = Math.max(start + 1, end - overlap);
		const beside: { [name: string]: unknown } = {
			next: isMore ? String(next) : null,
			link: isMore ? `?o=${next}` : '',
			more: isMore,
			count: length,
		};
		const body = Object.fromEntries(says.map((name) => [name, beside[name]]));
		return Promise.resolve({
			status: 200,
			headers: hasLinkHeader && isMore ? { link: `<?o=${next}>; rel="next"` } : {},
			body: { items: all.slice(start, end), ...body },
		});
	};
}

it('any way to ask for pages, with any end, gives the list once, whatever its length and the size of its pages', async () => {
	await holdsAsync(
		fc.asyncProperty(
			fc.constantFrom(...Object.entries(asked)),
			fc.subarray(['more', 'count']),
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 30 }),
			fc.integer({ min: 0, max: 2 }),
			async ([way, query], ends, size, length, shared) => {
				const own = 'c' in query ? ['next'] : way === 'address' ? ['link'] : [];
				const says = [...own, ...ends];
				const beside = Object.fromEntries(says.map((name) => [name, told[name]]));
				const mapper = mapperOf({
					listQuery: { r: '{reservationId}', ...query },
					listResponse: { items: [item], ...beside },
				});
				const hasLinkHeader = way === 'Link header';
				// Only a service that says itself where the next page begins can let them overlap.
				const overlap = ['cursor', 'address', 'Link header'].includes(way) ? shared : 0;
				const fetchPage = serviceOf({ length, size, overlap, says, hasLinkHeader });
				const items = await readList(mapper, fetchPage, 'R-1');

				expect(items.map(({ amount }) => amount)).toEqual(Array.from({ length }, (_, n) => n));
			},
		),
	);
});

const ways = ['page', 'offset', 'cursor', 'lastItem', 'nextLink', 'pageAndCursor'] as const;

/** The same, as a service of a dialect spells it. */
function dialectService(length: number, size: number, dialect: Dialect): FetchPage {
	const all = Array.from({ length }, (_, n) => ({ id: `si-${n}`, amount: n }));
	const startOf = (query: Record<string, string>): number => {
		const { page, offset, cursor, starting_after: last } = query;
		if (cursor !== undefined) return Number(cursor);
		if (page !== undefined) return (Number(page) - dialect.firstPage) * size;
		return last === undefined ? Number(offset ?? 0) : all.findIndex(({ id }) => id === last) + 1;
	};
	return (request) => {
		const query =
			'link' in request
				? Object.fromEntries(new URLSearchParams(request.link.slice(1)))
				: request.query;
		const start = startOf(query);
		const end = start + size;
		const items = all.slice(start, end);
		const more = end < length;
		const said = {
			cursor: { nextCursor: more ? String(end) : null },
			pageAndCursor: { nextCursor: more ? String(end) : null },
			nextLink: { next: more ? `?offset=${end}` : null },
			lastItem: { has_more: more },
		} as Partial<Record<Dialect['pagination'], object>>;
		return Promise.resolve({
			status: 200,
			headers: {},
			body: { items, ...said[dialect.pagination] },
		});
	};
}

it('a service that pages otherwise than the credential says is read whole or refused', async () => {
	await holdsAsync(
		fc.asyncProperty(
			fc.constantFrom(...ways),
			fc.constantFrom('none' as const, ...ways),
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 30 }),
			async (spoken, told, size, length) => {
				const service = { ...defaultDialect, pagination: spoken, nextLinkField: 'next' };
				const credential = { ...defaultDialect, pagination: told, nextLinkField: 'next' };
				const mapper = mapperOf({ ...pastedFor(credential, size) });
				let requests = 0;
				const fetchPage: FetchPage = async (request) => {
					expect(++requests).toBeLessThan(50);
					return await dialectService(length, size, service)(request);
				};
				const found = await readList(mapper, fetchPage, 'R-1').then(
					(items) => items.length,
					() => 'refused',
				);
				// Pages by number or offset alone say nothing about themselves: who does not ask for them sees one.
				const isSilent = ['page', 'offset'].includes(spoken);
				if (isSilent && found !== 'refused') return;
				expect([length, 'refused']).toContain(found);
			},
		),
	);
});
