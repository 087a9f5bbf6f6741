import { Refusal } from './answer';
import type { Booking } from './books';
import type { Dialect } from './dialect';

type Query = Record<string, string>;

/** One page of a list, and where the next begins. */
interface Page {
	bookings: Booking[];
	nextCursor?: string;
}

/** The page a query asks for, by the dialect's way of paging (docs/service-api.md shows none). Malformed parameters: 400. */
export function selectPage(all: Booking[], query: Query, dialect: Dialect): Page {
	const { pagination, maxPageSize } = dialect;
	if (pagination === 'none') return { bookings: all };
	const size = Math.min(readWholeNumber(query, 'limit', 1) ?? maxPageSize, maxPageSize);
	if (pagination === 'cursor') return selectByCursor(all, query.cursor, size);
	const start = ((readWholeNumber(query, 'page', 1) ?? 1) - 1) * size;
	return { bookings: all.slice(start, start + size) };
}

/** A cursor names the item it follows, so that items created or deleted meanwhile shift nothing. */
function selectByCursor(all: Booking[], cursor: string | undefined, size: number): Page {
	const after = cursor === undefined ? 0 : readCursor(cursor);
	const rest = all.filter(({ sequence }) => sequence > after);
	const bookings = rest.slice(0, size);
	const last = rest.length > size ? bookings.at(-1)?.sequence : undefined;
	if (last === undefined) return { bookings };
	return { bookings, nextCursor: Buffer.from(`after ${last}`).toString('base64url') };
}

function readCursor(cursor: string): number {
	const sequence = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
	if (sequence === undefined) throw new Refusal(400, 'cursor is not a cursor of this list');
	return Number(sequence);
}

function readWholeNumber(query: Query, name: string, least: number): number | undefined {
	const text = query[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : NaN;
	if (!(number >= least)) throw new Refusal(400, `${name} must be a whole number from ${least}`);
	return number;
}
