import fc from 'fast-check';

import { defaultDialect, type Dialect } from '../../service/dialect';
import { pastedFor } from '../../service/pasted';
import type { FetchPage } from '../../../nodes/shared/lists/readList';
import { readList } from '../../../nodes/shared/lists/readList';
import { mapperOf } from '../support/mapper';
import { holdsAsync } from '../support/properties';

const ways = ['page', 'offset', 'cursor', 'lastItem', 'nextLink', 'pageAndCursor'] as const;

/** A service with so many items, which gives them in pages of this size. */
function serviceOf(length: number, size: number, dialect: Dialect): FetchPage {
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

it('any paging, page size and length gives the list once', async () => {
	await holdsAsync(
		fc.asyncProperty(
			fc.constantFrom(...ways),
			fc.constantFrom<0 | 1>(0, 1),
			fc.integer({ min: 1, max: 7 }),
			fc.integer({ min: 0, max: 30 }),
			async (pagination, firstPage, size, length) => {
				const dialect = { ...defaultDialect, pagination, firstPage, nextLinkField: 'next' };
				const mapper = mapperOf({ ...pastedFor(dialect, size) });
				const items = await readList(mapper, serviceOf(length, size, dialect), 'R-1');

				expect(items.map(({ amount }) => amount)).toEqual(Array.from({ length }, (_, n) => n));
			},
		),
	);
});

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
					return await serviceOf(length, size, service)(request);
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
