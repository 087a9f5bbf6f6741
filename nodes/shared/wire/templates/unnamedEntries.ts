import type { Blank, BlankField } from './blank';
import type { FilledPlace, Template } from './template';
import { isInList, isWithin, placesOf } from './template';

/**
 * What would be taken for another field: entries of a list that have no value are left out, and entries that are alike and have
 * no names are told apart by their position alone.
 *
 * @param isSent tells which blanks have a value
 * @returns the field that is left out, and the one that would stand in its place; undefined when there is none
 */
export function mistakenField(
	template: Template,
	isSent: (blank: Blank) => boolean,
): { left: BlankField; taken: BlankField } | undefined {
	const places = placesOf(template).filter(isInList);
	const sent = places.filter(({ blanks }) => blanks.some(isSent));
	for (const left of places) {
		const taken = sent.find((place) => isLeftBefore(left, place, sent));
		if (taken) return { left: fieldOf(left), taken: fieldOf(taken) };
	}
	return undefined;
}

function isLeftBefore(left: FilledPlace, place: FilledPlace, sent: FilledPlace[]): boolean {
	const depth = left.path.findIndex((key, index) => key !== place.path[index]);
	const [before, behind] = [left.path[depth], place.path[depth]];
	if (typeof before !== 'number' || typeof behind !== 'number' || before > behind) return false;
	const hasName = left.named?.some((entry) => entry.depth === depth) === true;
	const isAlike = left.path.slice(depth + 1).join('.') === place.path.slice(depth + 1).join('.');
	const entry = left.path.slice(0, depth + 1);
	return !hasName && isAlike && !sent.some(({ path }) => isWithin(path, entry));
}

function fieldOf({ blanks }: FilledPlace): BlankField {
	return blanks[0]?.field ?? 'amount';
}
