import {
	asObject,
	isBlank,
	isJsonObject,
	parseJson,
	plainName,
	readKeys,
} from '../format/json';
import type { ListPage } from '../format/listPage';
import type { Answer } from '../http/reply';

// All an assumption, as no pages are shown (docs/service-api.md). What is not
// understood here is charged twice.

export interface Family {
	/**
	 * - `more`: with a value, that there is more
	 * - `position`: the same, unless something else says where the list ends:
	 *   some services name the last item's position always
	 * - `notLast`: with a no, that there is more
	 * - `pages`, `items`: how many there are
	 */
	says: 'more' | 'position' | 'notLast' | 'pages' | 'items';
	/**
	 * `aboutPages`: in objects about pages; `counting`: there, and beside the
	 * size of a page that is full. Elsewhere such a name belongs to the
	 * reservation: nextCleaning, totalAmount, guestCount.
	 */
	where: 'anywhere' | 'aboutPages' | 'counting';
	/** As `plainName` gives it. */
	name: RegExp;
}

const COUNTED = 'count|items|elements|results|records|entries|rows';
const PAGING =
	'page|cursor|token|link|url|uri|href|offset|start|skip|key|marker';
// Not the way back, and not where the page itself stands.
const CURSOR = /^(?!prev|before|back|first|start|self|current).*cursor$/;

export const FAMILIES: Family[] = [
	{
		says: 'more',
		where: 'anywhere',
		name: new RegExp(`^next((${COUNTED})?(${PAGING}))*$`),
	},
	{ says: 'more', where: 'anywhere', name: /^(more|hasmore|hasnext)/ },
	{
		says: 'more',
		where: 'anywhere',
		name: /(nextlink|nexttoken|continuationtoken|truncated)$/,
	},
	{ says: 'more', where: 'aboutPages', name: /^next/ },
	{ says: 'position', where: 'anywhere', name: CURSOR },
	{ says: 'position', where: 'aboutPages', name: /^after$/ },
	{ says: 'notLast', where: 'anywhere', name: /^(last|lastpage|islast.*)$/ },
	{ says: 'pages', where: 'anywhere', name: /^(pagecount|lastpage|.*pages)$/ },
	{
		says: 'items',
		where: 'anywhere',
		name: new RegExp(`^(count|.*odatacount|total(${COUNTED}))$`),
	},
	{
		says: 'items',
		where: 'counting',
		name: /^(?!pagecount|.*pages)(total.*|.*count)$/,
	},
];

const PAGE_OBJECT =
	/^(.*meta(data)?|pag(e|ing|inat).*|(result|list|response|meta)?info(rmation)?|cursors?|links?)$/;
/** Within an object of something else, where links would be those of that. */
const PAGES = /^pag(e|ing|inat)/;
const PAGE_SIZE =
	/^(limit|take|top|size|max(results|items))$|(pagesize|perpage|pagelimit)$/;
const PAGE_POSITION =
	/^(page|pagenumber|pageindex|currentpage|offset|skip|start(index|at)?)$/;
const PAGE_HEADER =
	/^x-(pagination|next-?\w+|has-?(more|next)|page-?count|total(-?(count|items|pages|results|records))?)$/i;
const NOTHING = /^\s*(0|-1|false|null|none|no|n)?\s*$/i;
const NO = /^\s*(false|no|n)\s*$/i;

export interface Progress {
	items: number;
	pages: number;
	/** True where an example has a placeholder for where the list ends. */
	isEndTold: boolean;
}

/** Beside the items of a page. */
interface Property {
	place: string;
	name: string;
	value: unknown;
	where: Set<Family['where']>;
}

/** A page, and the answer that it came with. */
export interface ReadPage {
	answer: Answer;
	page: ListPage;
}

/**
 * @param filled the last one with items: what it counts holds where one from
 * behind the end tells nothing
 * @returns what says that there is more
 */
export function signOfMore(
	last: ReadPage,
	filled: ReadPage | undefined,
	progress: Progress,
): string | undefined {
	const { status, headers } = last.answer;
	// A 404 is about no list.
	const isAboutList = status !== 404;
	const properties = isAboutList ? propertiesOn(last) : [];
	if (isAboutList) {
		if (nextInLinkHeader(headers) !== undefined) return 'Link';
		if (goesFurther(headers['content-range'], progress.items)) {
			return 'Content-Range';
		}
		if (status === 206) return 'status 206';
		const isEnd = progress.isEndTold || properties.some(saysNoMore);
		const sign = properties.find((property) => saysMore(property, isEnd));
		if (sign) return sign.place;
	}
	if (filled && filled.page !== last.page) {
		properties.push(...propertiesOn(filled));
	}
	return properties.find((property) => countsMore(property, progress))?.place;
}

/** The target of rel=next in the Link header (RFC 8288). */
export function nextInLinkHeader({
	link,
}: Answer['headers']): string | undefined {
	if (typeof link !== 'string') return undefined;
	const isNext = /;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const next = link.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return next && /<([^>]*)>/.exec(next)?.[1];
}

/** RFC 9110, 14.4, with units of the service's own: `items 0-2/4`. */
function goesFurther(header: unknown, items: number): boolean {
	const range = /^\s*(\w+)\s+(?:\d+-(\d+)|\*)\/(\d+)\s*$/.exec(String(header));
	if (!range) return false;
	const [, unit, end, whole] = range;
	const reached = unit === 'bytes' ? Number(end) + 1 : items;
	return Number(whole) > reached;
}

interface Around {
	path: string[];
	isAboutPages: boolean;
	itemsOnPage: number;
}

const ABOUT_PAGES: Around = { path: [], isAboutPages: true, itemsOnPage: 0 };

function propertiesOn({ answer, page }: ReadPage): Property[] {
	const found: Property[] = [];
	for (const [header, value] of Object.entries(answer.headers)) {
		if (!PAGE_HEADER.test(header)) continue;
		// `X-Pagination` may be JSON.
		const property = { [header.slice('x-'.length)]: parseJson(value) ?? value };
		for (const each of propertiesIn(property, ABOUT_PAGES)) {
			found.push({ ...each, place: header });
		}
	}
	return [...found, ...propertiesAround(page)];
}

function propertiesAround({ rest, path, items }: ListPage): Property[] {
	const found: Property[] = [];
	for (let depth = 0; depth <= path.length; depth++) {
		const outer = path.slice(0, depth);
		const around = {
			path: outer,
			isAboutPages: false,
			itemsOnPage: items.length,
		};
		found.push(...propertiesIn(readKeys(rest, outer), around));
	}
	return found;
}

function propertiesIn(
	json: unknown,
	{ path, isAboutPages, itemsOnPage }: Around,
): Property[] {
	const object = isJsonObject(json) ? json : nextLinkIn(json);
	const where = new Set<Family['where']>(['anywhere']);
	if (isAboutPages) where.add('aboutPages');
	if (isAboutPages || isPageFull(object, itemsOnPage)) where.add('counting');
	const found: Property[] = [];
	for (const [key, value] of Object.entries(object)) {
		const inner = [...path, key];
		const name = plainName(key);
		if (typeof value === 'object' && PAGE_OBJECT.test(name)) {
			found.push(
				...propertiesIn(value, {
					path: inner,
					isAboutPages: true,
					itemsOnPage,
				}),
			);
			continue;
		}
		found.push({ place: inner.join('.'), name, value, where });
		for (const [further, pages] of Object.entries(asObject(value))) {
			if (!PAGES.test(plainName(further))) continue;
			const about = {
				path: [...inner, further],
				isAboutPages: true,
				itemsOnPage,
			};
			found.push(...propertiesIn(asObject(pages), about));
		}
	}
	return found;
}

/** Links may be a list as well: [{ rel: 'next', href: … }]. */
function nextLinkIn(links: unknown): object {
	if (!Array.isArray(links)) return {};
	return {
		next: links.filter(isJsonObject).find((each) => each.rel === 'next'),
	};
}

/**
 * True beside a page size that is reached or, without any, beside the position
 * of a page.
 */
function isPageFull(object: object, itemsOnPage: number): boolean {
	let hasSize = false;
	let hasPosition = false;
	for (const [key, value] of Object.entries(object)) {
		if (!isCount(value)) continue;
		const name = plainName(key);
		hasPosition ||= PAGE_POSITION.test(name);
		if (!PAGE_SIZE.test(name)) continue;
		if (Number(value) > 0 && itemsOnPage >= Number(value)) return true;
		hasSize = true;
	}
	return hasPosition && !hasSize;
}

function saysNoMore({ name, value }: Property): boolean {
	return /^has(more|next)/.test(name) && NO.test(String(value));
}

function saysMore(property: Property, isEnd: boolean): boolean {
	const { value } = property;
	return familiesOf(property).some(({ says }) => {
		if (says === 'notLast') return NO.test(String(value));
		return (
			(says === 'more' || (says === 'position' && !isEnd)) && hasValue(value)
		);
	});
}

function countsMore(property: Property, progress: Progress): boolean {
	const { value } = property;
	return familiesOf(property).some(({ says }) => {
		const isNumber = says === 'pages' || says === 'items';
		return isNumber && isCount(value) && Number(value) > progress[says];
	});
}

function familiesOf({ name, where }: Property): Family[] {
	return FAMILIES.filter(
		(family) => where.has(family.where) && family.name.test(name),
	);
}

/** False for none in any spelling, also in an object such as { href: null }. */
function hasValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).some(hasValue);
	}
	return !isBlank(value) && !NOTHING.test(String(value));
}

function isCount(value: unknown): boolean {
	return /^\s*\d+\s*$/.test(String(value));
}
