import type { ExistingItem } from './existingItem';
import { isEarlier } from './existingItem';

/** A charge that this run has created and that is to be seen in the list. */
export interface CreatedCharge {
	/** What makes charges stand for each other: the reference, or all fields. */
	kind: string;
	/** A reference is carried once, whoever created it. Of charges with the same fields there may be several. */
	isOnlyOne: boolean;
	/** As the list shows it; undefined while it does not. */
	shown?: ExistingItem;
	/** Its ID came with the answer to the create, and was not in the list before: nobody else's charge. */
	isOurs: boolean;
	/** True for an item that could stand for it. */
	fits: (item: ExistingItem) => boolean;
}

/** What the list says about a created charge. `others` are those that another process seems to have made for the same wish. */
export type Verdict =
	| { is: 'right' }
	| { is: 'notShown'; other?: ExistingItem }
	| { is: 'later'; other: ExistingItem }
	| { is: 'earlier'; shown: ExistingItem; others: ExistingItem[] };

/**
 * Compares what was created with what stands beside it. Where two processes have made several alike, the first of one and the
 * first of the other stand for the same wish, and so on: both come to the same result.
 *
 * @param others items that have come since the run first read the list, and that stand for nothing in it
 */
export function verdictsOn(created: CreatedCharge[], others: ExistingItem[]): Verdict[] {
	const verdicts = new Map<CreatedCharge, Verdict>();
	const free = [...others].sort((a, b) => (isEarlier(a, b) ? -1 : 1));
	const kinds = new Map<string, CreatedCharge[]>();
	for (const charge of created) {
		kinds.set(charge.kind, [...(kinds.get(charge.kind) ?? []), charge]);
	}
	for (const alike of kinds.values()) {
		const theirs = free.filter((item) => alike[0]?.fits(item));
		for (const [n, charge] of alike.sort(byAge).entries()) {
			const rivals = charge.isOnlyOne ? theirs : theirs.slice(n, n + 1);
			for (const rival of rivals) free.splice(free.indexOf(rival), 1);
			verdicts.set(charge, verdictOn(charge, rivals));
		}
	}
	return created.map((charge) => verdicts.get(charge) ?? { is: 'right' });
}

function verdictOn({ shown, isOurs }: CreatedCharge, rivals: ExistingItem[]): Verdict {
	const [first] = rivals;
	if (!shown) return { is: 'notShown', other: first };
	if (!first) return { is: 'right' };
	const isLater = isOurs && !shown.isIdShared && isEarlier(first, shown);
	return isLater ? { is: 'later', other: first } : { is: 'earlier', shown, others: rivals };
}

/** Those that are shown in the order of their IDs, the others behind them. */
function byAge({ shown: a }: CreatedCharge, { shown: b }: CreatedCharge): number {
	if (!a || !b) return Number(!a) - Number(!b);
	return isEarlier(a, b) ? -1 : 1;
}
