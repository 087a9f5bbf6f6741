import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject, parseJson, plainName, readKeys } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { Answer } from '../http/reply';
import type { ListPage } from './listPage';

// The service's documentation shows no pages (docs/service-api.md): everything here is an assumption. What is not
// understood here is charged twice, so it goes by families of names and not by single ones.

/**
 * What a property says:
 *
 * - `more`: with a value, that there is more
 * - `position`: the same, unless something else says where the list ends: some services name the last item's position always
 * - `isLast`: with a no, that there is more
 * - `pages`, `items`: how many there are
 */
type Meaning = 'more' | 'position' | 'isLast' | 'pages' | 'items';

/** Properties that say the same, by their plain names. */
export interface Family {
	says: Meaning;
	/**
	 * `aboutPages`: in objects about pages; `counting`: there, and beside the size of a page that is full. Elsewhere such a
	 * name belongs to the reservation: nextCleaning, totalAmount, guestCount.
	 */
	where: 'anywhere' | 'aboutPages' | 'counting';
	names?: string[];
	begins?: string[];
	ends?: string[];
}

export const PAGE_WORDS = [
	...['page', 'cursor', 'token', 'link', 'url', 'uri', 'href', 'offset', 'start', 'skip', 'key'],
	'marker',
];

const COUNTED = ['count', 'items', 'elements', 'results', 'records', 'entries', 'rows'];

export const FAMILIES: Family[] = [
	{ says: 'more', where: 'anywhere', names: ['next'], begins: ['more', 'hasmore', 'hasnext'] },
	{ says: 'more', where: 'anywhere', ends: ['nextlink', 'nexttoken', 'continuationtoken'] },
	{ says: 'more', where: 'anywhere', ends: ['truncated'] },
	{ says: 'more', where: 'aboutPages', begins: ['next'] },
	{ says: 'position', where: 'anywhere', ends: ['cursor'] },
	{ says: 'position', where: 'aboutPages', names: ['after'] },
	{ says: 'isLast', where: 'anywhere', names: ['last', 'lastpage'], begins: ['islast'] },
	{ says: 'pages', where: 'anywhere', names: ['pagecount', 'lastpage'], ends: ['pages'] },
	{ says: 'items', where: 'anywhere', names: ['count', ...COUNTED.map((word) => `total${word}`)] },
	{ says: 'items', where: 'anywhere', ends: ['odatacount'] },
	{ says: 'items', where: 'counting', begins: ['total'], ends: ['count'] },
];

/** `next` with one or several paging words: nextPage, next_page_token. */
const NEXT_PAGE = new RegExp(`^next(${PAGE_WORDS.join('|')})+$`);
/** The way back, and where the page itself stands. */
const OTHER_POSITION = /^(prev|before|back|first|start|self|current)/;
/** Objects that are about pages and nothing else. */
const PAGE_OBJECT =
	/^(.*meta(data)?|pag(es?|er|ed|ing|ination)(info|data|details|meta)?|(result|list|response)?info|cursors?|links?)$/;
const PAGE_SIZE = /^(limit|take|top|size|max(results|items))$|(pagesize|perpage|pagelimit)$/;
const PAGE_POSITION = /^(page|pagenumber|pageindex|currentpage|offset|skip|start(index|at)?)$/;
/** Headers that are looked at like properties of an object about pages; `X-Pagination` may be JSON. */
const PAGE_HEADER =
	/^x-(pagination|next-?\w+|has-?(more|next)|page-?count|total(-?(count|items|pages|results|records))?)$/;
const NOTHING = /^\s*(0|-1|false|null|none|no|n)?\s*$/i;
const NO = /^\s*(false|no|n)\s*$/i;

/** How far the list was read, its last page included. */
export interface Progress {
	items: number;
	pages: number;
	itemsOnPage: number;
}

interface Property {
	/** As the service writes it. */
	key: string;
	name: string;
	value: unknown;
}

/** What is known where a property is judged. */
interface Place {
	path: string[];
	isAboutPages: boolean;
	/** True where an example has a blank there, which is read instead. */
	hasBlank: (path: string[]) => boolean;
	/** True where an example says how the list ends. */
	isEndTold: boolean;
	read: Progress;
}

/** @returns the name of what says, on the page that was read last, that there is more; undefined where nothing does */
export function signOfMore(
	answer: Answer,
	page: ListPage,
	read: Progress,
	mapper: Mapper,
): string | undefined {
	// From behind the last page: it is about no list.
	if (answer.status === 404) return undefined;
	const place: Place = {
		path: [],
		isAboutPages: false,
		hasBlank: (path) => mapper.hasPagePlaceAt(path),
		isEndTold: (['cursor', 'nextPage', 'hasMore'] as const).some((field) =>
			mapper.paging.has(field),
		),
		read,
	};
	return (
		signAtBlanks(page, read, mapper) ??
		signInHeaders(answer, place) ??
		signInBody(answer.body, page.path, place)
	);
}

function signAtBlanks(
	{ hasMore, total }: ListPage,
	read: Progress,
	{ paging }: Mapper,
): string | undefined {
	const canGoOn = [...paging].some((field) => field !== 'hasMore' && field !== 'total');
	if (hasMore === true && !canGoOn) return '{hasMore}';
	if (total !== undefined && total > read.items) return '{total}';
	return undefined;
}

function signInHeaders({ status, headers }: Answer, place: Place): string | undefined {
	if (nextInLinkHeader(headers) !== undefined) return 'Link';
	const isCut = isRangeCut(headers['content-range'], place.read);
	if (isCut) return 'Content-Range';
	if (status === 206 && isCut === undefined) return 'status 206';
	for (const [name, value] of Object.entries(headers)) {
		if (!PAGE_HEADER.test(name.toLowerCase())) continue;
		const property = { [name.slice('x-'.length)]: parseJson(value) ?? value };
		if (signWithin(property, { ...place, isAboutPages: true, hasBlank: () => false })) {
			return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
		}
	}
	return undefined;
}

/** RFC 9110, 14.4, with units of the service's own: `items 0-2/4`. @returns undefined where it tells nothing */
function isRangeCut(header: unknown, read: Progress): boolean | undefined {
	const range = /^\s*(\w+)\s+(?:\d+-(\d+)|\*)\/(\d+)\s*$/.exec(String(header));
	if (!range) return undefined;
	const [, unit, end, whole] = range;
	const reached = unit === 'bytes' ? Number(end) + 1 : read.items;
	return Number(whole) > reached;
}

function signInBody(body: unknown, pathToList: string[], place: Place): string | undefined {
	for (let depth = 0; depth <= pathToList.length; depth++) {
		const path = pathToList.slice(0, depth);
		const sign = signWithin(readKeys(body, path), { ...place, path });
		if (sign !== undefined) return sign;
	}
	return undefined;
}

function signWithin(object: unknown, place: Place): string | undefined {
	const properties = propertiesOf(object);
	const isEndTold = place.isEndTold || properties.some(saysNoMore);
	const isCounting = place.isAboutPages || isPageFull(properties, place.read.itemsOnPage);
	for (const property of properties) {
		const { key, name, value } = property;
		const path = [...place.path, key];
		if (place.hasBlank(path)) continue;
		if (typeof value === 'object' && PAGE_OBJECT.test(name)) {
			const inner = Array.isArray(value) ? nextLinkIn(value) : value;
			const sign = signWithin(inner, { ...place, path, isAboutPages: true, isEndTold });
			if (sign !== undefined) return sign;
		} else if (saysMore(property, { ...place, isEndTold }, isCounting)) {
			return path.join('.');
		}
	}
	return undefined;
}

function propertiesOf(object: unknown): Property[] {
	const entries = Object.entries(isJsonObject(object) ? object : {});
	return entries.map(([key, value]) => ({ key, name: plainName(key), value }));
}

/** Links may be a list as well: [{ rel: 'next', href: … }]. */
function nextLinkIn(links: unknown[]): IDataObject {
	const next = links.filter(isJsonObject).find(({ rel }) => rel === 'next');
	return { next };
}

function saysNoMore({ name, value }: Property): boolean {
	return /^has(more|next)/.test(name) && NO.test(String(value));
}

function isPageFull(properties: Property[], itemsOnPage: number): boolean {
	const counts = properties.filter(({ value }) => isCount(value));
	const sizes = counts.filter(({ name }) => PAGE_SIZE.test(name));
	if (sizes.length === 0) return counts.some(({ name }) => PAGE_POSITION.test(name));
	return sizes.some(({ value }) => Number(value) > 0 && itemsOnPage >= Number(value));
}

function saysMore({ name, value }: Property, place: Place, isCounting: boolean): boolean {
	return meaningsOf(name, place.isAboutPages, isCounting).some((meaning) => {
		switch (meaning) {
			case 'more':
				return hasValue(value);
			case 'position':
				return !place.isEndTold && !OTHER_POSITION.test(name) && hasValue(value);
			case 'isLast':
				return NO.test(String(value));
			case 'pages':
				return isCount(value) && Number(value) > place.read.pages;
			case 'items':
				return isCount(value) && Number(value) > place.read.items;
		}
	});
}

function meaningsOf(name: string, isAboutPages: boolean, isCounting: boolean): Meaning[] {
	const holds = { anywhere: true, aboutPages: isAboutPages, counting: isCounting };
	const families = FAMILIES.filter((family) => holds[family.where] && isOf(family, name));
	const meanings = families.map(({ says }) => says);
	if (NEXT_PAGE.test(name)) meanings.push('more');
	// totalPages and pageCount count no items.
	return meanings.includes('pages') ? meanings.filter((each) => each !== 'items') : meanings;
}

function isOf({ names = [], begins = [], ends = [] }: Family, name: string): boolean {
	return (
		names.includes(name) ||
		begins.some((begin) => name.startsWith(begin)) ||
		ends.some((end) => name.endsWith(end))
	);
}

/** False for none in any spelling, also in an object such as { href: null }. */
function hasValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasValue);
	return !isBlank(value) && !NOTHING.test(String(value));
}

function isCount(value: unknown): boolean {
	return /^\s*\d+\s*$/.test(String(value));
}

/** The target of rel=next in the Link header (RFC 8288). */
export function nextInLinkHeader({ link }: Answer['headers']): string | undefined {
	if (typeof link !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const next = link.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return next && /<([^>]*)>/.exec(next)?.[1];
}
