import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/format/json';
import type { NamedField } from './fieldNames';
import { nameScore, wordsOf } from './fieldNames';
import type { Column, Path } from './leaves';
import { columnsOf, hasBraces, leavesOf, plainName } from './leaves';

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

/** What an answer says about the pages of its list, for List Response, and how the next one is asked for, for List Query. */
export interface FoundPaging {
	places: Array<{ path: Path; text: string }>;
	query: { [name: string]: string };
}

/** Something beside a list by its name and value (assumption), and its blank in the answer and in the query. */
interface Mark {
	name: RegExp;
	value: RegExp;
	answer?: string;
	query?: string;
}

const NEXT = /next|cursor|continuation|pagetoken/;
const PAGE = /(^|\.)(page|pagenumber|pageno|pageindex|currentpage|number)$/;
const OFFSET = /(^|\.)(offset|skip|start)$/;
const HAS_MORE = /(^|\.)(hasmore|hasnext|hasnextpage|more)$/;
/** Alone, a total may be a sum of money. */
const TOTAL =
	/(^|\.)total(count|items|elements|results|records)$|(meta|paging|pagination|page|info)\.total$/;

/** Ways in which a list goes on, best first. */
const WAYS: Mark[] = [
	{ name: NEXT, value: /^(https?:\/\/|\/|\?)/, answer: '{nextPage}' },
	{ name: NEXT, value: /^(?!0$|true$|false$|null$)\S/, answer: '{cursor}', query: '{cursor}' },
	{ name: PAGE, value: /^1$/, query: '{page}' },
	{ name: PAGE, value: /^0$/, query: '{page from 0}' },
	{ name: OFFSET, value: /^0$/, query: '{offset}' },
];
const ENDS: Mark[] = [
	{ name: HAS_MORE, value: /^(true|false)$/, answer: '{hasMore}' },
	{ name: TOTAL, value: /^\d+$/, answer: '{total}' },
];

/** How a list goes on, by what its first page says of itself; undefined where it says nothing of the kind. */
export function pagingBeside(body: unknown): FoundPaging | undefined {
	const beside = leavesOf(body).filter(({ path }) => !path.includes(0) && !hasBraces(path));
	const found = (marks: Mark[]) =>
		marks.flatMap((mark) => {
			const leaf = beside.find(
				({ path, value }) => mark.name.test(plainName(path)) && mark.value.test(String(value)),
			);
			return leaf ? [{ ...mark, path: leaf.path }] : [];
		});
	const [way] = found(WAYS);
	if (!way) return undefined;
	return {
		places: [way, ...found(ENDS)].flatMap(({ path, answer }) =>
			answer ? [{ path, text: answer }] : [],
		),
		query: way.query
			? { [way.answer ? parameterFor(way.path) : String(way.path.at(-1))]: way.query }
			: {},
	};
}

/** The parameter that by its name takes a cursor: `pageToken` for `nextPageToken`, and `after` for `endCursor`. */
function parameterFor(path: Path): string {
	const name = String(path.at(-1));
	if (/^end_?cursor$/i.test(name)) return 'after';
	return name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase()) || 'cursor';
}
