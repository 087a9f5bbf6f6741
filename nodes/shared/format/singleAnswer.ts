import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { filledSlots } from './bodies';
import type { Slot } from './example';
import { fieldsOf, hasField } from './example';
import { withoutCase } from './fields';
import { isFilled, readingOf, readItem, usualIdOf } from './items';
import type { ServiceAnswer } from './json';
import { asObject, isBlank, isJsonObject, merge } from './json';

export interface KnownItem {
	id?: string;
	item?: IDataObject;
}

export interface AnsweredItem {
	/**
	 * The ID asked for, or the one that the answer names: told, not shown by a
	 * list.
	 */
	id?: string;
	/**
	 * `other`: content in which the item was not found, or another one, or
	 * several that could be it.
	 */
	shows: 'item' | 'nothing' | 'other';
	/**
	 * As the service returned it; where it returned nothing what was sent, with
	 * the ID; else the answer, with the ID.
	 */
	item: IDataObject;
}

/**
 * Objects that are no service item, and those in which an ID is no sign of one
 * either (assumption).
 */
const NOT_THE_ITEM = /error|warning|message|link/i;
const NO_SIGN_WITHIN =
	/error|warning|message|link|detail|request|reservation|guest|meta/i;

export function readAnswer(
	format: ApiFormat,
	answer: ServiceAnswer,
	known: KnownItem = {},
): AnsweredItem {
	const { body } = answer;
	const best = itemIn(format, body, known.id);
	const found = best && isAnother(format, best, known) ? undefined : best;
	const id = known.id ?? (found && idOf(format, found)) ?? idInLocation(answer);
	if (found) return { id, shows: 'item', item: found };
	if (hasContent(body)) {
		return { id, shows: 'other', item: withId(format, asObject(body), id) };
	}
	return { id, shows: 'nothing', item: withId(format, known.item ?? {}, id) };
}

/**
 * True where the answer to a change shows another ID than it was sent to or, to
 * a create, amount or description, and neither as it was sent: a bill with its
 * total, say.
 */
function isAnother(
	format: ApiFormat,
	found: IDataObject,
	{ id, item }: KnownItem,
): boolean {
	if (item === undefined) return false;
	if (id !== undefined) return (idOf(format, found) ?? id) !== id;
	const sent = readItem(format, item).fields;
	const shown = readItem(format, found).fields;
	const told = (['amount', 'description'] as const).filter(
		(name) => shown[name] !== undefined,
	);
	const isAsSent = told.some(
		(name) => withoutCase(sent[name]) === withoutCase(shown[name]),
	);
	return told.length > 0 && !isAsSent;
}

function withId(
	format: ApiFormat,
	item: IDataObject,
	id: string | undefined,
): IDataObject {
	if (id === undefined) return item;
	if (!format.list.fields.has('id')) return { id, ...item };
	const own = filledSlots(format.list.itemSlots, (each) =>
		each.field === 'id' ? id : undefined,
	);
	return merge(item, own);
}

/** False for content that shows neither a value of a service item nor an ID. */
export function isUnderstood(
	format: ApiFormat,
	answer: ServiceAnswer,
): boolean {
	if (!hasContent(answer.body) || idInLocation(answer) !== undefined) {
		return true;
	}
	return hasSign(format, objectsIn(answer.body, NOT_THE_ITEM), (slot) => {
		// Of a refusal, too, could be said: a reservation, or a description of what
		// is wrong.
		return !hasField(slot, 'description') && !hasField(slot, 'reservationId');
	});
}

/** True where an ID or amount may be a service item's. */
export function holdsItem(format: ApiFormat, body: unknown): boolean {
	return hasSign(format, objectsIn(body, NO_SIGN_WITHIN), (slot) => {
		return hasField(slot, 'id') || hasField(slot, 'amount');
	});
}

/** True where an amount is: an ID alone may be that of a refusal. */
export function holdsAmount(format: ApiFormat, body: unknown): boolean {
	return objectsIn(body, NO_SIGN_WITHIN).some((each) => {
		return filledSlotsOf(format, each.value).some((slot) =>
			hasField(slot, 'amount'),
		);
	});
}

function hasSign(
	format: ApiFormat,
	objects: FoundObject[],
	isSign: (slot: Slot) => boolean,
): boolean {
	return objects.some((each) => {
		return (
			usualIdOf(each.value) !== undefined ||
			filledSlotsOf(format, each.value).some(isSign)
		);
	});
}

function idOf(format: ApiFormat, item: IDataObject): string | undefined {
	return readingOf(format, item).values.id ?? usualIdOf(item)?.id;
}

function filledSlotsOf(format: ApiFormat, object: IDataObject): Slot[] {
	return format.list.itemSlots.filter((slot) => isFilled(object, slot));
}

/**
 * The one with the ID asked for, else with most placeholders, of equals the
 * outermost; of several alike none.
 */
function itemIn(
	format: ApiFormat,
	body: unknown,
	id: string | undefined,
): IDataObject | undefined {
	const all = objectsIn(body, NOT_THE_ITEM);
	const asked = all.filter(
		(each) => id !== undefined && idOf(format, each.value) === id,
	);
	const objects = asked.length > 0 ? asked : all;
	const counts = objects.map((each) => countFilled(format, each.value));
	const max = Math.max(0, ...counts);
	const best = objects[counts.indexOf(max)];
	if (!best || max === 0) return undefined;
	for (const [index, object] of objects.entries()) {
		const isAlike = counts[index] === max && object.depth === best.depth;
		const isOtherEntry =
			object.list === best.list && object.entry !== best.entry;
		const isRival =
			isOtherEntry && object.list !== undefined && counts[index] !== 0;
		if (object !== best && (isAlike || isRival)) return undefined;
	}
	return best.value;
}

/**
 * How many placeholders are found in an object; an ID under a usual name counts
 * where {id} is not found.
 */
function countFilled(format: ApiFormat, object: IDataObject): number {
	const filled = filledSlotsOf(format, object);
	if (fieldsOf(filled).has('id') || usualIdOf(object) === undefined) {
		return filled.length;
	}
	return filled.length + 1;
}

/** An object in an answer, and the innermost list around it. */
interface FoundObject {
	value: IDataObject;
	depth: number;
	list?: unknown[];
	/** Of that list: the object itself, or what it stands in. */
	entry?: unknown;
}

function objectsIn(body: unknown, skipped: RegExp): FoundObject[] {
	const found: FoundObject[] = [];
	const search = (
		value: unknown,
		depth: number,
		around: Partial<FoundObject>,
	): void => {
		if (Array.isArray(value)) {
			for (const entry of value as unknown[]) {
				search(entry, depth + 1, { list: value, entry });
			}
		}
		if (!isJsonObject(value)) return;
		found.push({ ...around, value, depth });
		for (const [name, inner] of Object.entries(value)) {
			if (!skipped.test(name)) search(inner, depth + 1, around);
		}
	};
	search(body, 0, {});
	return found.sort((one, other) => one.depth - other.depth);
}

function hasContent(value: unknown): boolean {
	if (isJsonObject(value)) return Object.values(value).some(hasContent);
	return Array.isArray(value) || !isBlank(value);
}

/**
 * The Location header names what was created (RFC 9110, 10.2.2); of what is
 * accepted for later (202), it may be a task.
 */
function idInLocation(answer: ServiceAnswer): string | undefined {
	const { location } = answer.headers;
	if (typeof location !== 'string' || answer.status === 202) return undefined;
	const end = /([^/?#]+)\/?(?:[?#].*)?$/.exec(location)?.[1];
	try {
		return end && decodeURIComponent(end);
	} catch {
		return end;
	}
}
