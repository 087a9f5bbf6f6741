import type { ListAnswer } from './pageStatements';
import { countOf, statementsIn } from './pageStatements';
import { isJsonObject } from '../wire/json';
import { nameSet } from '../wire/names';

/** Where a list says that it goes on, and maybe where. */
const NEXT = nameSet(
	'next nextcursor nextpagetoken nexttoken nextlink nextpage nextpageurl nexturl nextoffset ' +
		'hasmore hasnext hasnextpage istruncated truncated continuationtoken odatanextlink ' +
		'xnextpage xnextcursor xnextpagetoken xhasmore',
);

/** Where it says whether it is the last page; some of these names are also those of a number or an address. */
const LAST = nameSet('islast islastpage last lastpage');

/** How much of a list was read. */
export interface ListRead {
	items: number;
	pages: number;
	/** Where the list is in the answer, if that is known. */
	itemsField?: string;
}

/** What by its name may say that there is more of a list, and which values do. */
interface Pattern {
	names: Set<string>;
	saysMore: (value: unknown, read: ListRead) => boolean;
}

/** What an answer says about itself. */
const SIGNS: Pattern[] = [
	{ names: NEXT, saysMore: leadsOn },
	{ names: LAST, saysMore: isNo },
];

/** What it says about the whole list. */
const TOTALS: Pattern[] = [
	{
		names: nameSet('totalpages lastpage pagecount xtotalpages xwptotalpages'),
		saysMore: (value, { pages }) => exceeds(value, pages),
	},
	{
		names: nameSet(
			'totalelements totalitems totalcount totalrecords totalresults odatacount xtotalcount xtotal xwptotal',
		),
		saysMore: (value, { items }) => exceeds(value, items),
	},
];

/**
 * Where an answer says that there is more of the list than was read, by any of the usual conventions.
 *
 * @returns undefined when nothing in it says so
 */
export function signOfMore(answer: ListAnswer, read: ListRead): string | undefined {
	return signBy([...SIGNS, ...TOTALS], answer, read);
}

/** Where an answer tells a total that is beyond what was read. */
export function totalBeyond(answer: ListAnswer, read: ListRead): string | undefined {
	return signBy(TOTALS, answer, read);
}

/** True when an answer says in as many words that nothing comes after it: no next page, no more, the last one. */
export function saysEnd(answer: ListAnswer, itemsField: string): boolean {
	return statementsIn(answer, itemsField).some(({ about, value }) =>
		NEXT.has(about) ? !leadsOn(value) : LAST.has(about) && isYes(value),
	);
}

function signBy(patterns: Pattern[], answer: ListAnswer, read: ListRead): string | undefined {
	return statementsIn(answer, read.itemsField).find(({ about, value }) =>
		patterns.some((pattern) => pattern.names.has(about) && pattern.saysMore(value, read)),
	)?.where;
}

/**
 * The address or path of the next page: that of the Link header (RFC 8288), or what is under a usual name.
 *
 * @returns undefined when the answer names none; null when it has a place for one, which is empty
 */
export function nextLinkIn(answer: ListAnswer, itemsField = ''): string | null | undefined {
	const places = statementsIn(answer, itemsField).filter(({ about }) => NEXT.has(about));
	const links = places.map(({ value }) => linkIn(value)).filter((link) => link !== undefined);
	if (links[0] !== undefined) return links[0];
	return places.length > 0 || typeof answer.headers.link === 'string' ? null : undefined;
}

/** An address or a path, bare or in an object; undefined for a cursor, a number or a yes. */
export function linkIn(value: unknown): string | undefined {
	if (typeof value === 'string')
		return /^\s*(https?:|[/?.])/i.test(value) ? value.trim() : undefined;
	if (Array.isArray(value)) return linkIn(value[0]);
	return isJsonObject(value) ? linkIn(value.href ?? value.url ?? value.uri) : undefined;
}

/** True for a cursor, an address, a page number or a yes; false for every way to write that there is none. */
function leadsOn(value: unknown): boolean {
	if (typeof value === 'string') return !/^(0|false|null|none|no)?$/i.test(value.trim());
	if (typeof value === 'number') return value > 0;
	if (typeof value !== 'object' || value === null) return value === true;
	return 'href' in value ? leadsOn(value.href) : Object.values(value).some(leadsOn);
}

function isNo(value: unknown): boolean {
	return value === false || value === 'false';
}

function isYes(value: unknown): boolean {
	return value === true || value === 'true';
}

function exceeds(value: unknown, count: number): boolean {
	return (countOf(value) ?? 0) > count;
}
