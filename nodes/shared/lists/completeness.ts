import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject, nameSet, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import { userError } from '../n8n/userError';
import type { ListAnswer, ListPage } from './listPage';

/** How much of a list has been read. */
interface Progress {
	items: number;
	pages: number;
}

// All names are assumptions (docs/service-api.md: pagination is not shown). Case and punctuation do not count.

/** With a value there is more. */
const NEXT = nameSet(
	'next nextcursor nextpage nextpagetoken nextpageurl nextlink nexturl hasmore hasnext hasnextpage',
);
/** With false there is more. */
const LAST = nameSet('islast last');
/** Above the number of items read there is more. */
const ITEM_COUNTS = nameSet('totalcount totalitems totalelements totalresults totalrecords');
/** Above the number of pages read there is more. */
const PAGE_COUNTS = nameSet('totalpages pagecount');
/** Objects in which a list speaks of its pages. */
const PAGING_OBJECTS = nameSet('meta paging pagination page pageinfo links');
/** What makes a `total` beside it a count: alone it may be a sum of money. */
const PAGING_PARAMETERS = nameSet('page limit offset');

/**
 * Makes sure that the last page of a list does not say that there is more: what is missing would be created again.
 *
 * @throws UserError naming the setting and where the answer says so
 */
export function assertWhole(
	answer: ListAnswer,
	page: ListPage,
	read: Progress,
	mapper: Mapper,
): void {
	const hint = hintOfMore(answer, page, read, mapper);
	if (hint === undefined) return;
	const isPaged = mapper.paging.size > 0;
	throw userError(
		isPaged
			? `The list of service items ended although '${hint}' in the service's answer says that there is more. Check how 'List Query' and 'List Response' in the Reservation Service credential ask for pages`
			: `The service gives this list in pages ('${hint}' in its answer), and only the first was read. Say in 'List Query' and 'List Response' in the Reservation Service credential how the others are asked for`,
		`Nothing was done with the list, as charges on a page that was not read would be created again. Turn on 'Custom API Format' in the credential: blanks such as {page}, {offset} or {cursor} ask for pages.`,
	);
}

/** Where an answer says that there is more of the list than was read; undefined when it does not. */
function hintOfMore(
	{ headers, body }: ListAnswer,
	{ path, hasMore, total }: ListPage,
	read: Progress,
	mapper: Mapper,
): string | undefined {
	if (hasMore === true && !canGoOn(mapper)) return '{hasMore}';
	if (total !== undefined && total > read.items) return '{total}';
	if (nextInLinkHeader(headers) !== undefined) return 'Link';
	if (isAbove(headers['x-total-count'], read.items)) return 'X-Total-Count';
	if (isAbove(headers['x-total-pages'], read.pages)) return 'X-Total-Pages';
	return objectsAround(body, path)
		.flatMap((around) => [around, ...pagingObjectsIn(around)])
		.flatMap(({ object, path: place, isPaging }) =>
			Object.entries(object)
				.filter(([key]) => !mapper.hasPagePlaceAt([...place, key]))
				.filter(([key, value]) =>
					saysMore(plainName(key), value, read, isPaging || hasParameter(object)),
				)
				.map(([key]) => [...place, key].join('.')),
		)[0];
}

/** An object of an answer that may speak of pages. */
interface Around {
	object: IDataObject;
	path: string[];
	/** True where nothing in it is about anything but pages. */
	isPaging: boolean;
}

/** The answer itself, and the objects on the way to the list. */
function objectsAround(body: unknown, path: string[]): Around[] {
	const around: Around[] = [];
	let object = body;
	for (let depth = 0; isJsonObject(object); object = object[path[depth++] ?? '']) {
		around.push({ object, path: path.slice(0, depth), isPaging: false });
		if (depth >= path.length) break;
	}
	return around;
}

function pagingObjectsIn({ object, path }: Around): Around[] {
	return Object.entries(object).flatMap(([key, value]) =>
		PAGING_OBJECTS.has(plainName(key)) && isJsonObject(value)
			? [{ object: value, path: [...path, key], isPaging: true }]
			: [],
	);
}

function saysMore(name: string, value: unknown, read: Progress, isPaging: boolean): boolean {
	if (NEXT.has(name)) return hasValue(value);
	if (LAST.has(name)) return value === false || value === 'false';
	if (ITEM_COUNTS.has(name) || (name === 'total' && isPaging)) return isAbove(value, read.items);
	return PAGE_COUNTS.has(name) && isAbove(value, read.pages);
}

function hasParameter(object: IDataObject): boolean {
	return Object.entries(object).some(
		([key, value]) => PAGING_PARAMETERS.has(plainName(key)) && countOf(value) !== undefined,
	);
}

/** False for every way to write that there is none, also in an object such as { href: null }. */
function hasValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasValue);
	return !isBlank(value) && !/^\s*(0|false|null|none|no)\s*$/i.test(String(value));
}

function isAbove(value: unknown, count: number): boolean {
	return (countOf(value) ?? 0) > count;
}

/** A whole number, which some services write as text. */
function countOf(value: unknown): number | undefined {
	return /^\s*\d+\s*$/.test(String(value)) ? Number(value) : undefined;
}

/** The target of rel=next in the Link header (RFC 8288). */
export function nextInLinkHeader({ link }: ListAnswer['headers']): string | undefined {
	if (typeof link !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const next = link.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return next && /<([^>]*)>/.exec(next)?.[1];
}

function canGoOn({ paging }: Mapper): boolean {
	return ['page', 'offset', 'cursor', 'lastId', 'nextPage'].some((field) =>
		paging.has(field as never),
	);
}
