import type { IDataObject } from 'n8n-workflow';

import type { PlaceholderField } from '../format/fields';
import type { ListPage } from '../format/listPage';
import type { Mapper } from '../format/mapper';
import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import type { Answer } from '../http/reply';
import type { ServiceRequest } from '../http/request';
import { toldWithoutSecrets, wordsIn } from '../http/words';
import type { Told } from '../n8n/userError';
import { ToldError, userError } from '../n8n/userError';
import type { ReadPage } from './signsOfMore';
import { nextInLinkHeader, signOfMore } from './signsOfMore';

export type ListClient = Pick<ServiceClient, 'trySend' | 'mapper' | 'secrets'>;

interface ListRequest {
	reservationId: string;
	/** The user's own parameters; those of List Query win. */
	query?: IDataObject;
	limit?: number;
	/** Refuses items that are not in the form that List Response says. */
	mustFitFormat?: boolean;
}

export interface ReadList {
	items: IDataObject[];
	/** An item may have moved from one page to another meanwhile. */
	isInPages: boolean;
}

type NextPage = { link: string } | { cursor?: string; lastId?: string };

const EXAMPLES_OF_PAGING =
	"'List Query' and 'List Response' in the Reservation Service credential";
const CHECK_PAGING = `Check how ${EXAMPLES_OF_PAGING} ask for pages`;
const NOTHING_DONE =
	'Nothing was done with the list, as charges on a page that was not read would be created again.';
/** Some services never stop; few give an empty page in between (assumption). */
const MAX_EMPTY_PAGES = 3;

/**
 * @throws UserError when a page or an item cannot be read, paging does not end
 * or, below `limit`, the list may not be whole
 */
export async function readServiceItems(
	client: ListClient,
	request: ListRequest,
): Promise<ReadList> {
	try {
		const list = await readPages(client, request);
		if (request.mustFitFormat) client.mapper.assertReadable(list.items);
		return list;
	} catch (error) {
		// It may quote the answer.
		const isOurs = error instanceof ToldError;
		throw isOurs
			? userError(toldWithoutSecrets(error.told, client.secrets))
			: error;
	}
}

async function readPages(
	client: ListClient,
	request: ListRequest,
): Promise<ReadList> {
	const { limit = Infinity } = request;
	const reading = new Reading(client.mapper);
	let next: NextPage | undefined = {};
	while (next) {
		const answer = await requestPage(client, request, next, reading);
		const page = pageIn(answer, client);
		reading.add(page.items);
		if (reading.items.length >= limit) break;
		next = reading.pageAfter(answer, page);
		if (!next) reading.assertWhole(answer, page);
	}
	return { items: reading.items.slice(0, limit), isInPages: reading.isInPages };
}

async function requestPage(
	client: ListClient,
	{ reservationId, query }: ListRequest,
	next: NextPage,
	reading: Reading,
): Promise<Answer> {
	const isLinked = 'link' in next;
	const request: ServiceRequest = { method: 'GET', reservationId };
	if (isLinked) request.link = next.link;
	else {
		request.query = client.mapper.listQuery(reservationId, {
			...next,
			...reading.position,
		});
		request.moreQuery = query;
	}
	const result = await client.trySend(request);
	if (!(result instanceof RequestFailure)) return result;
	// Behind the last page, unless the service named it itself.
	const mayBeMissing =
		reading.position.page > 1 && reading.onlyNameOf(next) === undefined;
	const { reply } = result;
	if (mayBeMissing && reply.kind === 'answer' && reply.status === 404) {
		return reply;
	}
	throw result;
}

/** @throws UserError, with the service's own words, when it holds no list */
function pageIn(answer: Answer, { mapper, secrets }: ListClient): ListPage {
	try {
		return mapper.readPage(answer);
	} catch (error) {
		const said = wordsIn(answer.body, secrets, { isRefusal: false });
		const speaks = error instanceof ToldError && said !== undefined;
		throw speaks ? withWords(error.told, said) : error;
	}
}

function withWords(told: Told, said: string): ToldError {
	return userError({ ...told, what: `${told.what}. It says: ${said}` });
}

class Reading {
	readonly items: IDataObject[] = [];
	/** Of the next page: its number, and how many items came before it. */
	readonly position = { page: 1, offset: 0 };
	/**
	 * The items of all pages before, see `identityOf`; absent while there is one
	 * page.
	 */
	private known?: Set<string>;
	private readonly askedFor = new Set<string>();
	private filledPages = 0;
	private filled?: ReadPage;
	private emptyInARow = 0;

	constructor(private readonly mapper: Mapper) {}

	get isInPages(): boolean {
		return this.position.page > 2;
	}

	add(received: IDataObject[]): void {
		this.position.page++;
		this.position.offset += received.length;
		if (received.length === 0) {
			this.emptyInARow++;
			if (this.emptyInARow === MAX_EMPTY_PAGES) {
				throw endless('three empty pages came in a row');
			}
			return;
		}
		this.emptyInARow = 0;
		this.filledPages++;
		if (!this.addNew(received)) {
			throw endless('a page came with nothing new on it');
		}
	}

	/**
	 * Between two requests items may move on to the next page. On one page, or
	 * without IDs, equal ones are several.
	 */
	private addNew(received: IDataObject[]): boolean {
		if (this.filledPages === 1) {
			this.items.push(...received);
			return true;
		}
		this.known ??= new Set(this.items.map((item) => this.identityOf(item)));
		const identities = received.map((item) => this.identityOf(item));
		let hasNews = false;
		for (const [index, item] of received.entries()) {
			const isNew = !this.known.has(identities[index] as string);
			hasNews ||= isNew;
			if (isNew || this.mapper.read(item).id === undefined) {
				this.items.push(item);
			}
		}
		for (const identity of identities) this.known.add(identity);
		return hasNews;
	}

	/**
	 * Its ID and fields: what is beside them may differ at each reading, such as
	 * a signed link. Without an ID, all of it.
	 */
	private identityOf(item: IDataObject): string {
		const read = this.mapper.read(item);
		return JSON.stringify(read.id === undefined ? item : read);
	}

	/** @returns undefined where this is the last page */
	pageAfter(answer: Answer, page: ListPage): NextPage | undefined {
		const { hasMore, total, items } = page;
		if (items.length > 0) this.filled = { answer, page };
		if (hasMore === false) return undefined;
		if (total !== undefined && total <= this.items.length) return undefined;
		const next = this.placeAfter(answer, page);
		const asked = next && this.onlyNameOf(next);
		if (asked === undefined) return next;
		if (this.askedFor.has(asked)) {
			throw endless('a page names itself, or one before it, as the next');
		}
		this.askedFor.add(asked);
		return next;
	}

	/**
	 * What the service itself calls the next page: none where a page or offset
	 * counts on, as the cursor beside it may stay the same.
	 */
	onlyNameOf(next: NextPage): string | undefined {
		if ('link' in next) return next.link;
		return this.goesBy('page', 'offset') ? undefined : next.cursor;
	}

	private goesBy(...fields: PlaceholderField[]): boolean {
		return fields.some((field) => this.mapper.paging.has(field));
	}

	private placeAfter(
		{ headers }: Answer,
		page: ListPage,
	): NextPage | undefined {
		const goesByItems = this.goesBy('page', 'offset', 'lastId');
		if (goesByItems && page.items.length === 0) return undefined;
		if (this.goesBy('cursor') && page.cursor === undefined) return undefined;
		if (this.goesBy('nextPage')) return linkTo(page.nextPage);
		if (!goesByItems && !this.goesBy('cursor')) {
			return linkTo(nextInLinkHeader(headers));
		}
		const lastId = this.goesBy('lastId')
			? lastIdIn(page.items, this.mapper)
			: undefined;
		return { cursor: page.cursor, lastId };
	}

	/**
	 * @throws UserError when something says that there is more: what is missing
	 * would be created again
	 */
	assertWhole(answer: Answer, page: ListPage): void {
		const sign = this.whyNotWhole(answer, page);
		if (sign !== undefined) throw notWhole(sign, this.mapper.paging.size > 0);
	}

	private whyNotWhole(answer: Answer, page: ListPage): string | undefined {
		const { filled } = this;
		// One that has nothing on it is a page as well.
		const pages = Math.max(1, this.filledPages);
		const items = this.items.length;
		if (page.hasMore === true) return '{hasMore}';
		const total = page.total ?? filled?.page.total ?? 0;
		if (total > items) return '{total}';
		const isEndTold = this.goesBy('cursor', 'nextPage', 'hasMore');
		return signOfMore({ answer, page }, filled, { items, pages, isEndTold });
	}
}

function linkTo(link: string | undefined): NextPage | undefined {
	return link === undefined ? undefined : { link };
}

function lastIdIn(items: IDataObject[], mapper: Mapper): string {
	const last = items.at(-1);
	const id = last && mapper.read(last).id;
	if (id !== undefined) return id;
	throw idNotTold(
		'The list of service items cannot be read to its end, as the last item of a page shows no ID',
	);
}

/** For what needs the ID of a service item, and does not know it. */
export function idNotTold(what: string): ToldError {
	return userError({
		what,
		advice: `Put {id} into 'List Response' in the credential`,
	});
}

function endless(why: string) {
	return userError({
		what: `The list of service items does not come to an end: ${why}`,
		advice: CHECK_PAGING,
		more: NOTHING_DONE,
	});
}

function notWhole(sign: string, isPaged: boolean) {
	let what = `The service gives this list in pages ('${sign}' in its answer), and only the first was read`;
	let advice = `Show in ${EXAMPLES_OF_PAGING} how to ask for the others`;
	if (isPaged) {
		what = `The list of service items ended although '${sign}' in the service's answer says that there is more`;
		advice = CHECK_PAGING;
	}
	return userError({ what, advice, more: NOTHING_DONE });
}
