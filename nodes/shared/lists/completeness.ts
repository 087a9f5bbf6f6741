import type { Answer } from '../format/items';
import { isBlank, isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import { valueAt } from '../format/template';
import { userError } from '../n8n/userError';
import type { ListPage } from './listPage';

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
export function assertWhole(answer: Answer, page: ListPage, read: Progress, mapper: Mapper): void {
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
	return places
		.map((place) => hintWithin(valueAt(body, place), place, false))
		.find((hint) => hint !== undefined);

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
export function nextInLinkHeader({ link }: Answer['headers']): string | undefined {
	if (typeof link !== 'string') return undefined;
	const isNext = /;\s*rel="?(?:[^";]*\s)?next(?:\s[^";]*)?"?\s*(?:;|$)/i;
	const next = link.split(/,(?=\s*<)/).find((each) => isNext.test(each));
	return next && /<([^>]*)>/.exec(next)?.[1];
}
