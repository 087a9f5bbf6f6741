import type { Change, Count, Facts } from './history';
import { fitOf } from './match';
import type { ExistingItem } from '../lists/reservations';
import { hasOwnId } from '../lists/reservations';

/**
 * Where two processes have made the same charge in the same instant, the later one, by its ID, is deleted by the run that made
 * it. This is the only deletion of the node's own making, and it needs no doubt: the charge is wanted once, the list shows the ID
 * that its create was answered with, and another one that is alike stands before it.
 */
export function ownDuplicate(at: Facts, { kind, tooMany }: Count): Change | undefined {
	if (kind.inputs.some(({ isTakenBack }) => isTakenBack)) return undefined;
	const areNumbers = tooMany.every(({ id }) => /^\d+$/.test(id ?? ''));
	if (!kind.isByReference && !(areNumbers && isWantedOnce(at, tooMany))) return undefined;
	const inOrder = [...tooMany].sort((a, b) => compareIds(a.id, b.id, areNumbers));
	for (const item of inOrder.slice(1)) {
		const madeFor = kind.inputs.find((input) => at.ownIds.get(input) === item.id);
		if (madeFor && hasOwnId(item)) return { do: 'delete', item, madeFor };
	}
	return undefined;
}

/** True where one input alone can stand for any of the matches, and these are alike in all fields. */
function isWantedOnce(at: Facts, matches: ExistingItem[]): boolean {
	const takers = at.inputs.filter((input) => matches.some((item) => at.matcher.fit(input, item)));
	const fields = matches[0]?.fields ?? {};
	return takers.length === 1 && matches.every((item) => fitOf(fields, item.fields) === 'exact');
}

/** One order for all matches, so that all processes sort alike. */
function compareIds(a = '', b = '', areNumbers: boolean): number {
	if (areNumbers && BigInt(a) !== BigInt(b)) return BigInt(a) < BigInt(b) ? -1 : 1;
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
