import { placedTextsIn } from '../../shared/format/draft';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import type { Draft } from './drafts';
import { openWith, withTexts } from './drafts';
import { reasonOf } from './report';

/** How far a list was read. */
export type Reading =
	/** @property cut charges that {total} would leave out; the draft is without it */
	| { kind: 'read'; draft: Draft; count: number; cut: number }
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
		if (typeof count === 'string') {
			reason ||= count;
			continue;
		}
		const uncut = withoutTotal(draft);
		const all = uncut ? await countOf(uncut, session, reservationId) : count;
		if (uncut && typeof all === 'number' && all > count) {
			return { kind: 'read', draft: uncut, count: all, cut: all - count };
		}
		return { kind: 'read', draft, count, cut: 0 };
	}
	return { kind: 'unreadable', reason };
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

/** {total} is the number of charges; a number of pages would end the list too early. */
function withoutTotal(draft: Draft): Draft | undefined {
	const texts = placedTextsIn(draft.listResponse);
	const others = texts.filter(({ fields }) => !fields.includes('total'));
	return others.length < texts.length ? { ...draft, listResponse: withTexts(others) } : undefined;
}
