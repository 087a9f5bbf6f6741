import type { IDataObject } from 'n8n-workflow';

import type { PlacedText } from '../../shared/format/draft';
import { fieldsIn, leavesOf, placedTextsIn, withTexts } from '../../shared/format/draft';
import type { ReadList } from '../../shared/lists/readServiceItems';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { Session } from '../../shared/session/session';
import type { Draft } from './entered';
import { openWith, withoutFields } from './entered';
import { PAGE_ANSWER, placesOfPages } from './names';
import { reasonOf } from './read';

/**
 * The ways in which the pages of a list may be asked for, the likeliest first.
 *
 * @param bodies the first page, and the answer that the documentation shows
 */
export function pagedDrafts(draft: Draft, bodies: unknown[]): Draft[] {
	const beside = bodies.flatMap((body) => leavesOf(body)).filter((leaf) => !leaf.place.isInList);
	const signs = placesOfPages(beside, PAGE_ANSWER);
	const ends = signs.filter((sign) => /hasMore|total/.test(sign.text));
	const { listQuery } = draft;
	const counted = withoutFields(listQuery, ['cursor', 'lastId']);
	const drafts: Draft[] = [];
	const add = (query: IDataObject, texts: PlacedText[]): void => {
		drafts.push({ ...draft, listQuery: query, listResponse: withTexts(texts, draft.listResponse) });
	};
	for (const sign of signs) {
		if (ends.includes(sign)) continue;
		add(sign.text === '{cursor}' ? withCursor(listQuery, sign) : counted, [sign, ...ends]);
	}
	const asked = fieldsIn(listQuery);
	if (asked.includes('lastId')) add(withoutFields(listQuery, ['cursor']), ends);
	if (asked.includes('page') || asked.includes('offset')) add(counted, ends);
	add(withoutFields(counted, ['page', 'offset']), []);
	return drafts;
}

/** Its query parameter has its name without `next`, such as `pageToken` for `nextPageToken` (assumption). */
function withCursor(listQuery: IDataObject, cursor: PlacedText): IDataObject {
	const query = withoutFields(listQuery, ['lastId']);
	if (fieldsIn(query).includes('cursor')) return query;
	const bare = cursor.place.lastName.replace(/^next_?/i, '');
	const name = bare.charAt(0).toLowerCase() + bare.slice(1);
	return { ...query, [name || 'cursor']: '{cursor}' };
}

/** How far a list was read by which draft. */
export type Reading =
	/** `missed` would have been by {total}, which the draft is then without. */
	| { kind: 'read'; draft: Draft; count: number; isInPages: boolean; missed: number }
	| { kind: 'unreadable'; reason: string };

/** Reads the list to its end by the first of the drafts that can. */
export async function tryReading(
	drafts: Draft[],
	session: Session,
	reservationId: string,
): Promise<Reading> {
	let reason = '';
	for (const draft of drafts) {
		const list = await listBy(draft, session, reservationId);
		if (typeof list === 'string') {
			reason ||= list;
			continue;
		}
		const { isInPages } = list;
		const count = list.items.length;
		// It is the number of charges; a number of pages would end the list too early.
		const texts = placedTextsIn(draft.listResponse);
		const others = texts.filter((text) => !text.fields.includes('total'));
		const endless = { ...draft, listResponse: withTexts(others) };
		const isEnded = others.length < texts.length;
		const endlessList = isEnded ? await listBy(endless, session, reservationId) : list;
		const whole = typeof endlessList === 'string' ? count : endlessList.items.length;
		if (whole <= count) return { kind: 'read', draft, count, isInPages, missed: 0 };
		return { kind: 'read', draft: endless, count: whole, isInPages, missed: whole - count };
	}
	return { kind: 'unreadable', reason };
}

/** The list, or why it cannot be read. */
async function listBy(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<ReadList | string> {
	try {
		const { client } = openWith(draft, session);
		return await readServiceItems(client, { reservationId, isCompared: true });
	} catch (error) {
		return reasonOf(error);
	}
}
