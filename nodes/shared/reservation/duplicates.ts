import type { Goal, Kind, Seen } from './history';
import { ownIds } from './history';
import { fitOf } from './match';
import type { ExistingItem } from './reservations';

/**
 * Where two processes have made the same charge in the same instant, the later one, by its ID, is deleted by the run that made
 * it. This is the only deletion of the node's own making, and it needs no doubt: the charge is wanted once, the list shows the ID
 * that its create was answered with, and another one that is alike stands before it.
 *
 * @returns the charge to delete, and the wish it was made for
 */
export function ownDuplicate(goal: Goal, history: Seen, kind: Kind, matches: ExistingItem[]) {
	const areNumbers = matches.every(({ id }) => isWholeNumber(id));
	if (!kind.isByReference && !(areNumbers && isWantedOnce(goal, kind, matches))) return undefined;
	const inOrder = [...matches].sort((a, b) => compareIds(a.id, b.id, areNumbers));
	for (const wish of kind.wishes) {
		const ids = ownIds(history, { ...kind, wishes: [wish] });
		const item = inOrder
			.slice(1)
			.find(({ id, isIdShared }) => !isIdShared && ids.includes(id ?? ''));
		if (item) return { item, wish };
	}
	return undefined;
}

/** True where one input alone can stand for any of the matches, and these are alike in all fields. */
function isWantedOnce({ wishes, matcher }: Goal, kind: Kind, matches: ExistingItem[]): boolean {
	const takers = wishes.filter((wish) => matches.some((item) => matcher.fit(wish, item)));
	const areAlike = matches.every(
		(item) => fitOf(matches[0]?.fields ?? {}, item.fields) === 'exact',
	);
	return kind.wishes.length === 1 && takers.length === 1 && areAlike;
}

function isWholeNumber(id: string | undefined): boolean {
	return id !== undefined && /^\d+$/.test(id);
}

/** One order for all matches, so that all processes sort alike. */
function compareIds(a = '', b = '', areNumbers: boolean): number {
	if (areNumbers && BigInt(a) !== BigInt(b)) return BigInt(a) < BigInt(b) ? -1 : 1;
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
