import { Refusal } from './answer';
import type { Booking } from './books';
import type { Dialect } from './dialect';

type Query = Record<string, string>;

/** One page of a list. */
export interface Page {
	bookings: Booking[];
	/** What the answer says beside the items, by its dot path. */
	said?: { [path: string]: string | boolean | null };
	/** The Link header. */
	link?: string;
}

/** Query parameter in the links to next pages, which nobody has to know. */
const LINK_PARAMETER = 'from';

/** The page a query asks for, by the dialect's way of paging (docs/service-api.md shows none). Malformed parameters: 400. */
export function selectPage(all: Booking[], query: Query, dialect: Dialect): Page {
	switch (dialect.pagination) {
		case 'none':
			return { bookings: all };
		case 'page':
			return { bookings: selectByPage(all, query, dialect) };
		case 'offset':
			return { bookings: selectByOffset(all, query, dialect) };
		case 'cursor':
			return selectByCursor(all, query, dialect);
		case 'nextLink':
			return selectByLink(all, query, dialect);
		case 'lastItem':
			return selectByLastItem(all, query, dialect);
		case 'pageAndCursor':
			return selectByPageAndCursor(all, query, dialect);
	}
}

function selectByPage(all: Booking[], query: Query, dialect: Dialect): Booking[] {
	const size = readPageSize(query, dialect);
	const name = dialect.pageParameter || 'page';
	const asked = readWholeNumber(query, name, dialect.firstPage) ?? dialect.firstPage;
	const index = asked - dialect.firstPage;
	const start = (dialect.repeatLastPage ? Math.min(index, lastPage(all, size)) : index) * size;
	return all.slice(start, start + size);
}

function selectByOffset(all: Booking[], query: Query, dialect: Dialect): Booking[] {
	const size = readPageSize(query, dialect);
	const offset = readWholeNumber(query, dialect.pageParameter || 'offset', 0) ?? 0;
	const beyond = dialect.repeatLastPage && offset >= all.length;
	const start = beyond ? lastPage(all, size) * size : offset;
	return all.slice(start, start + size);
}

/** A cursor names the item it follows, so that items created or deleted meanwhile shift nothing. */
function selectByCursor(all: Booking[], query: Query, dialect: Dialect): Page {
	const after = readCursor(query, dialect.cursorParameter);
	const { bookings, last } = pageBehind(all, after, query, dialect);
	const { nextCursorField, lastPageCursor } = dialect;
	if (last) return { bookings, said: { [nextCursorField]: writeCursor(last.sequence) } };
	if (dialect.repeatLastPage) return { bookings, said: { [nextCursorField]: writeCursor(after) } };
	if (lastPageCursor === 'absent') return { bookings };
	return { bookings, said: { [nextCursorField]: lastPageCursor === 'null' ? null : '' } };
}

/** The link repeats the query, so that it alone is enough. */
function selectByLink(all: Booking[], query: Query, dialect: Dialect): Page {
	const after = readCursor(query, LINK_PARAMETER);
	const { bookings, last } = pageBehind(all, after, query, dialect);
	const { nextLinkField } = dialect;
	if (!last) return { bookings, ...(nextLinkField !== '' && { said: { [nextLinkField]: null } }) };
	const next = new URLSearchParams({ ...query, [LINK_PARAMETER]: writeCursor(last.sequence) });
	const link = `/services?${next.toString()}`;
	return nextLinkField === ''
		? { bookings, link: `<${link}>; rel="next"` }
		: { bookings, said: { [nextLinkField]: link } };
}

/** An item that is gone is no place to go on from. */
function selectByLastItem(all: Booking[], query: Query, dialect: Dialect): Page {
	const { lastItemParameter: name, hasMoreField } = dialect;
	const before = query[name] === undefined ? undefined : all.find(({ id }) => id === query[name]);
	if (query[name] !== undefined && !before) {
		throw new Refusal(400, `${name} is no service item of this list`, { field: name });
	}
	const { bookings, last } = pageBehind(all, before?.sequence ?? 0, query, dialect);
	return { bookings, said: { [hasMoreField]: last !== undefined } };
}

/** The cursor has to be that of the page before. */
function selectByPageAndCursor(all: Booking[], query: Query, dialect: Dialect): Page {
	const page = readWholeNumber(query, dialect.pageParameter || 'page', dialect.firstPage);
	const isFirst = (page ?? dialect.firstPage) === dialect.firstPage;
	const hasCursor = query[dialect.cursorParameter] !== undefined;
	if (isFirst === hasCursor) {
		const what = isFirst
			? 'The first page has no cursor'
			: 'A page needs the cursor of the one before';
		throw new Refusal(400, what, { field: dialect.cursorParameter });
	}
	return selectByCursor(all, query, dialect);
}

/** The page behind a place; its last item, where there is more behind it. */
function pageBehind(
	all: Booking[],
	sequence: number,
	query: Query,
	dialect: Dialect,
): { bookings: Booking[]; last?: Booking } {
	const size = readPageSize(query, dialect);
	const rest = all.filter((booking) => booking.sequence > sequence);
	const bookings = rest.slice(0, size);
	return { bookings, last: rest.length > size ? bookings.at(-1) : undefined };
}

function lastPage(all: Booking[], size: number): number {
	return Math.max(0, Math.ceil(all.length / size) - 1);
}

function readPageSize(query: Query, { pageSizeParameter, maxPageSize }: Dialect): number {
	return Math.min(readWholeNumber(query, pageSizeParameter, 1) ?? maxPageSize, maxPageSize);
}

function readWholeNumber(query: Query, name: string, least: number): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	if (!(number >= least)) {
		throw new Refusal(400, `${name} must be a whole number from ${least}`, { field: name });
	}
	return number;
}

function writeCursor(sequence: number): string {
	return Buffer.from(`after ${sequence}`).toString('base64url');
}

function readCursor(query: Query, name: string): number {
	const cursor = query[name];
	if (cursor === undefined) return 0;
	const sequence = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	if (sequence === undefined) {
		throw new Refusal(400, `${name} is not a cursor of this list`, { field: name });
	}
	return Number(sequence);
}
