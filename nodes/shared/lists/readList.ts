import type { IDataObject } from 'n8n-workflow';

import type { Mapper, PagePosition } from '../format/mapper';
import { userError } from '../n8n/userError';
import { assertWhole, nextInLinkHeader } from './completeness';
import type { ListAnswer, ListPage } from './listPage';
import { readListPage } from './listPage';

/** A page of a list: by query parameters, or by the address, path or query that the service gave for it. */
export type PageRequest = { query: Record<string, string> } | { link: string };

/** Sends GET /services for one page. */
export type FetchPage = (request: PageRequest) => Promise<ListAnswer>;

/** Services that give empty pages in between are rare, and those that never stop are known. */
const MOST_EMPTY_PAGES = 3;

/**
 * Reads the service items of a reservation page by page, until the service says that the list ends or `limit` is reached.
 *
 * @throws UserError when a page cannot be read, when paging does not come to an end, or when the list ends before `limit` and
 * may not be whole
 */
export async function readList(
	mapper: Mapper,
	fetchPage: FetchPage,
	reservationId: string,
	limit = Infinity,
): Promise<IDataObject[]> {
	const list = new PagedList(mapper, reservationId);
	let request = list.first();
	for (;;) {
		const answer = await fetchPage(request);
		const page = list.add(answer);
		if (list.items.length >= limit) return list.items.slice(0, limit);
		const next = list.next(answer, page);
		if (!next) {
			assertWhole(answer, page, { items: list.items.length, pages: list.pages }, mapper);
			return list.items;
		}
		request = next;
	}
}

/** The pages of one list as far as they have been read. */
class PagedList {
	readonly items: IDataObject[] = [];
	/** How many pages with items have been read. */
	pages = 0;
	private page = 1;
	private received = 0;
	private emptyInARow = 0;
	/** Items by their text: pages may overlap. */
	private readonly known = new Set<string>();
	/** Cursors and addresses that pages were asked for by. */
	private readonly asked = new Set<string>();

	constructor(
		private readonly mapper: Mapper,
		private readonly reservationId: string,
	) {}

	first(): PageRequest {
		return this.byQuery({});
	}

	/** @throws UserError when the page repeats what was read, or is one empty page too many */
	add({ status, body }: ListAnswer): ListPage {
		const isBehindLast = status === 404 && this.page > 1;
		const page = isBehindLast
			? { items: [], path: [] }
			: readListPage({ status, body }, this.mapper);
		const fresh = page.items.filter((item) => this.isNew(item));
		this.items.push(...fresh);
		this.received += page.items.length;
		if (page.items.length === 0) {
			if (++this.emptyInARow === MOST_EMPTY_PAGES) throw endless('three empty pages came in a row');
			return page;
		}
		this.emptyInARow = 0;
		this.pages++;
		if (fresh.length === 0) throw endless('a page came with nothing new on it');
		return page;
	}

	/** How to ask for the page after this one; undefined when this was the last. */
	next(answer: ListAnswer, page: ListPage): PageRequest | undefined {
		const { paging } = this.mapper;
		const { cursor, nextPage, hasMore, total, items } = page;
		this.page++;
		if (hasMore === false || (total !== undefined && total <= this.items.length)) return undefined;
		const counts = COUNTING.some((field) => paging.has(field));
		if (counts && items.length === 0) return undefined;
		if (paging.has('cursor') && cursor === undefined) return undefined;
		if (paging.has('nextPage')) return nextPage === undefined ? undefined : this.byLink(nextPage);
		if (!counts && !paging.has('cursor')) {
			const link = nextInLinkHeader(answer.headers);
			return link === undefined ? undefined : this.byLink(link);
		}
		if (cursor !== undefined && !paging.has('page') && !paging.has('offset')) this.note(cursor);
		return this.byQuery({ cursor, ...(paging.has('lastId') && { lastId: this.lastId(items) }) });
	}

	private byQuery(position: Pick<PagePosition, 'cursor' | 'lastId'>): PageRequest {
		const { page, received: offset } = this;
		return { query: this.mapper.listQuery(this.reservationId, { page, offset, ...position }) };
	}

	private byLink(link: string): PageRequest {
		this.note(link);
		return { link };
	}

	/** @throws UserError when a page was asked for by the same cursor or address before */
	private note(position: string): void {
		if (this.asked.has(position))
			throw endless('a page names itself, or one before it, as the next');
		this.asked.add(position);
	}

	private lastId(items: IDataObject[]): string {
		const last = items.at(-1);
		const id = last && this.mapper.read(last).id;
		if (id !== undefined) return id;
		throw userError(
			`The list of service items cannot be read to its end, as the last item of a page shows no ID. Put {id} into 'List Response' in the Reservation Service credential`,
			`'List Query' asks for the next page by that ID, {lastId}.`,
		);
	}

	private isNew(item: IDataObject): boolean {
		const text = JSON.stringify(item);
		const isKnown = this.known.has(text);
		this.known.add(text);
		return !isKnown;
	}
}

/** Blanks by which a list ends at an empty page. */
const COUNTING = ['page', 'offset', 'lastId'] as const;

function endless(why: string) {
	return userError(
		`The list of service items does not come to an end: ${why}. Check how 'List Query' and 'List Response' in the Reservation Service credential ask for pages`,
		'Nothing was done with the list, as charges on a page that was not read would be created again.',
	);
}
