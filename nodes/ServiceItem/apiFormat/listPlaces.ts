import type { IDataObject } from 'n8n-workflow';

import { readItemsPath } from '../../shared/answers/itemsPath';
import { isJsonObject } from '../../shared/wire/json';
import type { WireContext } from '../../shared/wire/serviceItem';
import { readTemplate } from '../../shared/wire/templates/readTemplate';
import type { Column } from './columns';
import { columnsOf } from './columns';
import { nameScore } from './fieldNames';

/** How deep a list may lie in an answer. */
const DEEPEST = 4;
/** Below what anything with a field of a charge comes to. */
const LEAST_LIKENESS = -3;
/** Lists of something else. */
const NO_ITEMS = /error|warning|message|link|included/i;

/** A place in an answer that holds a list, written as Items Field wants it: `data.items`, `data[].invoiceItems`. */
export interface ListPlace {
	itemsField: string;
	items: IDataObject[];
}

/** Finds the list of charges in an answer; undefined when there is none with anything in it. */
export type FindList = (body: unknown) => ListPlace | undefined;

/** The likeliest list of charges in the answer to GET /services; undefined when there is no list with anything in it. */
export function findList(body: unknown): ListPlace | undefined {
	const places = listsIn(body, '', 0).filter(({ items }) => items.length > 0);
	return places
		.map((place) => ({ place, likeness: likenessOf(place.items) }))
		.reduce<{ place?: ListPlace; likeness: number }>((a, b) => (b.likeness > a.likeness ? b : a), {
			likeness: LEAST_LIKENESS,
		}).place;
}

function listsIn(value: unknown, path: string, depth: number): ListPlace[] {
	if (depth > DEEPEST) return [];
	if (Array.isArray(value)) {
		const entries = value.filter(isJsonObject);
		if (entries.length < value.length) return [];
		return [
			...wrappedEntries(entries, `${path}[]`),
			{ itemsField: path, items: entries },
			...innerLists(entries, `${path}[]`, depth),
		];
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

/** What each entry of a list is only a wrapper of, at most with a cursor beside it: `edges[].node`. */
function wrappedEntries(entries: IDataObject[], path: string): ListPlace[] {
	const keys = Object.keys(entries[0] ?? {});
	const [key, ...others] = keys.filter((name) => isJsonObject(entries[0]?.[name]));
	const items = key === undefined ? [] : entries.map((entry) => entry[key]).filter(isJsonObject);
	const isWrapper = others.length === 0 && keys.length <= 2 && items.length === entries.length;
	return isWrapper ? [{ itemsField: `${path}.${key}`, items }] : [];
}

/** Lists within the entries of a list, all those of one name taken together. */
function innerLists(entries: IDataObject[], path: string, depth: number): ListPlace[] {
	if (depth > DEEPEST) return [];
	const keys = new Set(entries.flatMap((entry) => Object.keys(entry)));
	return [...keys].flatMap((key) => {
		const values = entries.map((entry): unknown => entry[key]);
		const inner = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []));
		const place = `${path}.${key}`;
		return inner.length > 0
			? listsIn(inner, place, depth + 1)
			: innerLists(values.filter(isJsonObject), place, depth + 1);
	});
}

/** The same with the list that the credential names or shows, where its entries are read as charges. */
export function findListAs({ format, timeZone }: WireContext): FindList {
	const isCharge = (item: unknown): boolean =>
		readTemplate(format.templates.item, item, timeZone, 'amount').values.amount !== undefined;
	const areCharges = ({ items }: ListPlace): boolean => items.length > 0 && items.every(isCharge);
	return (body) => {
		const { itemsField, hasItemExample } = format;
		const list = itemsField === '' ? undefined : readItemsPath(body, itemsField, isCharge);
		if (Array.isArray(list) && list.length === 0) return undefined;
		const named = { itemsField, items: Array.isArray(list) ? list.filter(isJsonObject) : [] };
		if (areCharges(named)) return named;
		return (hasItemExample ? listsIn(body, '', 0).find(areCharges) : undefined) ?? findList(body);
	};
}

/**
 * How many fields of a charge the entries of a list seem to have: an amount says most, and parts of charges have no identifiers
 * of their own.
 */
function likenessOf(items: IDataObject[]): number {
	const columns = columnsOf(items);
	const has = (field: 'amount' | 'date' | 'description'): number =>
		columns.some((column) => nameScore(field, column) > 0) ? 1 : 0;
	const isId = (column: Column): boolean =>
		nameScore('id', column) > 0 &&
		column.values.length === items.length &&
		new Set(column.values).size === items.length;
	const fields = 3 * has('amount') + 2 * has('date') + has('description');
	return fields === 0 ? LEAST_LIKENESS : fields + (columns.some(isId) ? 1 : -3);
}
