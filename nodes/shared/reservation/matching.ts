import { canonicalJson } from '../format/json';
import type { WrittenFields } from '../format/fields';
import { matchOf } from './comparison';
import type { Taker } from './fairChoice';
import { chooseFairly } from './fairChoice';
import type { HeldItem } from './heldItem';

/**
 * Of those that only have more than is wanted, the one whose loss hurts the other input items least.
 *
 * @param free items that stand for nothing yet
 * @param open what other input items still want
 */
export function chooseFilledIn(
	wanted: WrittenFields,
	free: HeldItem[],
	open: WrittenFields[],
): HeldItem | undefined {
	// Those that match alike are reserved alike, so there is no need to go through all others.
	const options = unreserved(
		free.filter(({ fields }) => matchOf(wanted, fields) === 'filledIn'),
		open,
		['exact'],
	);
	const isOneKind = new Set(options.map(({ fields }) => canonicalJson({ ...fields }))).size < 2;
	return isOneKind ? options[0] : chooseFairly(options, othersAmong(free, open));
}

/** Those items that are left when everything that is still wanted has reserved one. */
export function unreserved(
	free: HeldItem[],
	open: WrittenFields[],
	matches: Array<ReturnType<typeof matchOf>>,
): HeldItem[] {
	const rest = [...free];
	for (const wanted of open) {
		const reserved = rest.findIndex(({ fields }) => matches.includes(matchOf(wanted, fields)));
		if (reserved >= 0) rest.splice(reserved, 1);
	}
	return rest;
}

/** What is wanted and no item matches exactly, and the items that would do for each. */
function othersAmong(free: HeldItem[], open: WrittenFields[]): Taker<HeldItem>[] {
	const rest = [...free];
	const unserved = open.filter((wanted) => {
		const exact = rest.findIndex(({ fields }) => matchOf(wanted, fields) === 'exact');
		if (exact >= 0) rest.splice(exact, 1);
		return exact < 0;
	});
	const known = new Map<string, HeldItem[]>();
	return unserved.map((wanted) => {
		const kind = canonicalJson({ ...wanted });
		const options = known.get(kind) ?? rest.filter(({ fields }) => matchOf(wanted, fields));
		known.set(kind, options);
		return { kind, options };
	});
}
