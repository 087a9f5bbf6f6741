import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../format/items';
import type { Mapper } from '../format/mapper';
import { userError } from '../n8n/userError';
import { assertWhole, nextInLinkHeader } from './completeness';
import type { ListPage } from './listPage';
import { readListPage } from './listPage';

/** A page of a list: by query parameters, or by the address, path or query that the service gave for it. */
export type PageRequest = { query: Record<string, string> } | { link: string };

export type FetchPage = (request: PageRequest) => Promise<Answer>;

/** How the next page is asked for, beside page number and offset. */
interface NextPage {
	link?: string;
	cursor?: string;
	lastId?: string;
}

/** Services that give empty pages in between are rare, and those that never stop are known. */
const MOST_EMPTY_PAGES = 3;

/**
 * @throws UserError when a page cannot be read, when paging does not come to an end, or when the list ends before `limit` and
 * may not be whole
 */
export async function readList(
	mapper: Mapper,
	fetchPage: FetchPage,
	reservationId: string,
	limit = Infinity,
): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	const knownItems = new Set<string>();
	const askedFor = new Set<string>();
	let [offset, pagesWithItems, emptyInARow] = [0, 0, 0];
	let by: NextPage = {};
	for (let page = 1; ; page++) {
		const { link, ...position } = by;
		const answer = await fetchPage(
			link === undefined
				? { query: mapper.listQuery(reservationId, { page, offset, ...position }) }
				: { link },
		);
		const isBehindLast = answer.status === 404 && page > 1;
		const found = isBehindLast ? { items: [], path: [] } : readListPage(answer, mapper);
		const fresh = found.items.filter((item) => isFirst(JSON.stringify(item), knownItems));
		items.push(...fresh);
		offset += found.items.length;
		if (found.items.length > 0) {
			pagesWithItems++;
			emptyInARow = 0;
			if (fresh.length === 0) throw endless('a page came with nothing new on it');
		} else if (++emptyInARow === MOST_EMPTY_PAGES) {
			throw endless('three empty pages came in a row');
		}
		if (items.length >= limit) return items.slice(0, limit);
		const next = nextPage(answer, found, items.length, mapper);
		if (!next) {
			assertWhole(answer, found, { items: items.length, pages: pagesWithItems }, mapper);
			return items;
		}
		// Where a page or offset counts on, the cursor beside it may stay the same.
		const hasCount = mapper.paging.has('page') || mapper.paging.has('offset');
		const asked = next.link ?? (hasCount ? undefined : next.cursor);
		if (asked !== undefined && !isFirst(asked, askedFor)) {
			throw endless('a page names itself, or one before it, as the next');
		}
		by = next;
	}
}

function isFirst(text: string, known: Set<string>): boolean {
	const isNew = !known.has(text);
	known.add(text);
	return isNew;
}

/** Undefined where this is the last page. */
function nextPage(
	{ headers }: Answer,
	page: ListPage,
	itemsRead: number,
	mapper: Mapper,
): NextPage | undefined {
	const { paging } = mapper;
	const { cursor, hasMore, total } = page;
	if (hasMore === false || (total !== undefined && total <= itemsRead)) return undefined;
	const isCounted = paging.has('page') || paging.has('offset') || paging.has('lastId');
	if (isCounted && page.items.length === 0) return undefined;
	if (paging.has('cursor') && cursor === undefined) return undefined;
	if (paging.has('nextPage')) return byLink(page.nextPage);
	if (!isCounted && !paging.has('cursor')) return byLink(nextInLinkHeader(headers));
	return { cursor, ...(paging.has('lastId') && { lastId: lastId(page.items, mapper) }) };
}

function byLink(link: string | undefined): NextPage | undefined {
	return link === undefined ? undefined : { link };
}

function lastId(items: IDataObject[], mapper: Mapper): string {
	const last = items.at(-1);
	const id = last && mapper.read(last).id;
	if (id !== undefined) return id;
	throw userError(
		`The list of service items cannot be read to its end, as the last item of a page shows no ID. Put {id} into 'List Response' in the Reservation Service credential`,
		`'List Query' asks for the next page by that ID, {lastId}.`,
	);
}

function endless(why: string) {
	return userError(
		`The list of service items does not come to an end: ${why}. Check how 'List Query' and 'List Response' in the Reservation Service credential ask for pages`,
		'Nothing was done with the list, as charges on a page that was not read would be created again.',
	);
}
