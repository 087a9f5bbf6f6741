import type { IDataObject } from 'n8n-workflow';

import { nextLinkIn, signOfMore } from '../../shared/answers/moreOfList';
import type { ListAnswer } from '../../shared/answers/pageStatements';
import { names } from '../../shared/wire/names';
import type { FindList } from './listPlaces';
import { findList } from './listPlaces';
import type { TryList } from './exploreList';
import type { FoundPaging } from './waysToPage';
import { casedLike, cursorsIn, envelopeColumns, waysOn } from './waysToPage';

/** Names of the query parameter with the number of items per page (assumption), likeliest first. */
const USUAL_SIZE_NAMES = names(
	'limit pageSize page_size per_page perPage size first count max maxResults $top page[size] page[limit]',
);
/** In place of such a name: without any, pages have the size that the service gives them. */
const OWN_SIZE = '';
/** Sizes that are tried, largest first, where the one of the credential is refused. */
const USUAL_SIZES = [50, 25, 10];

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
		// Of a size of the service's own, a page is known by what it says.
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
	for (const { parameters, ...found } of waysOn(page.body, item, query)) {
		if (await isSecond(parameters)) return found;
	}
	return undefined;
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
