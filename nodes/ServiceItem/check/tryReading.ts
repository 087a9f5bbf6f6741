import { placedTextsIn } from '../../shared/format/draft';
import { readServiceItems } from '../../shared/lists/readServiceItems';
import type { Draft, OpenDraft } from './drafts';
import { withTexts } from './drafts';
import { reasonOf } from './report';

/** How far a list was read by which draft. */
export type ReadList =
	| { kind: 'read'; draft: Draft; count: number }
	/** {total} ended it before it was over. */
	| { kind: 'cutByTotal'; draft: Draft; count: number; rest: number }
	| { kind: 'unreadable'; reason: string };

/** Reads the list to its end by the first of the drafts that can. */
export async function tryReading(
	drafts: Draft[],
	open: OpenDraft,
	reservationId: string,
): Promise<ReadList> {
	const reasons: string[] = [];
	for (const draft of drafts) {
		const count = await countOf(draft, open, reservationId);
		if (typeof count === 'string') {
			reasons.push(count);
			continue;
		}
		const uncut = withoutTotal(draft);
		const all = uncut && (await countOf(uncut, open, reservationId));
		if (uncut && typeof all === 'number' && all > count) {
			return { kind: 'cutByTotal', draft: uncut, count: all, rest: all - count };
		}
		return { kind: 'read', draft, count };
	}
	return { kind: 'unreadable', reason: reasons[0] ?? '' };
}

/** The number of charges, or why the list cannot be read. */
async function countOf(
	draft: Draft,
	open: OpenDraft,
	reservationId: string,
): Promise<number | string> {
	try {
		const { client, mapper } = open(draft);
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
