import type { IDataObject } from 'n8n-workflow';

import type { Answer } from './outcome';
import { isJsonObject } from '../wire/json';

/** Names are compared without case and punctuation: next_page, nextPage and Next-Page are one (all of this: assumption). */
const names = (text: string): Set<string> => new Set(text.split(' '));

/** Objects in which a list speaks of its pages. */
const WRAPPERS = names(
	'meta pagination paging page pageinfo links cursor cursors data result results response embedded',
);
const DEEPEST_WRAPPER = 3;

/** Where a list says that it goes on, and maybe where. */
const NEXT = names(
	'next nextcursor nextpagetoken nexttoken nextlink nextpage nextpageurl nexturl nextoffset ' +
		'hasmore hasnext hasnextpage istruncated truncated continuationtoken odatanextlink ' +
		'xnextpage xnextcursor xnextpagetoken xhasmore',
);
/** What makes a `total` a count; alone it may be a sum of money. */
const PAGING_PARAMETERS = names(
	'limit offset perpage page pagesize pagenumber currentpage skip startat maxresults pagination paging pageinfo',
);
const PAGING_WRAPPERS = names('pagination paging page pageinfo');

/** How much of a list was read. */
export interface ListRead {
	items: number;
	pages: number;
}

/** What of an answer a list is read from. */
export type ListAnswer = Pick<Answer, 'status' | 'headers' | 'body'>;

/** One thing an answer says about its pages. */
interface Statement {
	/** Where it says so, for texts. */
	where: string;
	/** What it is about, by its plain name. */
	about: string;
	value: unknown;
}

/** What by its name may say that there is more of a list, and which values do. */
interface Pattern {
	names: Set<string>;
	saysMore: (value: unknown, read: ListRead) => boolean;
}

/** What an answer says about itself. */
const SIGNS: Pattern[] = [
	{ names: NEXT, saysMore: leadsOn },
	{ names: names('islast islastpage last lastpage'), saysMore: isNo },
];

/** What it says about the whole list. */
const TOTALS: Pattern[] = [
	{
		names: names('totalpages lastpage pagecount xtotalpages xwptotalpages'),
		saysMore: (value, { pages }) => exceeds(value, pages),
	},
	{
		names: names(
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

function signBy(patterns: Pattern[], answer: ListAnswer, read: ListRead): string | undefined {
	return statementsIn(answer).find(({ about, value }) =>
		patterns.some((pattern) => pattern.names.has(about) && pattern.saysMore(value, read)),
	)?.where;
}

/**
 * The address or path of the next page: that of the Link header (RFC 8288), or what is under a usual name.
 *
 * @returns undefined when the answer names none; null when it has a place for one, which is empty
 */
export function nextLinkIn(answer: ListAnswer): string | null | undefined {
	const places = statementsIn(answer).filter(({ about }) => NEXT.has(about));
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

/** One walk over everything that may speak of pages: the body from the outside in, then the headers. */
function statementsIn({ status, headers, body }: ListAnswer): Statement[] {
	const inBody = isJsonObject(body) ? statementsInBody(body, '', false, DEEPEST_WRAPPER) : [];
	return [...inBody, ...statementsInHeaders(status, headers)];
}

/** @param isPaging true when nothing in this object is about anything but pages */
function statementsInBody(
	body: IDataObject,
	path: string,
	isPaging: boolean,
	depth: number,
): Statement[] {
	const entries = Object.entries(body);
	const isTotalCount = isPaging || entries.some(([key, value]) => isPagingParameter(key, value));
	const own = entries.flatMap(([key, value]): Statement[] => {
		const where = `${path}${key}`;
		const name = plain(key);
		if (name === 'links' && Array.isArray(value)) return nextOf(value, where);
		if (isJsonObject(value) && 'href' in value) {
			return [{ where: `${where}.href`, about: name, value: value.href }];
		}
		return [{ where, about: name === 'total' && isTotalCount ? 'totalitems' : name, value }];
	});
	if (depth === 0) return own;
	const inner = entries.flatMap(([key, value]) =>
		isJsonObject(value) && WRAPPERS.has(plain(key))
			? statementsInBody(value, `${path}${key}.`, PAGING_WRAPPERS.has(plain(key)), depth - 1)
			: [],
	);
	return [...own, ...inner];
}

/** Of links in a list: [{ rel: 'next', href: … }]. */
function nextOf(links: unknown[], where: string): Statement[] {
	return links.filter(isJsonObject).flatMap((link) => {
		const rels = [link.rel].flat();
		const isNext = rels.some((rel) => typeof rel === 'string' && /^next$/i.test(rel));
		return isNext ? [{ where, about: 'next', value: link.href ?? link.url ?? link.uri }] : [];
	});
}

/** An object that has a total of its own says nothing about another one. */
function isPagingParameter(key: string, value: unknown): boolean {
	if (!PAGING_PARAMETERS.has(plain(key))) return false;
	if (!isJsonObject(value)) return countOf(value) !== undefined;
	return !Object.keys(value).some((inner) => plain(inner).startsWith('total'));
}

function statementsInHeaders(status: number, headers: Answer['headers']): Statement[] {
	const total = totalInRange(headers['content-range']);
	const isPartial = status === 206 && total === undefined;
	return [
		{ where: 'Link', about: 'next', value: nextInLinkHeader(headers.link) },
		{ where: 'Content-Range', about: 'totalitems', value: total },
		{ where: 'status 206', about: 'hasmore', value: isPartial ? true : undefined },
		...Object.entries(headers)
			.filter(([name]) => name.startsWith('x-'))
			.map(([name, value]) => ({ where: titled(name), about: plain(name), value })),
	].filter(({ value }) => value !== undefined);
}

/** The target of rel=next (RFC 8288). */
function nextInLinkHeader(header: unknown): string | undefined {
	if (typeof header !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const link = header.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return link && /<([^>]*)>/.exec(link)?.[1];
}

/** The 66 of `items 0-24/66`; bytes tell nothing about items. */
function totalInRange(range: unknown): number | undefined {
	if (typeof range !== 'string' || /^\s*bytes/i.test(range)) return undefined;
	return countOf(range.split('/')[1]);
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

function exceeds(value: unknown, count: number): boolean {
	return (countOf(value) ?? 0) > count;
}

/** A whole number, which some services write as text. */
function countOf(value: unknown): number | undefined {
	const isCount =
		Number.isInteger(value) || (typeof value === 'string' && /^\s*\d+\s*$/.test(value));
	return isCount ? Number(value) : undefined;
}

function titled(header: string): string {
	return header.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

function plain(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
