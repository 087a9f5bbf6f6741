import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ApiFormat } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import { itemsOf } from './envelope';
import type { ListAnswer } from './moreOfList';
import { signOfMore } from './moreOfList';

/** Which page of a list to ask for: a page number, an offset or a cursor, by `pagination`; none: the first. */
export type PagePosition = string | number | undefined;

/** One page of a reservation's service items. */
export interface ListPage {
	items: IDataObject[];
	/** Where the next page starts; undefined when this was the last one. */
	next: PagePosition;
	answer: ListAnswer;
}

/**
 * Sends GET /services with the given query and returns the answer.
 *
 * @param isFurther true for every page but the first: some services answer 404 beyond the last one
 */
export type FetchList = (query: IDataObject, isFurther: boolean) => Promise<ListAnswer>;

/**
 * Reads one page of the service items of a reservation.
 *
 * Only an empty page, a page without a next cursor, or paging that is off ends a list: a service may cap the
 * page size below what was asked for, so a short page says nothing.
 *
 * @param query what identifies the reservation, and further parameters of the user's
 */
export async function readPage(
	fetchList: FetchList,
	query: IDataObject,
	position: PagePosition,
	format: ApiFormat,
): Promise<ListPage> {
	const parameters = { ...query, ...pageQuery(position, format) };
	const answer = await fetchList(parameters, position !== undefined);
	const items = itemsOf(answer.body, format);
	return { items, answer, next: nextPosition(answer.body, items.length, position, format) };
}

/**
 * Reads the service items of a reservation page by page, until the end, `limit`, or a page or cursor that
 * was there before (a service that ignores the paging parameters would repeat itself for ever).
 */
export async function readItems(
	fetchList: FetchList,
	query: IDataObject,
	limit: number,
	format: ApiFormat,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	const seen = new Set<string>();
	let position: PagePosition;
	do {
		const page = await readPage(fetchList, query, position, format);
		if (limit === Infinity) assertWhole(page, format);
		if (page.items.length > 0 && !isNew(seen, JSON.stringify(page.items))) break;
		items.push(...page.items);
		position = page.next;
		if (position !== undefined && !isNew(seen, `position ${position}`)) break;
	} while (position !== undefined && items.length < limit);
	return items.slice(0, limit);
}

/**
 * A whole list is asked for, and the service says that there is more of it, but not to whom pages mean nothing.
 *
 * @throws UserError naming the setting, as going on with part of a list would create charges twice
 */
function assertWhole({ answer, items }: ListPage, { pagination }: ApiFormat): void {
	const sign = pagination === 'none' ? signOfMore(answer, items.length) : undefined;
	if (sign === undefined) return;
	throw new UserError(
		`The service gives this list in pages ('${sign}' in its answer), and only the first was read. Set 'Pagination' in the credential`,
		{
			description: `Turn on 'Custom API Format' in the credential and choose how the service pages.`,
		},
	);
}

/** Adds `key` and tells whether it was new. */
function isNew(seen: Set<string>, key: string): boolean {
	return !seen.has(key) && seen.add(key).has(key);
}

function pageQuery(position: PagePosition, format: ApiFormat): IDataObject {
	const size = { [format.pageSizeParameter]: format.pageSize };
	switch (format.pagination) {
		case 'none':
			return {};
		case 'page':
			return { [format.pageParameter]: position ?? format.firstPage, ...size };
		case 'offset':
			return { [format.pageParameter]: position ?? 0, ...size };
		case 'cursor':
			return position === undefined ? size : { [format.cursorParameter]: position, ...size };
	}
}

function nextPosition(
	body: unknown,
	received: number,
	position: PagePosition,
	format: ApiFormat,
): PagePosition {
	if (format.pagination === 'cursor') {
		const cursor = readPath(body, format.nextCursorField);
		const isCursor = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number';
		// A broken pager gives the cursor of the page itself: that page is the last one.
		return isCursor && String(cursor) !== String(position) ? cursor : undefined;
	}
	if (format.pagination === 'none' || received === 0) return undefined;
	return format.pagination === 'page'
		? Number(position ?? format.firstPage) + 1
		: Number(position ?? 0) + received;
}
