import { userError } from '../n8n/userError';
import type { Slot } from './example';
import { fieldsOf, hasField } from './example';
import type { PlaceholderField } from './fields';
import { PAGE_ANSWER_FIELDS } from './fields';
import type { Path, Step } from './path';
import { beginsWith, isByKey, isSameStep, isWildcard, pathText, upToLast } from './path';

/** Where a list answer has what. */
export interface ListShape {
	/** From the answer to one item. Empty: the list is looked for. */
	itemsPath: Path;
	/** With paths within the item. */
	ownSlots: Slot[];
	/** The same, and where names around all of an item are missing: in `edges[].node`, an answer with one item may lack `node`. */
	itemSlots: Slot[];
	fields: ReadonlySet<PlaceholderField>;
	pageSlots: Slot[];
}

/** @throws UserError, whose message goes on after the setting's name */
export function listShapeOf(slots: Slot[]): ListShape {
	const itemsPath = itemsPathIn(slots);
	const shape = itemShapeOf(slots, itemsPath);
	if (!shape) {
		throw userError({
			what: 'has a list with single values or several entries with placeholders in it, which is not supported',
			advice: 'Show one service item, as an object, and one entry of every list in it',
			more: 'Each value read needs a place of its own.',
		});
	}
	const isInItem = (slot: Slot): boolean => beginsWith(slot.path, itemsPath);
	const pageSlots = slots.filter((slot) => !isInItem(slot));
	const astray =
		pageSlots.find((slot) => !isAboutPages(slot) || slot.path.some(isWildcard)) ??
		slots.find((slot) => isInItem(slot) && isAboutPages(slot));
	if (!astray) return { ...shape, pageSlots };
	throw userError({
		what: `has ${astray.text} at '${pathText(astray.path)}', where it does not belong`,
		advice: 'Put it elsewhere, or take it out',
		more: 'Put the values of a service item into the entry of the list that has {id} and {amount} in it, those about pages beside the outermost list.',
	});
}

function isAboutPages(slot: Slot): boolean {
	return PAGE_ANSWER_FIELDS.some((field) => hasField(slot, field));
}

/** To the innermost entry with {id} in it, or whose name is the ID; without any, with {amount}. */
function itemsPathIn(slots: Slot[]): Path {
	const keyed = slots.map((slot) => upToLast(slot.path, isByKey));
	const path = longest([...entriesWith('id', slots), ...keyed]);
	if (path.length > 0) return path;
	return longest(entriesWith('amount', slots));
}

function entriesWith(field: PlaceholderField, slots: Slot[]): Path[] {
	const holders = slots.filter((slot) => hasField(slot, field));
	return holders.map((slot) => upToLast(slot.path, isWildcard));
}

function longest(paths: Path[]): Path {
	let found: Path = [];
	for (const path of paths) if (path.length > found.length) found = path;
	return found;
}

/** Undefined where a value has no name, or stands in another than the first entry of a list. */
export function itemShapeOf(slots: Slot[], itemsPath: Path): ListShape | undefined {
	const inItem = slots.filter((slot) => beginsWith(slot.path, itemsPath));
	const ownSlots = inItem.map((slot) => from(slot, itemsPath.length));
	if (!ownSlots.every(isReadable)) return undefined;
	const fields = fieldsOf(ownSlots);
	const itemSlots = [...ownSlots];
	const depth = wrapperDepth(ownSlots);
	if (fields.has('id') && depth > 0) {
		for (const slot of ownSlots) itemSlots.push(from(slot, depth));
	}
	return { itemsPath, ownSlots, itemSlots, fields, pageSlots: [] };
}

function from(slot: Slot, depth: number): Slot {
	return { ...slot, path: slot.path.slice(depth) };
}

function isReadable(slot: Slot): boolean {
	return slot.path.length > 0 && slot.path.every(isReadableStep);
}

function isReadableStep(step: Step): boolean {
	return step.kind === 'name' || (step.kind === 'entry' && step.position === 0);
}

/** How many names stand around all of an item. */
export function wrapperDepth(slots: Slot[]): number {
	const [first, ...others] = slots.map((slot) => slot.path.slice(0, -1));
	if (!first) return 0;
	const end = first.findIndex(
		(step, depth) => isWildcard(step) || others.some((path) => !isSameStep(path[depth], step)),
	);
	if (end < 0) return first.length;
	return end;
}
