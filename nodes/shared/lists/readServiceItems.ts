import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../format/items';
import type { Mapper } from '../format/mapper';
import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import { userError } from '../n8n/userError';
import { assertWhole, nextInLinkHeader } from './completeness';
import type { ListPage } from './listPage';
import { readListPage } from './listPage';

interface ListRequest {
	reservationId: string;
	/** The user's own parameters; those of the credential win. */
	query?: IDataObject;
	limit?: number;
}

/** Beside page number and offset. */
interface NextPage {
	/** An address, a path or a query. */
	link?: string;
	cursor?: string;
	lastId?: string;
}

/** Some services never stop; few give an empty page in between (assumption). */
const MOST_EMPTY_PAGES = 3;

/** @throws UserError when a page cannot be read, paging does not end or, below `limit`, the list may not be whole */
export async function readServiceItems(
	client: Pick<ServiceClient, 'trySend' | 'mapper'>,
	{ reservationId, query, limit = Infinity }: ListRequest,
): Promise<IDataObject[]> {
	const { mapper } = client;
	const { paging } = mapper;
	const hasCount = paging.has('page') || paging.has('offset');
	/** By their JSON: what comes twice counts once. */
	const items = new Map<string, IDataObject>();
	const askedFor = new Set<string>();
	let [offset, pagesWithItems, emptyInARow] = [0, 0, 0];
	let next: NextPage = {};
	for (let page = 1; ; page++) {
		const answer = await answerOf(next, page);
		const found = readListPage(answer, mapper);
		const known = items.size;
		for (const item of found.items) items.set(JSON.stringify(item), item);
		offset += found.items.length;
		if (found.items.length > 0) {
			pagesWithItems++;
			emptyInARow = 0;
			if (items.size === known) throw endless('a page came with nothing new on it');
		} else if (++emptyInARow === MOST_EMPTY_PAGES) {
			throw endless('three empty pages came in a row');
		}
		if (items.size >= limit) return [...items.values()].slice(0, limit);
		const following = pageAfter(answer, found);
		if (!following) {
			assertWhole(answer, found, { items: items.size, pages: pagesWithItems }, mapper);
			return [...items.values()];
		}
		// Where a page or offset counts on, the cursor beside it may stay the same.
		const asked = following.link ?? (hasCount ? undefined : following.cursor);
		if (asked !== undefined && askedFor.has(asked)) {
			throw endless('a page names itself, or one before it, as the next');
		}
		if (asked !== undefined) askedFor.add(asked);
		next = following;
	}

	async function answerOf({ link, ...position }: NextPage, page: number): Promise<Answer> {
		const target =
			link === undefined
				? { query: { ...query, ...mapper.listQuery(reservationId, { page, offset, ...position }) } }
				: { link };
		const result = await client.trySend({ method: 'GET', ...target, reservationId });
		if (!(result instanceof RequestFailure)) return result;
		const { outcome } = result;
		// Behind the last page, unless the service named it itself.
		const mayBeMissing = page > 1 && link === undefined;
		if (mayBeMissing && outcome.kind === 'answer' && outcome.status === 404) return outcome;
		throw result;
	}

	/** Undefined where this is the last page. */
	function pageAfter({ headers }: Answer, page: ListPage): NextPage | undefined {
		const { cursor, hasMore, total } = page;
		if (hasMore === false || (total !== undefined && total <= items.size)) return undefined;
		const isCounted = hasCount || paging.has('lastId');
		if (isCounted && page.items.length === 0) return undefined;
		if (paging.has('cursor') && cursor === undefined) return undefined;
		if (!paging.has('nextPage') && (isCounted || paging.has('cursor'))) {
			return { cursor, ...(paging.has('lastId') && { lastId: lastId(page.items, mapper) }) };
		}
		const link = paging.has('nextPage') ? page.nextPage : nextInLinkHeader(headers);
		return link === undefined ? undefined : { link };
	}
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
