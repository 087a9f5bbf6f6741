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

/** Where a list says that it goes on. */
const NEXT = names(
	'next nextcursor nextpagetoken nexttoken nextlink nextpage nextpageurl nexturl nextoffset ' +
		'hasmore hasnext hasnextpage istruncated truncated continuationtoken odatanextlink ' +
		'xnextpage xnextcursor xnextpagetoken xhasmore',
);
/** Where it says that it does not end here. */
const LAST = names('islast islastpage last lastpage');
const PAGE_COUNTS = names('totalpages lastpage pagecount xtotalpages xwptotalpages');
const ITEM_COUNTS = names(
	'totalelements totalitems totalcount totalrecords totalresults odatacount xtotalcount xtotal xwptotal',
);
/** What makes a `total` a count; alone it may be a sum of money. */
const PAGING_PARAMETERS = names(
	'limit offset perpage page pagesize pagenumber currentpage skip startat maxresults pagination paging pageinfo',
);
const PAGING_WRAPPERS = names('pagination paging page pageinfo');

/** An object that may speak of pages, and the path to it with a dot behind it. */
interface Wrapper {
	value: IDataObject;
	path: string;
	/** True when nothing in it is about anything but pages. */
	isPaging: boolean;
}

/** What of an answer a list is read from. */
export type ListAnswer = Pick<Answer, 'status' | 'headers' | 'body'>;

/**
 * Where an answer says that there is more of the list than came, by any of the usual conventions.
 *
 * @param count how many items came
 * @returns undefined when nothing in it says so
 */
export function signOfMore(
	{ status, headers, body }: ListAnswer,
	count: number,
): string | undefined {
	const inBody = isJsonObject(body)
		? wrappersIn(body).map((wrapper) => signIn(wrapper, count))
		: [];
	return inBody.find((sign) => sign !== undefined) ?? signInHeaders(status, headers, count);
}

function wrappersIn(body: IDataObject): Wrapper[] {
	const found: Wrapper[] = [{ value: body, path: '', isPaging: false }];
	let level = found;
	for (let depth = 0; depth < DEEPEST_WRAPPER; depth++) {
		level = level.flatMap(({ value, path }) =>
			Object.entries(value).flatMap(([key, inner]) =>
				isJsonObject(inner) && WRAPPERS.has(plain(key))
					? [{ value: inner, path: `${path}${key}.`, isPaging: PAGING_WRAPPERS.has(plain(key)) }]
					: [],
			),
		);
		found.push(...level);
	}
	return found;
}

function signIn({ value, path, isPaging }: Wrapper, count: number): string | undefined {
	const entries = Object.entries(value);
	const isTotalCount = isPaging || entries.some(([key, inner]) => isPagingParameter(key, inner));
	const sign = entries.find(([key, inner]) => {
		const name = plain(key);
		if (name === 'links' && Array.isArray(inner)) return inner.some(isNextLink);
		return (
			saysMore(name, inner, count) || (name === 'total' && isTotalCount && exceeds(inner, count))
		);
	});
	if (!sign) return undefined;
	const [key, inner] = sign;
	return `${path}${key}${isJsonObject(inner) && 'href' in inner ? '.href' : ''}`;
}

function saysMore(name: string, value: unknown, count: number): boolean {
	return (
		(NEXT.has(name) && leadsOn(value)) ||
		(LAST.has(name) && (value === false || value === 'false')) ||
		(PAGE_COUNTS.has(name) && exceeds(value, 1)) ||
		(ITEM_COUNTS.has(name) && exceeds(value, count))
	);
}

/** An object that has a total of its own says nothing about another one. */
function isPagingParameter(key: string, value: unknown): boolean {
	if (!PAGING_PARAMETERS.has(plain(key))) return false;
	if (!isJsonObject(value)) return countOf(value) !== undefined;
	return !Object.keys(value).some((inner) => plain(inner).startsWith('total'));
}

/** True for a cursor, an address, a page number or a yes; false for every way to write that there is none. */
function leadsOn(value: unknown): boolean {
	if (typeof value === 'string') return !/^(0|false|null|none|no)?$/i.test(value.trim());
	if (typeof value === 'number') return value > 0;
	if (typeof value !== 'object' || value === null) return value === true;
	return 'href' in value ? leadsOn(value.href) : Object.values(value).some(leadsOn);
}

/** An entry of links: [{ rel: 'next', href: … }]. */
function isNextLink(link: unknown): boolean {
	if (!isJsonObject(link)) return false;
	const isNext = [link.rel].flat().some((rel) => typeof rel === 'string' && /^next$/i.test(rel));
	return isNext && leadsOn(link.href ?? link.url ?? link.uri);
}

function signInHeaders(
	status: number,
	headers: Answer['headers'],
	count: number,
): string | undefined {
	// RFC 8288: a list in pages may name the next one in its headers.
	if (typeof headers.link === 'string' && /;\s*rel="?next"?/i.test(headers.link)) return 'Link';
	const total = totalInRange(headers['content-range']);
	if (total !== undefined && total > count) return 'Content-Range';
	if (status === 206 && total === undefined) return 'status 206';
	const named = Object.entries(headers).find(
		([name, value]) => name.startsWith('x-') && saysMore(plain(name), value, count),
	);
	return named?.[0].replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/** The 66 of `items 0-24/66`; bytes tell nothing about items. */
function totalInRange(range: unknown): number | undefined {
	if (typeof range !== 'string' || /^\s*bytes/i.test(range)) return undefined;
	return countOf(range.split('/')[1]);
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

function plain(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
