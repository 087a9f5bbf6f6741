import type { Wish } from './desired';
import type { Change, Count, Facts } from './history';
import { fitOf } from './match';
import { referenceOf } from './observation';
import type { ExistingItem } from '../lists/reservations';
import { hasOwnId } from '../lists/reservations';

/**
 * Where two processes have made the same charge in the same instant, the later
 * one, by its ID, is deleted by the run that made it. This is the only deletion
 * of the node's own making, and it needs no doubt: the charge is wanted once,
 * the list shows the ID that its create was answered with, and another one
 * stands before it, which is as it is wanted or is going to be: a service may
 * have made two lines of one charge.
 */
export function ownDuplicate(
	at: Facts,
	{ inputs, tooMany }: Count,
): Change | undefined {
	if (inputs.some((each) => each.isTakenBack)) return undefined;
	const areNumbers = tooMany.every((each) => /^\d+$/.test(each.id ?? ''));
	const isByReference = referenceOf(inputs[0]) !== undefined;
	if (!isByReference && !(areNumbers && isWantedOnce(at, tooMany))) {
		return undefined;
	}
	// One order for all matches, so that all processes sort alike.
	const inOrder = [...tooMany].sort(areNumbers ? byNumber : byText);
	const [staying, ...later] = inOrder;
	if (!staying || !inputs.every((input) => isMadeRight(input, staying))) {
		return undefined;
	}
	for (const item of later) {
		const madeFor = inputs.find((input) => at.ownIds.get(input) === item.id);
		if (madeFor && hasOwnId(item)) return { do: 'delete', item, madeFor };
	}
	return undefined;
}

function isMadeRight({ desired, listedAs }: Wish, item: ExistingItem): boolean {
	return (
		desired.whenFound === 'update' || fitOf(listedAs, item.fields) !== undefined
	);
}

/**
 * True where one input alone can stand for any of the matches, and these are
 * alike in all fields.
 */
function isWantedOnce(at: Facts, matches: ExistingItem[]): boolean {
	const takers = at.inputs.filter((input) =>
		matches.some((item) => at.matcher.fit(input, item)),
	);
	const fields = matches[0]?.fields ?? {};
	return (
		takers.length === 1 &&
		matches.every((item) => fitOf(fields, item.fields) === 'exact')
	);
}

function byNumber(a: ExistingItem, b: ExistingItem): number {
	return Number(BigInt(a.id ?? '') - BigInt(b.id ?? ''));
}

function byText(
	{ id: a = '' }: ExistingItem,
	{ id: b = '' }: ExistingItem,
): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
