import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import { idOf } from '../wire/itemId';
import { isBlank } from '../wire/json';
import type { ListAnswer } from './pageStatements';
import { linkIn, nextLinkIn } from './moreOfList';

/** Which page of a list to ask for: its number, an offset, a cursor, a link or the ID of an item; none: the first. */
export type PagePosition = string | number | undefined;

/** How to ask for a page: by query parameters, or by a link the service gave. */
export interface PageRequest {
	query: IDataObject;
	link?: string;
}

/** A page as it came. */
export interface PageRead {
	items: IDataObject[];
	answer: ListAnswer;
	position: PagePosition;
}

/** The same, with where the next page starts; undefined when this was the last one. */
export interface ListPage extends PageRead {
	next: PagePosition;
}

/** One way of paging. */
interface Paging {
	/** The query parameters of a page, without those for the size of it; absent where a link has them. */
	query?: (position: PagePosition, format: ApiFormat) => IDataObject;
	/** Where the next page starts; undefined when this was the last one. */
	next: (page: PageRead, format: ApiFormat) => PagePosition;
	/** True when an answer has a place, be it empty, to tell of a next page; absent where an empty page ends the list. */
	showsPlace?: (answer: ListAnswer, format: ApiFormat) => boolean;
	/** The settings to check where it does not fit. */
	settings: string;
}

/** Between the number of a page and its cursor. */
const AND = ' ';

/** All ways of paging. Where the service says nothing, only an empty page ends a list: it may cap the page size. */
const PAGINGS: Record<ApiFormat['pagination'], Paging> = {
	none: { query: () => ({}), next: () => undefined, settings: `'Pagination'` },
	page: {
		query: (position, format) => ({ [format.pageParameter]: position ?? format.firstPage }),
		next: ({ items, position }, { firstPage }) =>
			items.length === 0 ? undefined : Number(position ?? firstPage) + 1,
		settings: `'Page Parameter' and 'First Page'`,
	},
	offset: {
		query: (position, format) => ({ [format.pageParameter]: position ?? 0 }),
		next: ({ items, position }) =>
			items.length === 0 ? undefined : Number(position ?? 0) + items.length,
		settings: `'Offset Parameter'`,
	},
	cursor: {
		query: (position, format) =>
			position === undefined ? {} : { [format.cursorParameter]: position },
		next: ({ answer, items, position }, format) => {
			const cursor = cursorIn(answer, format);
			// Behind the end, some services give the cursor of the empty page itself.
			return items.length === 0 && String(cursor) === String(position) ? undefined : cursor;
		},
		showsPlace: showsCursor,
		settings: `'Cursor Parameter' and 'Next Cursor Field'`,
	},
	nextLink: {
		next: ({ answer }, { nextLinkField, itemsField }) =>
			(nextLinkField === ''
				? nextLinkIn(answer, itemsField)
				: linkOrPath(saidAt(nextLinkField, answer))) ?? undefined,
		showsPlace: (answer, { nextLinkField, itemsField }) =>
			nextLinkField === ''
				? nextLinkIn(answer, itemsField) !== undefined
				: saidAt(nextLinkField, answer) !== undefined,
		settings: `'Next Link Field'`,
	},
	lastItem: {
		query: (position, format) =>
			position === undefined ? {} : { [format.lastItemParameter]: position },
		next: ({ answer, items }, format) => {
			const last = items.at(-1);
			const hasMore = saidAt(format.hasMoreField, answer);
			const isEnd = /^(false|0|no)$/i.test(String(hasMore));
			return last === undefined || isEnd ? undefined : idToGoOnFrom(last, format);
		},
		settings: `'Last Item Parameter', 'Has More Field' and 'ID Field'`,
	},
	pageAndCursor: {
		query: (position, format) => {
			const [page = '', ...cursor] = String(position ?? format.firstPage).split(AND);
			return {
				[format.pageParameter]: Number(page),
				...(position !== undefined && { [format.cursorParameter]: cursor.join(AND) }),
			};
		},
		next: ({ answer, items, position }, format) => {
			const cursor = cursorIn(answer, format);
			if (items.length === 0 || cursor === undefined) return undefined;
			return `${parseInt(String(position ?? format.firstPage), 10) + 1}${AND}${cursor}`;
		},
		showsPlace: showsCursor,
		settings: `'Page Parameter', 'Cursor Parameter' and 'Next Cursor Field'`,
	},
};

/** The way of paging a credential has chosen. */
export function pagingOf({ pagination }: ApiFormat): Paging {
	return PAGINGS[pagination];
}

/** How to ask for a page. Paging parameters take the place of the user's own. */
export function pageRequest(
	query: IDataObject,
	position: PagePosition,
	format: ApiFormat,
): PageRequest {
	const { query: pageQuery } = pagingOf(format);
	if (!pageQuery && position !== undefined) return { query: {}, link: String(position) };
	const isSized = format.pagination !== 'none' && format.pageSizeParameter !== '';
	const size = isSized ? { [format.pageSizeParameter]: format.pageSize } : {};
	return { query: { ...query, ...pageQuery?.(position, format), ...size } };
}

/** What the answer says in the body at a path, or in the header of that name. */
function saidAt(field: string, { body, headers }: ListAnswer): unknown {
	const said = readPath(body, field);
	return said === undefined ? headers[field.toLowerCase()] : said;
}

function cursorIn(answer: ListAnswer, { nextCursorField }: ApiFormat): PagePosition {
	const cursor = saidAt(nextCursorField, answer);
	return (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
		? cursor
		: undefined;
}

function showsCursor(answer: ListAnswer, { nextCursorField }: ApiFormat): boolean {
	return saidAt(nextCursorField, answer) !== undefined;
}

/** Where the property is named, any text in it is taken for a path. */
function linkOrPath(value: unknown): string | undefined {
	return (
		linkIn(value) ??
		(typeof value === 'string' && !isBlank(value.trim()) ? value.trim() : undefined)
	);
}

function idToGoOnFrom(item: IDataObject, format: ApiFormat): string | number {
	const id = idOf(item, format);
	if (id !== undefined) return id;
	throw userError(
		`The list of service items cannot be read to its end, as the last item of a page shows no ID. Set 'ID Field' in the credential`,
		`'Pagination' is set to 'Last Item', which asks for the next page by that ID.`,
	);
}
