import { readPath } from '../wire/dotPath';
import { isJsonObject } from '../wire/json';

/** Behind a name: all entries of the list there, or all values of the object. */
const EVERY = '[]';

/** Tells a service item from anything else. */
type IsItem = (value: unknown) => boolean;

/**
 * Reads what Items Field names: a dot path, which may lead through lists. `data[].invoiceItems` gives the items of all
 * entries, `edges[].node` the one in each, `items[]` the values of an object, as of a list keyed by ID.
 *
 * @param isItem what may stand where a list should: JSON made from XML has no list where there is one item
 * @returns undefined when there is nothing of the kind; null when it is there, but null
 */
export function readItemsPath(body: unknown, path: string, isItem: IsItem = () => false): unknown {
	const at = path.indexOf(EVERY);
	if (at < 0) return readList(body, path, isItem);
	const start = path.slice(0, at);
	const rest = path.slice(at + EVERY.length).replace(/^\./, '');
	const found = start === '' ? body : readPath(body, start);
	if (found === null) return null;
	const entries = entriesOf(found);
	if (!entries || rest === '') return entries;
	const lists = entries
		.map((entry) => readItemsPath(entry, rest, isItem))
		.filter((list) => list !== undefined);
	// An entry may have no items, but if none has any, the name may be wrong.
	if (entries.length > 0 && lists.length === 0) return undefined;
	return lists.every((list) => list === null || Array.isArray(list))
		? lists.flatMap((list) => (list ?? []) as unknown[])
		: undefined;
}

/**
 * Where what would hold the list has nothing in it, there are no items: `{ QueryResponse: {} }`, or `{ Charges: "" }` as in
 * JSON made from XML. HAL leaves out an `_embedded` with nothing in it.
 */
function readList(body: unknown, path: string, isItem: IsItem): unknown {
	const found = readPath(body, path);
	if (found === '') return null;
	if (isItem(found)) return [found];
	const end = path.lastIndexOf('.');
	if (found !== undefined || end < 0) return found;
	const around = path.slice(0, end);
	const holder = readPath(body, around);
	if (holder === undefined && around === '_embedded') {
		return isJsonObject(readPath(body, '_links')) ? null : undefined;
	}
	const isEmpty = isJsonObject(holder) ? Object.keys(holder).length === 0 : holder === '';
	return isEmpty ? null : undefined;
}

function entriesOf(found: unknown): unknown[] | undefined {
	if (Array.isArray(found)) return found as unknown[];
	return isJsonObject(found) ? Object.values(found) : undefined;
}
