import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject } from '../../shared/format/json';
import type { NamedField } from './fieldNames';
import { nameScore, wordsOf } from './fieldNames';
import type { Column, Leaf, Path } from './leaves';
import { columnsOf, leavesOf, pathText, plainName } from './leaves';

/** A list in an answer; several lists at one place, as in the entries of another list, are one. */
export interface FoundList {
	/** The way to an item. */
	path: Path;
	items: IDataObject[];
}

/** Lists of something else. */
const NO_ITEMS = /error|warning|message|link|included/i;

/** All lists of objects in an answer that may be service items, the likeliest first. */
export function listsIn(body: unknown): FoundList[] {
	return listsAt([body], [])
		.map((list) => ({ list, likeness: likeness(list.items) }))
		.filter(({ likeness }) => likeness > 0)
		.sort((a, b) => b.likeness - a.likeness)
		.map(({ list }) => list);
}

/** @param values what stands at one place, in all entries of the lists around it */
function listsAt(values: unknown[], path: Path): FoundList[] {
	const entries = values.filter(Array.isArray).flat() as unknown[];
	if (entries.length > 0) {
		const place: Path = [...path, 0];
		const items = entries.filter(isJsonObject);
		const isList = items.length === entries.length;
		return [...(isList ? [{ path: place, items }] : []), ...listsAt(items, place)];
	}
	const objects = values.filter(isJsonObject);
	const names = new Set(objects.flatMap((object) => Object.keys(object)));
	return [...names]
		.filter((name) => !NO_ITEMS.test(name))
		.flatMap((name) =>
			listsAt(
				objects.map((object) => object[name]),
				[...path, name],
			),
		);
}

/** How much items look like charges: an amount says most, and parts of charges have no identifiers of their own. */
function likeness(items: IDataObject[]): number {
	const columns = columnsOf(items);
	const own = columns.filter(({ path }) => !path.includes(0));
	const has = (field: NamedField, among: Column[]): boolean =>
		among.some(({ path }) => nameScore(field, wordsOf(path)) > 0);
	const hasId = has(
		'id',
		own.filter(({ values }) => new Set(values).size === items.length),
	);
	const amount = has('amount', own) ? 5 : has('amount', columns) ? 4 : 0;
	return (
		amount +
		(has('date', columns) ? 2 : 0) +
		(has('description', columns) ? 1 : 0) +
		(hasId ? 3 : 0)
	);
}

/** What an answer says about the pages of its list, and the query that asks for the next one. */
export interface FoundPaging {
	/** For List Response. */
	places: Array<{ path: Path; text: string }>;
	/** For List Query. */
	query: { [name: string]: string };
}

/** Names of what says how a list goes on (assumption). */
const NEXT = /next|cursor|continuation|pagetoken/i;
const ADDRESS = /^(https?:\/\/|\/|\?)/;
const COUNTS = {
	page: /^(page|pagenumber|pageno|pageindex|currentpage|number)$/,
	offset: /^(offset|skip|start)$/,
};
const HAS_MORE = /^(hasmore|hasnext|hasnextpage|more)$/;
const TOTAL =
	/^total(count|items|elements|results|records)$|(meta|paging|pagination|page|info)total$/;

/** How a list goes on, by what its first page says of itself; undefined where it says nothing of the kind. */
export function pagingBeside(body: unknown): FoundPaging | undefined {
	const beside = leavesOf(body).filter(
		({ path }) => !/[{}]/.test(pathText(path)) && !path.includes(0),
	);
	const way = wayOn(beside);
	if (!way) return undefined;
	const placesOf = (text: string, isMeant: (leaf: Leaf) => boolean) =>
		beside
			.filter(isMeant)
			.slice(0, 1)
			.map(({ path }) => ({ path, text }));
	return {
		query: way.query,
		places: [
			...way.places,
			...placesOf(
				'{hasMore}',
				({ path, value }) => HAS_MORE.test(plainName(path)) && typeof value === 'boolean',
			),
			...placesOf(
				'{total}',
				({ path, value }) => TOTAL.test(plainName(path, 2)) && Number.isInteger(value),
			),
		],
	};
}

function wayOn(beside: Leaf[]): FoundPaging | undefined {
	const next = beside.filter(({ path, value }) => NEXT.test(pathText(path)) && isPosition(value));
	const link = next.find(({ value }) => ADDRESS.test(String(value)));
	if (link) return { places: [{ path: link.path, text: '{nextPage}' }], query: {} };
	const [cursor] = next;
	if (cursor) {
		return {
			places: [{ path: cursor.path, text: '{cursor}' }],
			query: { [parameterFor(cursor.path)]: '{cursor}' },
		};
	}
	for (const field of ['page', 'offset'] as const) {
		const first = beside.find(
			({ path, value }) => COUNTS[field].test(plainName(path)) && (value === 0 || value === 1),
		);
		const blank = field === 'page' && first?.value === 0 ? '{page from 0}' : `{${field}}`;
		if (first) return { places: [], query: { [String(first.path.at(-1))]: blank } };
	}
	return undefined;
}

function isPosition(value: unknown): boolean {
	return (typeof value === 'string' && !isBlank(value)) || (typeof value === 'number' && value > 0);
}

/** The parameter that by its name takes a cursor: `pageToken` for `nextPageToken`, and `after` for `endCursor`. */
function parameterFor(path: Path): string {
	const name = String(path.at(-1));
	if (/^end_?cursor$/i.test(name)) return 'after';
	const own = name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase());
	return own === '' ? 'cursor' : own;
}
