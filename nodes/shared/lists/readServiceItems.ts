import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import { valueAt } from '../format/template';
import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import type { Answer } from '../http/outcome';
import { userError } from '../n8n/userError';
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
		const answer = await requestPage(next, page);
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

	async function requestPage({ link, ...position }: NextPage, page: number): Promise<Answer> {
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

interface Progress {
	items: number;
	pages: number;
}

/** What says that there is more, by names without case and punctuation (assumption: docs/service-api.md shows no pages). */
const SIGNS: Array<[RegExp, (value: unknown, read: Progress) => boolean]> = [
	[/^(next(cursor|page|pagetoken|pageurl|link|url)?|hasmore|hasnext(page)?)$/, hasValue],
	[/^(is)?last$/, (value) => value === false || value === 'false'],
	[/^total(count|items|elements|results|records)?$/, (value, { items }) => isAbove(value, items)],
	[/^(totalpages|pagecount)$/, (value, { pages }) => isAbove(value, pages)],
];
/** What is about pages only. */
const PAGING_OBJECT = /^(meta|paging|pagination|page|pageinfo|links)$/;
/** A `total` beside one of these is a count; alone it may be a sum of money. */
const PAGING_PARAMETER = /^(page|limit|offset)$/;

/** @throws UserError when the last page says that there is more: what is missing would be created again */
function assertWhole(answer: Answer, page: ListPage, read: Progress, mapper: Mapper): void {
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

/** The name of what says that there is more. */
function hintOfMore(
	{ headers, body }: Answer,
	{ path, hasMore, total }: ListPage,
	read: Progress,
	mapper: Mapper,
): string | undefined {
	const canGoOn = [...mapper.paging].some((field) => field !== 'hasMore' && field !== 'total');
	if (hasMore === true && !canGoOn) return '{hasMore}';
	if (total !== undefined && total > read.items) return '{total}';
	if (nextInLinkHeader(headers) !== undefined) return 'Link';
	if (isAbove(headers['x-total-count'], read.items)) return 'X-Total-Count';
	if (isAbove(headers['x-total-pages'], read.pages)) return 'X-Total-Pages';
	const places = [[], ...path.map((_, depth) => path.slice(0, depth + 1))];
	const hints = places.map((place) => hintWithin(valueAt(body, place), place, false));
	return hints.find((hint) => hint !== undefined);

	function hintWithin(object: unknown, place: string[], isPaging: boolean): string | undefined {
		const entries = isJsonObject(object) ? Object.entries(object) : [];
		const named = entries.map(([key, value]) => ({ key, name: plainName(key), value }));
		const hasCount =
			isPaging || named.some(({ name, value }) => PAGING_PARAMETER.test(name) && isCount(value));
		for (const { key, name, value } of named) {
			const inner = [...place, key];
			const [, saysMore] = SIGNS.find(([names]) => names.test(name)) ?? [];
			const isSign = !mapper.hasPagePlaceAt(inner) && (name !== 'total' || hasCount);
			if (isSign && saysMore?.(value, read)) return inner.join('.');
			const hint = !isPaging && PAGING_OBJECT.test(name) && hintWithin(value, inner, true);
			if (hint) return hint;
		}
		return undefined;
	}
}

/** False for none in any spelling, also in an object such as { href: null }. */
function hasValue(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).some(hasValue);
	return !isBlank(value) && !/^\s*(0|false|null|none|no)\s*$/i.test(String(value));
}

function isAbove(value: unknown, count: number): boolean {
	return isCount(value) && Number(value) > count;
}

function isCount(value: unknown): boolean {
	return /^\s*\d+\s*$/.test(String(value));
}

/** The target of rel=next in the Link header (RFC 8288). */
function nextInLinkHeader({ link }: Answer['headers']): string | undefined {
	if (typeof link !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const next = link.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return next && /<([^>]*)>/.exec(next)?.[1];
}
