import type { IDataObject } from 'n8n-workflow';

import { nextLinkIn, signOfMore } from '../../shared/answers/moreOfList';
import type { ListAnswer } from '../../shared/answers/pageStatements';
import { names } from '../../shared/wire/names';
import type { FindList } from './listPlaces';
import { findList } from './listPlaces';
import { columnsOf } from './columns';
import type { TryList } from './exploreList';
import type { Settings } from './advisedSettings';

/** Names of the query parameter with the number of items per page (assumption), likeliest first. */
const USUAL_SIZE_NAMES = names(
	'limit pageSize page_size per_page perPage size first count max maxResults $top page[size] page[limit]',
);
/** In place of such a name: without any, pages have the size that the service gives them. */
const OWN_SIZE = '';
/** Sizes that are tried, largest first, where the one of the credential is refused. */
const USUAL_SIZES = [50, 25, 10];
/** The same for the page asked for. */
const USUAL_PAGE_NAMES = names('page pageNumber page_number pageNum pageNo p page[number]');
const USUAL_OFFSET_NAMES = names('offset skip start $skip page[offset]');
const USUAL_CURSOR_NAMES = names(
	'cursor after page_token pageToken next next_token continuationToken page[after]',
);
const USUAL_LAST_ITEM_NAMES = names('starting_after startingAfter after_id since_id');

/** What was found out about the pages of a list. */
export interface FoundPaging {
	settings: Settings & { pagination: string };
	/** What was seen, as half a sentence. */
	seen: string;
}

/**
 * Finds out how a list of several charges can be had in pages, by asking for pages of one, else of the service's own size.
 *
 * @param query what names the reservation
 * @param items the list as it comes without such a question, two charges at least
 * @param pageSize how many the credential asks for
 * @returns undefined when no usual parameter makes pages
 */
export async function explorePaging(
	list: TryList,
	query: IDataObject,
	items: IDataObject[],
	pageSize: number,
	find: FindList = findList,
): Promise<FoundPaging | undefined> {
	const first = JSON.stringify(items[0]);
	for (const pageSizeParameter of [...casedLike(query, USUAL_SIZE_NAMES), OWN_SIZE]) {
		const pageOf: PageOf = async (parameters, size = 1) => {
			const sized = pageSizeParameter === OWN_SIZE ? {} : { [pageSizeParameter]: size };
			return pageIn(await list({ ...query, ...sized, ...parameters }), find);
		};
		const page = await pageOf({});
		const isOfOne = page?.texts.length === 1 && page.texts[0] === first;
		const isPart = isOfOne || (pageSizeParameter === OWN_SIZE && signOfPages(page, items));
		if (!page || !isPart) continue;
		const isSecond = async (parameters: IDataObject): Promise<boolean> => {
			const [next] = (await pageOf(parameters))?.texts ?? [];
			return next !== undefined && !page.texts.includes(next);
		};
		const found = await secondPage(page, items[0] ?? {}, isSecond, query);
		if (!found) continue;
		const sizes = isOfOne ? [pageSize, ...USUAL_SIZES, items.length] : [];
		const settings = { ...found.settings, pageSizeParameter, ...(await sizeFor(sizes, pageOf)) };
		return { ...found, settings };
	}
	return undefined;
}

/** The size to enter, where the service refuses the first of them. */
async function sizeFor(sizes: number[], pageOf: PageOf): Promise<{ pageSize?: number }> {
	for (const pageSize of sizes) {
		if (await pageOf({}, pageSize)) return pageSize === sizes[0] ? {} : { pageSize };
	}
	return {};
}

/** Where a list says that there is more, or has what may be a cursor. */
export function signOfPages(
	answer: ListAnswer | undefined,
	{ length }: IDataObject[],
): string | undefined {
	if (!answer) return undefined;
	return signOfMore(answer, { items: length, pages: 1 }) ?? cursorsIn(answer.body)[0]?.path;
}

/** The names with a capital, where those of the query have one. */
function casedLike(query: IDataObject, usual: string[]): string[] {
	const isCapital = Object.keys(query).some((name) => /^[A-Z]/.test(name));
	return isCapital ? usual.map((name) => name.charAt(0).toUpperCase() + name.slice(1)) : usual;
}

interface Page extends ListAnswer {
	texts: string[];
}

type PageOf = (parameters: IDataObject, size?: number) => Promise<Page | undefined>;
type IsSecond = (parameters: IDataObject) => Promise<boolean>;

function pageIn(answer: Awaited<ReturnType<TryList>>, find: FindList): Page | undefined {
	if (!answer) return undefined;
	const items = find(answer.body)?.items ?? [];
	return {
		texts: items.map((item) => JSON.stringify(item)),
		status: answer.status,
		body: answer.body,
		headers: answer.headers,
	};
}

/** Asks for the second page in every usual way, those first that the first page speaks of. */
async function secondPage(
	page: Page,
	item: IDataObject,
	isSecond: IsSecond,
	query: IDataObject,
): Promise<FoundPaging | undefined> {
	const link = nextLinkOf(page);
	if (link) return link;
	for (const { parameters, ...found } of waysOn(page, item, query)) {
		if (await isSecond(parameters)) return found;
	}
	return undefined;
}

/** The usual ways to ask for the second page. */
function waysOn(
	{ body }: Page,
	item: IDataObject,
	query: IDataObject,
): Array<FoundPaging & { parameters: IDataObject }> {
	const cursors = cursorsIn(body);
	const ids = columnsOf([item]).slice(0, 3);
	const hasMoreField = hasMoreIn(body);
	return [
		...cursors.flatMap(({ path, value }) =>
			[...casedLike(query, USUAL_CURSOR_NAMES), parameterFor(path)].map((name) => ({
				parameters: { [name]: value },
				settings: { pagination: 'cursor', cursorParameter: name, nextCursorField: path },
				seen: `'${name}' takes the value of '${path}'`,
			})),
		),
		...casedLike(query, USUAL_PAGE_NAMES).flatMap((name) =>
			[0, 1].map((firstPage) => ({
				parameters: { [name]: firstPage + 1 },
				settings: { pagination: 'page', pageParameter: name, firstPage },
				seen: `'${name}' takes the number of the page`,
			})),
		),
		...casedLike(query, USUAL_OFFSET_NAMES).map((name) => ({
			parameters: { [name]: 1 },
			settings: { pagination: 'offset', pageParameter: name },
			seen: `'${name}' takes the number of charges to skip`,
		})),
		...casedLike(query, USUAL_LAST_ITEM_NAMES).flatMap((name) =>
			ids.map(({ values: [id] }) => ({
				parameters: { [name]: id },
				settings: {
					pagination: 'lastItem',
					lastItemParameter: name,
					...(hasMoreField !== undefined && { hasMoreField }),
				},
				seen: `'${name}' takes the ID of the last charge`,
			})),
		),
	];
}

/** The parameter that by its name takes what stands at a place: `pageToken` for `nextPageToken`, `offset` for `next_offset`. */
function parameterFor(path: string): string {
	return path
		.replace(/^.*\./, '')
		.replace(/^next_?(.)/, (_, letter: string) => letter.toLowerCase());
}

/** The address of the next page, in the Link header (RFC 8288) or the answer. */
function nextLinkOf(page: Page): FoundPaging | undefined {
	const { headers, body } = page;
	if (typeof headers.link === 'string' && /;\s*rel="?next"?/i.test(headers.link)) {
		return { settings: { pagination: 'nextLink' }, seen: 'the Link header names the next page' };
	}
	const place = envelopeColumns(body).find(
		({ path, values: [value] }) =>
			/next/i.test(path) && typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value),
	);
	if (place) {
		return {
			settings: { pagination: 'nextLink', nextLinkField: place.path },
			seen: `'${place.path}' holds the address of the next page`,
		};
	}
	// A name with a dot in it, as of OData, is no path, but is found by itself.
	return typeof nextLinkIn(page) === 'string'
		? {
				settings: { pagination: 'nextLink', nextLinkField: '' },
				seen: 'the answer names the address of the next page',
			}
		: undefined;
}

function cursorsIn(body: unknown): Array<{ path: string; value: string | number }> {
	return envelopeColumns(body).flatMap(({ path, values: [value] }) =>
		/next|cursor|token|after|continuation/i.test(path) &&
		(typeof value === 'string' || typeof value === 'number') &&
		value !== ''
			? [{ path, value }]
			: [],
	);
}

function hasMoreIn(body: unknown): string | undefined {
	return envelopeColumns(body).find(
		({ path, values: [value] }) => /more|next/i.test(path) && value === true,
	)?.path;
}

/** The plain values beside the list. */
function envelopeColumns(body: unknown): ReturnType<typeof columnsOf> {
	return typeof body === 'object' && body !== null && !Array.isArray(body)
		? columnsOf([body as IDataObject])
		: [];
}
