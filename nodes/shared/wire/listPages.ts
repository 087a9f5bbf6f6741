import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { readPath } from './dotPath';
import { itemsOf } from './envelope';
import { isJsonObject } from './json';

/** Where a list says that it goes on (assumption). */
const MORE_PAGES = [
	'nextCursor',
	'next_cursor',
	'nextPageToken',
	'next_page_token',
	'hasMore',
	'has_more',
	'next',
	'links.next',
	'_links.next.href',
	'meta.nextCursor',
	'meta.next_cursor',
	'meta.hasMore',
	'pagination.hasMore',
	'pagination.nextCursor',
	'pagination.next_cursor',
	'pagination.has_more',
	'pagination.next',
	'paging.next',
	'meta.has_more',
	'meta.next',
	'_links.next',
	'next_page_url',
	'nextLink',
	'nextPage',
	'next_page',
	'meta.nextPage',
	'meta.next_page',
	'pagination.nextPage',
	'pagination.next_page',
];

/** Where a list says how long it is, in pages or in all; `total` alone may be a sum of money (assumption). */
const PAGE_COUNTS = [
	'totalPages',
	'total_pages',
	'last_page',
	'meta.totalPages',
	'meta.total_pages',
	'meta.last_page',
	'page.totalPages',
	'pagination.totalPages',
	'pagination.total_pages',
];
const ITEM_COUNTS = [
	'totalElements',
	'totalItems',
	'totalCount',
	'total_count',
	'page.totalElements',
];

/** Which page of a list to ask for: a page number, an offset or a cursor, by `pagination`; none: the first. */
export type PagePosition = string | number | undefined;

/** One page of a reservation's service items. */
export interface ListPage {
	items: IDataObject[];
	/** Where the next page starts; undefined when this was the last one. */
	next: PagePosition;
	/** The whole answer. */
	body: unknown;
}

/**
 * Sends GET /services with the given query and returns the parsed body.
 *
 * @param isFurther true for every page but the first: some services answer 404 beyond the last one
 */
export type FetchList = (query: IDataObject, isFurther: boolean) => Promise<unknown>;

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
	const body = await fetchList(parameters, position !== undefined);
	const items = itemsOf(body, format);
	return { items, body, next: nextPosition(body, items.length, position, format) };
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
function assertWhole({ body, items }: ListPage, { pagination }: ApiFormat): void {
	if (pagination !== 'none' || !isJsonObject(body)) return;
	const isMoreThan = (path: string, count: number): boolean => {
		const value = readPath(body, path);
		return typeof value === 'number' && value > count;
	};
	const hint =
		MORE_PAGES.find((path) => {
			const value = readPath(body, path);
			if (isJsonObject(value)) return Object.keys(value).length > 0;
			return value === true || (typeof value === 'string' && value !== '') || Number(value) > 0;
		}) ??
		PAGE_COUNTS.find((path) => isMoreThan(path, 1)) ??
		ITEM_COUNTS.find((path) => isMoreThan(path, items.length));
	if (hint !== undefined) throw onlyFirstPage(hint);
}

/** The error for a part of a list that was asked for as a whole. @param hint where the answer says that there is more */
export function onlyFirstPage(hint: string): UserError {
	return new UserError(
		`The service gives this list in pages ('${hint}' in its answer), and only the first was read. Set 'Pagination' in the credential`,
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
