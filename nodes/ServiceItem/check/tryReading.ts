import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { fieldsIn, leavesOf, placedTextsIn, withTexts } from '../../shared/format/draft';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import type { Draft } from './drafts';
import { openWith, withoutFields } from './drafts';
import { PAGE_ANSWER, placesOfPages } from './names';
import { reasonOf } from './report';

/**
 * The ways in which the pages of a list may be asked for, the likeliest first.
 *
 * @param bodies the first page, and the answer that the documentation shows
 */
export function pagedDrafts(draft: Draft, bodies: unknown[]): Draft[] {
	const beside = bodies.flatMap((body) => leavesOf(body)).filter((leaf) => !leaf.place.isInList);
	const signs = placesOfPages(beside, PAGE_ANSWER);
	const cursor = signs.filter((sign) => sign.fields.includes('cursor'));
	const nextPage = signs.filter((sign) => sign.fields.includes('nextPage'));
	const ends = signs.filter((sign) => !cursor.includes(sign) && !nextPage.includes(sign));

	const asked = fieldsIn(draft.listQuery);
	const byCursor = withoutFields(draft.listQuery, ['lastId']);
	const counted = withoutFields(byCursor, ['cursor']);
	const unpaged = withoutFields(counted, ['page', 'offset']);
	const byLastId = withoutFields(draft.listQuery, ['cursor', 'page', 'offset']);
	const [sign] = cursor;

	const drafts: Draft[] = [];
	if (sign && asked.includes('cursor')) drafts.push(paged(draft, byCursor, [...cursor, ...ends]));
	if (nextPage.length > 0) drafts.push(paged(draft, counted, [...nextPage, ...ends]));
	if (sign && !asked.includes('cursor')) {
		const query = { ...counted, [parameterFor(sign)]: '{cursor}' };
		drafts.push(paged(draft, query, [...cursor, ...ends]));
	}
	if (asked.includes('lastId')) drafts.push(paged(draft, byLastId, ends));
	if (asked.includes('page') || asked.includes('offset')) drafts.push(paged(draft, counted, ends));
	drafts.push(paged(draft, unpaged, []));
	return drafts;
}

function paged(draft: Draft, listQuery: IDataObject, signs: PlacedText[]): Draft {
	return { ...draft, listQuery, listResponse: withTexts(signs, draft.listResponse) };
}

/** The query parameter of a cursor: its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function parameterFor(cursor: PlacedText): string {
	const bare = cursor.place.lastName.replace(/^next_?/i, '');
	return bare === '' ? 'cursor' : bare.charAt(0).toLowerCase() + bare.slice(1);
}

/** How far a list was read by which draft. */
export type Reading =
	| { kind: 'read'; draft: Draft; count: number }
	/** By {total}, which the draft is now without. */
	| { kind: 'readTooShort'; draft: Draft; count: number; missed: number }
	| { kind: 'unreadable'; reason: string };

/** Reads the list to its end by the first of the drafts that can. */
export async function tryReading(
	drafts: Draft[],
	session: Session,
	reservationId: string,
): Promise<Reading> {
	let reason = '';
	for (const draft of drafts) {
		const count = await countOf(draft, session, reservationId);
		if (typeof count === 'number') {
			return await withoutTotal({ kind: 'read', draft, count }, session, reservationId);
		}
		reason ||= count;
	}
	return { kind: 'unreadable', reason };
}

/** {total} is the number of charges; a number of pages would end the list too early. */
async function withoutTotal(
	read: Reading & { kind: 'read' },
	session: Session,
	reservationId: string,
): Promise<Reading> {
	const texts = placedTextsIn(read.draft.listResponse);
	const others = texts.filter((text) => !text.fields.includes('total'));
	if (others.length === texts.length) return read;
	const draft = { ...read.draft, listResponse: withTexts(others) };
	const count = await countOf(draft, session, reservationId);
	if (typeof count !== 'number' || count <= read.count) return read;
	return { kind: 'readTooShort', draft, count, missed: count - read.count };
}

/** The number of charges, or why the list cannot be read. */
async function countOf(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<number | string> {
	try {
		const { client, mapper } = openWith(draft, session);
		const items = await readServiceItems(client, { reservationId });
		mapper.assertReadable(items);
		return items.length;
	} catch (error) {
		return reasonOf(error);
	}
}
