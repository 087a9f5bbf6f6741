import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from '../wire/apiFormat';
import { itemsOf } from './envelope';
import type { ListAnswer } from './pageStatements';
import type { ListPage, PagePosition, PageRequest } from './pagings';
import { pageRequest, pagingOf } from './pagings';
import { WholeList } from './wholeList';

/**
 * Sends GET /services for one page and returns the answer.
 *
 * @param isFurther true for every page but the first: some services answer 404 behind the last one
 */
export type FetchList = (request: PageRequest, isFurther: boolean) => Promise<ListAnswer>;

/** Statuses of a page on which there is nothing: No Content, and Not Found behind the last one. */
const EMPTY_STATUSES = [204, 404];

/**
 * Reads one page of the service items of a reservation.
 *
 * @param query what identifies the reservation, and further parameters of the user's
 */
export async function readPage(
	fetchList: FetchList,
	query: IDataObject,
	position: PagePosition,
	format: ApiFormat,
): Promise<ListPage> {
	const answer = await fetchList(pageRequest(query, position, format), position !== undefined);
	const items = EMPTY_STATUSES.includes(answer.status) ? [] : itemsOf(answer.body, format);
	const page = { items, answer, position };
	return { ...page, next: pagingOf(format).next(page, format) };
}

/**
 * Reads the service items of a reservation page by page, until the end or `limit`.
 *
 * @throws UserError when the list ends before `limit`, and may not be whole
 */
export async function readItems(
	fetchList: FetchList,
	query: IDataObject,
	limit: number,
	format: ApiFormat,
): Promise<IDataObject[]> {
	const list = new WholeList(format);
	let position: PagePosition;
	do {
		const page = await readPage(fetchList, query, position, format);
		if (!list.add(page)) break;
		position = page.next;
	} while (position !== undefined && list.items.length < limit);
	// Without paging, a limit asks for what comes first, and that came.
	const isPartWanted = list.items.length >= limit || format.pagination === 'none';
	if (limit === Infinity || !isPartWanted) {
		await assertWhole(list, format, async (from, asked) => {
			return await readPage(fetchList, query, from, asked);
		});
	}
	return list.items.slice(0, limit);
}

/** Makes sure that a list is not part of one, with one page more where only that can tell. */
async function assertWhole(
	list: WholeList,
	format: ApiFormat,
	read: (position: PagePosition, format: ApiFormat) => Promise<ListPage>,
): Promise<void> {
	list.assertEnded();
	const offset = list.doubtfulOffset;
	if (offset !== undefined) list.assertLast(await read(offset, format));
	if (!list.isEndUntold) return;
	const pageSize = Math.floor(format.pageSize / 2);
	const isFixed = pageSize < 1 || format.pageSizeParameter === '';
	list.assertTold(isFixed ? undefined : await read(undefined, { ...format, pageSize }));
}
