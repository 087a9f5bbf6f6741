import type { IDataObject } from 'n8n-workflow';

import { readItems } from '../../../../../nodes/shared/answers/listPages';
import { endOf, formatOf, itemsUpTo, pagedList, refusal, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

describe('a first page that is exactly full, and tells nothing', () => {
	/** Leaves its cursor out where there is nothing behind the page. */
	const leavingOut = (name: string, total: number) => {
		const all = itemsUpTo(total);
		return ({ cursor, limit, page, link }: IDataObject): unknown => {
			const query = new URLSearchParams(typeof link === 'string' ? link.split('?')[1] : '');
			const start = Number(cursor ?? query.get('from') ?? 0);
			const size = Number(limit ?? query.get('limit'));
			const end = start + size;
			const next = name === 'next' ? `/services?limit=${size}&from=${end}` : end;
			return {
				items: slice(all, start, size),
				...(page !== undefined && { page }),
				...(end < total && { [name]: next }),
			};
		};
	};
	const named = (pagination: string) => (pagination === 'nextLink' ? 'next' : 'nextCursor');

	it.each(['cursor', 'nextLink', 'pageAndCursor'] as const)(
		'is the whole list when a smaller one tells of the rest, by %s',
		async (pagination) => {
			const page = leavingOut(named(pagination), 10);
			expect(await endOf({ pagination }, page)).toBe(10);
			expect(await endOf({ pagination, pageSize: 9 }, page)).toBe(10);
			expect(await endOf({ pagination, pageSize: 11 }, page)).toBe(10);
		},
	);

	it('costs one request more, and only then', async () => {
		const asked = async (total: number) => {
			const list = pagedList(leavingOut('nextCursor', total));
			await readItems(list.fetchList, query, Infinity, formatOf({ pagination: 'cursor' }));
			return list.queries.map(({ limit, cursor }) => [limit, cursor]);
		};
		expect(await asked(9)).toEqual([[10, undefined]]);
		expect(await asked(10)).toEqual([
			[10, undefined],
			[5, undefined],
		]);
		expect(await asked(20)).toEqual([
			[10, undefined],
			[10, 10],
		]);
	});

	it('is not taken for whole when the smaller one tells nothing either', async () => {
		const page = leavingOut('naechste', 25);
		expect(await endOf({ pagination: 'cursor' }, page)).toEqual(
			refusal('nothing says whether it is the last one. Check'),
		);
	});

	it.each([
		[10, 'fewer cannot be asked for'],
		[1, 'nothing says whether it is the last one. Check'],
	])(
		'is not taken for whole when no smaller one can be had, with pages of %i',
		async (size, why) => {
			const page = () => ({ items: itemsUpTo(size) });
			expect(await endOf({ pagination: 'cursor', pageSize: size }, page)).toEqual(refusal(why));
		},
	);

	it('may be as small as one item', async () => {
		const page = leavingOut('nextCursor', 2);
		expect(await endOf({ pagination: 'cursor', pageSize: 2 }, page)).toBe(2);
	});
});
