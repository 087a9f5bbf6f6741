import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject, parseJson, plainName, readKeys } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { Answer } from '../http/reply';
import type { ListPage } from './listPage';

// The service's documentation shows no pages (docs/service-api.md): everything here is an assumption. What is not
// understood here is charged twice, so it goes by families of names and not by single ones.

/** Properties that say the same. */
export interface Family {
	/**
	 * - `more`: with a value, that there is more
	 * - `position`: the same, unless something else says where the list ends: some services name the last item's position always
	 * - `notLast`: with a no, that there is more
	 * - `pages`, `items`: how many there are
	 */
	says: 'more' | 'position' | 'notLast' | 'pages' | 'items';
	/**
	 * `aboutPages`: in objects about pages; `counting`: there, and beside the size of a page that is full. Elsewhere such a
	 * name belongs to the reservation: nextCleaning, totalAmount, guestCount.
	 */
	where: 'anywhere' | 'aboutPages' | 'counting';
	/** As `plainName` gives it. */
	name: RegExp;
}

const PAGING = 'page|cursor|token|link|url|uri|href|offset|start|skip|key|marker';

export const FAMILIES: Family[] = [
	{ says: 'more', where: 'anywhere', name: new RegExp(`^next(${PAGING})*$`) },
	{ says: 'more', where: 'anywhere', name: /^(more|hasmore|hasnext)/ },
	{ says: 'more', where: 'anywhere', name: /(nextlink|nexttoken|continuationtoken|truncated)$/ },
	{ says: 'more', where: 'aboutPages', name: /^next/ },
	// Not the way back, and not where the page itself stands.
	{
		says: 'position',
		where: 'anywhere',
		name: /^(?!prev|before|back|first|start|self|current).*cursor$/,
	},
	{ says: 'position', where: 'aboutPages', name: /^after$/ },
	{ says: 'notLast', where: 'anywhere', name: /^(last|lastpage|islast.*)$/ },
	{ says: 'pages', where: 'anywhere', name: /^(pagecount|lastpage|.*pages)$/ },
	{ says: 'items', where: 'anywhere', name: /^(count|.*odatacount)$/ },
	{
		says: 'items',
		where: 'anywhere',
		name: /^total(count|items|elements|results|records|entries|rows)$/,
	},
	{ says: 'items', where: 'counting', name: /^(?!pagecount|.*pages)(total.*|.*count)$/ },
];

const PAGE_OBJECT =
	/^(.*meta(data)?|pag(es?|er|ed|ing|ination)(info|data|details|meta)?|(result|list|response)?info|cursors?|links?)$/;
const PAGE_SIZE = /^(limit|take|top|size|max(results|items))$|(pagesize|perpage|pagelimit)$/;
const PAGE_POSITION = /^(page|pagenumber|pageindex|currentpage|offset|skip|start(index|at)?)$/;
/** `X-Pagination` may be JSON. */
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
	/** True where an example has a placeholder there, which is read instead. */
	isRead: (path: string[]) => boolean;
	/** True where something says how the list ends. */
	isEndTold: boolean;
	progress: Progress;
}

/** @returns the name of what says, on the page that was read last, that there is more; undefined where nothing does */
export function signOfMore(
	answer: Answer,
	page: ListPage,
	progress: Progress,
	mapper: Mapper,
): string | undefined {
	// From behind the last page: it is about no list.
	if (answer.status === 404) return undefined;
	const { paging } = mapper;
	const place: Place = {
		path: [],
		isAboutPages: false,
		isRead: (path) => mapper.hasPagePlaceAt(path),
		isEndTold: paging.has('cursor') || paging.has('nextPage') || paging.has('hasMore'),
		progress,
	};
	return (
		signAtPlaceholders(page, progress, mapper) ??
		signInHeaders(answer, place) ??
		signInBody(answer.body, page.path, place)
	);
}

function signAtPlaceholders(
	{ hasMore, total }: ListPage,
	progress: Progress,
	{ paging }: Mapper,
): string | undefined {
	const canGoOn = [...paging].some((field) => field !== 'hasMore' && field !== 'total');
	if (hasMore === true && !canGoOn) return '{hasMore}';
	return total !== undefined && total > progress.items ? '{total}' : undefined;
}

function signInHeaders({ status, headers }: Answer, place: Place): string | undefined {
	if (nextInLinkHeader(headers) !== undefined) return 'Link';
	const isCut = isRangeCut(headers['content-range'], place.progress);
	if (isCut) return 'Content-Range';
	if (status === 206 && isCut === undefined) return 'status 206';
	const inHeaders: Place = { ...place, isAboutPages: true, isRead: () => false };
	for (const [name, value] of Object.entries(headers)) {
		if (!PAGE_HEADER.test(name.toLowerCase())) continue;
		const property = { [name.slice('x-'.length)]: parseJson(value) ?? value };
		if (signWithin(property, inHeaders)) return headerName(name);
	}
	return undefined;
}

function headerName(name: string): string {
	return name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** RFC 9110, 14.4, with units of the service's own: `items 0-2/4`. @returns undefined where it tells nothing */
function isRangeCut(header: unknown, progress: Progress): boolean | undefined {
	const range = /^\s*(\w+)\s+(?:\d+-(\d+)|\*)\/(\d+)\s*$/.exec(String(header));
	if (!range) return undefined;
	const [, unit, end, whole] = range;
	const reached = unit === 'bytes' ? Number(end) + 1 : progress.items;
	return Number(whole) > reached;
}

/** In the objects around the list. */
function signInBody(body: unknown, pathToList: string[], place: Place): string | undefined {
	for (let depth = 0; depth <= pathToList.length; depth++) {
		const path = pathToList.slice(0, depth);
		const sign = signWithin(readKeys(body, path), { ...place, path });
		if (sign !== undefined) return sign;
	}
	return undefined;
}

function signWithin(object: unknown, around: Place): string | undefined {
	const properties = propertiesOf(object);
	const place = { ...around, isEndTold: around.isEndTold || properties.some(saysNoMore) };
	const isCounting = place.isAboutPages || isPageFull(properties, place.progress.itemsOnPage);
	for (const property of properties) {
		const path = [...place.path, property.key];
		if (place.isRead(path)) continue;
		if (isAboutPages(property)) {
			const sign = signWithin(property.value, { ...place, path, isAboutPages: true });
			if (sign !== undefined) return sign;
		} else if (saysMore(property, place, isCounting)) {
			return path.join('.');
		}
	}
	return undefined;
}

function propertiesOf(object: unknown): Property[] {
	const entries = Object.entries(isJsonObject(object) ? object : nextLinkIn(object));
	return entries.map(([key, value]) => ({ key, name: plainName(key), value }));
}

/** Links may be a list as well: [{ rel: 'next', href: … }]. */
function nextLinkIn(links: unknown): IDataObject {
	if (!Array.isArray(links)) return {};
	return { next: links.filter(isJsonObject).find(({ rel }) => rel === 'next') };
}

function isAboutPages({ name, value }: Property): boolean {
	return typeof value === 'object' && PAGE_OBJECT.test(name);
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

function saysMore(property: Property, place: Place, isCounting: boolean): boolean {
	const counts = { anywhere: true, aboutPages: place.isAboutPages, counting: isCounting };
	return FAMILIES.some(
		({ says, where, name }) =>
			counts[where] && name.test(property.name) && isMore(says, property.value, place),
	);
}

function isMore(says: Family['says'], value: unknown, { progress, isEndTold }: Place): boolean {
	switch (says) {
		case 'more':
			return hasValue(value);
		case 'position':
			return !isEndTold && hasValue(value);
		case 'notLast':
			return NO.test(String(value));
		case 'pages':
		case 'items':
			return isCount(value) && Number(value) > progress[says];
	}
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
