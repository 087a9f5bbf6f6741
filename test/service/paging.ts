import { Refusal } from './answer';
import type { Booking } from './books';
import type { Dialect } from './dialect';

type Query = Record<string, string>;

/** One page of a list; `nextCursor` is undefined where the answer carries none. */
export interface Page {
	bookings: Booking[];
	nextCursor?: string | null;
}

/** The page a query asks for, by the dialect's way of paging (SERVICE-API.md 8 shows none). Malformed parameters: 400. */
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
	const size = readPageSize(query, dialect);
	const after = readCursor(query[dialect.cursorParameter], dialect);
	const rest = all.filter(({ sequence }) => sequence > after);
	const bookings = rest.slice(0, size);
	const last = bookings.at(-1);
	if (last && rest.length > size) return { bookings, nextCursor: writeCursor(last.sequence) };
	if (dialect.repeatLastPage) return { bookings, nextCursor: writeCursor(after) };
	const nextCursor = { absent: undefined, null: null, empty: '' }[dialect.lastPageCursor];
	return { bookings, nextCursor };
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

function readCursor(cursor: string | undefined, { cursorParameter }: Dialect): number {
	if (cursor === undefined) return 0;
	const sequence = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	if (sequence === undefined) {
		throw new Refusal(400, `${cursorParameter} is not a cursor of this list`, {
			field: cursorParameter,
		});
	}
	return Number(sequence);
}
