import { Refusal } from './answer';
import type { Booking } from './books';
import { LAST_ITEM_PARAMETER } from './dialect';
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
		case 'offset':
			return { bookings: selectByNumber(all, query, dialect) };
		case 'cursor':
			return selectByCursor(all, query, dialect);
		case 'nextLink':
			return selectByLink(all, query, dialect);
		case 'lastItem':
			return selectByLastItem(all, query, dialect);
	}
}

function selectByNumber(all: Booking[], query: Query, dialect: Dialect): Booking[] {
	const { pagination } = dialect;
	const size = readPageSize(query, dialect);
	const first = pagination === 'offset' ? 0 : dialect.firstPage;
	const asked = readWholeNumber(query, pagination, first) ?? first;
	const start = pagination === 'offset' ? asked : (asked - first) * size;
	return all.slice(start, start + size);
}

/** A cursor names the item it follows, so that items created or deleted meanwhile shift nothing. */
function selectByCursor(all: Booking[], query: Query, dialect: Dialect): Page {
	const after = readCursor(query, 'cursor');
	const { bookings, last } = pageBehind(all, after, query, dialect);
	if (!last) return { bookings };
	return { bookings, said: { [dialect.nextCursorField]: writeCursor(last.sequence) } };
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
	const id = query[LAST_ITEM_PARAMETER];
	const before = id === undefined ? undefined : all.find((booking) => booking.id === id);
	if (id !== undefined && !before) {
		throw new Refusal(400, `${LAST_ITEM_PARAMETER} is no service item of this list`);
	}
	const { bookings, last } = pageBehind(all, before?.sequence ?? 0, query, dialect);
	return { bookings, said: { has_more: last !== undefined } };
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

function readPageSize(query: Query, { maxPageSize }: Dialect): number {
	return Math.min(readWholeNumber(query, 'limit', 1) ?? maxPageSize, maxPageSize);
}

function readWholeNumber(query: Query, name: string, least: number): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	if (!(number >= least)) {
		throw new Refusal(400, `${name} must be a whole number from ${least}`);
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
		throw new Refusal(400, `${name} is not a cursor of this list`);
	}
	return Number(sequence);
}
