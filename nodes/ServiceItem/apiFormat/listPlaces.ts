import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/wire/json';
import { columnsOf } from './columns';
import { nameScore } from './fieldNames';

/** How deep a list may lie in an answer. */
const DEEPEST = 4;
/** Lists of something else. */
const NO_ITEMS = /error|warning|message|link|included/i;

/** A place in an answer that holds a list, written as Items Field wants it: `data.items`, `data[].invoiceItems`. */
export interface ListPlace {
	itemsField: string;
	items: IDataObject[];
}

/** The likeliest list of charges in the answer to GET /services; undefined when there is no list with anything in it. */
export function findList(body: unknown): ListPlace | undefined {
	const places = listsIn(body, '', 0).filter(({ items }) => items.length > 0);
	return places
		.map((place) => ({ place, likeness: likenessOf(place.items) }))
		.reduce<{ place?: ListPlace; likeness: number }>((a, b) => (b.likeness > a.likeness ? b : a), {
			likeness: 0,
		}).place;
}

function listsIn(value: unknown, path: string, depth: number): ListPlace[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) {
		const entries = value.filter(isJsonObject);
		if (entries.length < value.length) return [];
		return [{ itemsField: path, items: entries }, ...innerLists(entries, path, depth)];
	}
	if (!isJsonObject(value)) return [];
	const byKey = Object.values(value).filter(isJsonObject);
	const isKeyed = byKey.length > 1 && byKey.length === Object.keys(value).length;
	return [
		...(isKeyed ? [{ itemsField: `${path}[]`, items: byKey }] : []),
		...Object.entries(value)
			.filter(([key]) => !NO_ITEMS.test(key))
			.flatMap(([key, inner]) => listsIn(inner, path === '' ? key : `${path}.${key}`, depth + 1)),
	];
}

/** Lists within the entries of a list, all those of one name taken together. */
function innerLists(entries: IDataObject[], path: string, depth: number): ListPlace[] {
	const keys = new Set(entries.flatMap((entry) => Object.keys(entry)));
	return [...keys].flatMap((key) => {
		const inner = entries.flatMap((entry) => {
			const list: unknown = entry[key];
			return Array.isArray(list) ? (list as unknown[]) : [];
		});
		return inner.length === 0 ? [] : listsIn(inner, `${path}[].${key}`, depth + 1).slice(0, 1);
	});
}

/** How many fields of a charge the entries of a list seem to have; an amount says most. */
function likenessOf(items: IDataObject[]): number {
	const columns = columnsOf(items);
	const has = (field: 'amount' | 'date' | 'description' | 'id'): number =>
		columns.some((column) => nameScore(field, column) > 0) ? 1 : 0;
	return 3 * has('amount') + 2 * has('date') + has('description') + has('id');
}
