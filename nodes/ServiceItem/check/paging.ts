import type { IDataObject } from 'n8n-workflow';

import type { Leaf, PlacedText } from '../../shared/format/draft';
import { leavesOf, placedTextsIn } from '../../shared/format/draft';
import { isBlank, plainName } from '../../shared/format/json';
import type { Draft } from './drafts';
import { withoutFields, withTexts } from './drafts';

const NEXT = /next|cursor|continuation|pagetoken/;
const LINK = /^(https?:\/\/|\/|\?)/;
const MORE = /\b(hasmore|hasnext|hasnextpage|more)$/;
/** A plain `total` may be a sum of money. */
const COUNT = /\btotal(count|items|elements|results|records)$/;

/** What an answer says about further pages, beside its items. */
interface PageSigns {
	cursor?: PlacedText;
	nextPage?: PlacedText;
	ends: PlacedText[];
}

/** Finds them by names without case and punctuation, and by values (assumption). */
function signsIn(bodies: unknown[]): PageSigns {
	const beside = bodies.flatMap((body) => leavesOf(body)).filter(({ place }) => !place.isInList);
	const textFor = (field: string, isIt: (leaf: Leaf, name: string) => boolean) => {
		const leaf = beside.find((each) => isIt(each, each.place.names.map(plainName).join('.')));
		return leaf && { place: leaf.place, text: `{${field}}`, fields: [field] };
	};
	const isLink = ({ value }: Leaf): boolean => LINK.test(String(value));
	const isNone = ({ value }: Leaf): boolean => isBlank(value);
	const nextPage = textFor('nextPage', (leaf, name) => NEXT.test(name) && isLink(leaf));
	const cursor =
		textFor('cursor', (leaf, name) => NEXT.test(name) && isCursor(leaf.value)) ??
		// On the last page.
		textFor('cursor', (leaf, name) => /cursor$|token$/.test(name) && isNone(leaf));
	const hasMore = textFor('hasMore', ({ value }, name) => MORE.test(name) && isFlag(value));
	const total = textFor('total', ({ value }, name) => COUNT.test(name) && isCount(value));
	return { nextPage, cursor, ends: [hasMore, total].filter((each) => each !== undefined) };
}

function isCursor(value: unknown): boolean {
	const isText = typeof value === 'string' || typeof value === 'number';
	return isText && !LINK.test(String(value)) && /^(?!(0|true|false|null)$)\S/.test(String(value));
}

const isFlag = (value: unknown): boolean => /^(true|false)$/.test(String(value));
const isCount = (value: unknown): boolean => /^\d+$/.test(String(value));

/**
 * The ways in which the pages of a list may be asked for, the likeliest first.
 *
 * @param bodies the first page, and the answer that the documentation shows
 */
export function pagedDrafts(draft: Draft, bodies: unknown[]): Draft[] {
	const { cursor, nextPage, ends } = signsIn(bodies);
	const { listQuery } = draft;
	const asked = placedTextsIn(listQuery).flatMap(({ fields }) => fields);
	const unpaged = withoutFields(listQuery, ['cursor', 'lastId', 'page', 'offset']);
	const counted = withoutFields(listQuery, ['cursor', 'lastId']);
	const isCounted = asked.includes('page') || asked.includes('offset');
	const drafts: Draft[] = [];
	const add = (query: IDataObject, signs: PlacedText[]): void => {
		const listResponse = withTexts(signs, draft.listResponse);
		drafts.push({ ...draft, listQuery: query, listResponse });
	};
	if (cursor && asked.includes('cursor'))
		add(withoutFields(listQuery, ['lastId']), [cursor, ...ends]);
	if (nextPage) add(counted, [nextPage, ...ends]);
	if (cursor && !asked.includes('cursor')) {
		add({ ...counted, [parameterFor(cursor)]: '{cursor}' }, [cursor, ...ends]);
	}
	if (asked.includes('lastId')) add(withoutFields(listQuery, ['cursor']), ends);
	if (isCounted) add(counted, ends);
	if (isCounted) add(counted, []);
	add(unpaged, []);
	return drafts;
}

/** The query parameter of a cursor: its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function parameterFor({ place }: PlacedText): string {
	const name = place.lastName;
	const bare = name.replace(/^next_?(.)?/i, (_, letter: string = '') => letter.toLowerCase());
	return bare || 'cursor';
}
