import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { filledSlots } from './bodies';
import { hasField, readSlots } from './example';
import { isFilled, readingOf, usualIdIn } from './items';
import { isBlank, isJsonObject, merge } from './json';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** The parsed JSON, the bare text if it is none, or undefined if empty. */
	body: unknown;
}

/** What is known of the service item that an answer is about. */
export interface KnownItem {
	id?: string;
	/** What was sent. */
	item?: IDataObject;
}

/** What a single answer says of its service item. */
export interface AnsweredItem {
	/** The ID asked for, or the one that the answer names: told, not shown by a list. */
	id?: string;
	/** `other`: content in which the item was not found, or several that could be it. */
	shows: 'item' | 'nothing' | 'other';
	/** As the service returned it; where it returned nothing what was sent, with the ID; else the answer, with the ID. */
	item: IDataObject;
}

/** Objects that are no service item, and those in which an ID is no sign of one either (assumption). */
const NOT_THE_ITEM = /error|warning|message|link/i;
const NO_SIGN_WITHIN = /error|warning|message|link|detail|request|reservation|guest|meta/i;

export function readAnswer(
	format: ApiFormat,
	answer: ServiceAnswer,
	known: KnownItem = {},
): AnsweredItem {
	const { body } = answer;
	const found = itemIn(format, body, known.id);
	const foundId = found && idOf(format, found);
	const id = known.id ?? foundId ?? idInLocation(answer);
	if (found) return { id, shows: 'item', item: found };
	const shows = hasContent(body) ? 'other' : 'nothing';
	let item = isJsonObject(body) ? body : {};
	if (shows === 'nothing') item = known.item ?? item;
	return { id, shows, item: id === undefined ? item : withId(format, item, id) };
}

function withId({ list }: ApiFormat, item: IDataObject, id: string): IDataObject {
	if (!list.fields.has('id')) return { id, ...item };
	const own = filledSlots(list.ownSlots, ({ field }) => (field === 'id' ? id : undefined));
	return merge(item, own);
}

export function isUnderstood(format: ApiFormat, answer: ServiceAnswer): boolean {
	if (!hasContent(answer.body) || idInLocation(answer) !== undefined) return true;
	// What could as well be said of a refusal shows no item: a reservation, or a description of what is wrong.
	const slots = format.list.itemSlots.filter(
		(slot) => !hasField(slot, 'description') && !hasField(slot, 'reservationId'),
	);
	return objectsIn(answer.body, NOT_THE_ITEM).some(
		({ value }) => usualIdIn(value) !== undefined || slots.some((slot) => isFilled(value, slot)),
	);
}

export function holdsItem(format: ApiFormat, body: unknown): boolean {
	return objectsIn(body, NO_SIGN_WITHIN).some(({ value }) => {
		const { values, mismatches } = readingOf(format, value);
		const amount = values.amount ?? mismatches.amount;
		return amount !== undefined || (values.id ?? usualIdIn(value)) !== undefined;
	});
}

function idOf({ list, timeZone }: ApiFormat, item: IDataObject): string | undefined {
	const slots = list.itemSlots.filter((slot) => hasField(slot, 'id'));
	return readSlots(slots, item, timeZone).values.id ?? usualIdIn(item);
}

/** The one with the ID asked for, else with most placeholders, of equals the outermost; of several alike none. */
function itemIn(format: ApiFormat, body: unknown, id: string | undefined): IDataObject | undefined {
	const all = objectsIn(body, NOT_THE_ITEM);
	const asked = all.filter(({ value }) => id !== undefined && idOf(format, value) === id);
	const objects = asked.length > 0 ? asked : all;
	return theOneWithMost(format, objects);
}

/** An object in an answer, and the entry of the innermost list around it. */
interface FoundObject {
	value: IDataObject;
	depth: number;
	entry?: Entry;
}
interface Entry {
	list: unknown[];
	position: number;
}

/** The outermost with most; none where another on its level has as many, or another entry of its list has some. */
function theOneWithMost(format: ApiFormat, objects: FoundObject[]): IDataObject | undefined {
	const isAnyFilled = objects.some(({ value }) => countFilled(format, value) > 0);
	let best: FoundObject | undefined;
	let most = 0;
	const counts = new Map<FoundObject, number>();
	for (const object of objects) {
		const count = isAnyFilled
			? countFilled(format, object.value)
			: Number(usualIdIn(object.value) !== undefined);
		counts.set(object, count);
		if (count <= most) continue;
		best = object;
		most = count;
	}
	for (const [object, count] of counts) {
		if (object === best || count === 0) continue;
		const isAlike = object.depth === best?.depth && count === most;
		if (isAlike || isOtherEntry(object.entry, best?.entry)) return undefined;
	}
	return best?.value;
}

function isOtherEntry(one: Entry | undefined, other: Entry | undefined): boolean {
	if (!one || one.list !== other?.list) return false;
	return one.position !== other.position;
}

/** How many placeholders are found in an object, an ID under a usual name included. */
function countFilled({ list }: ApiFormat, object: IDataObject): number {
	const { length } = list.itemSlots.filter((slot) => isFilled(object, slot));
	const hasUsualId = !list.fields.has('id') && usualIdIn(object) !== undefined;
	return hasUsualId ? length + 1 : length;
}

/** The outermost come first. */
function objectsIn(body: unknown, skipped: RegExp): FoundObject[] {
	const found: FoundObject[] = [];
	let level: Array<{ value: unknown; entry?: Entry }> = [{ value: body }];
	for (let depth = 0; level.length > 0; depth++) {
		const next: typeof level = [];
		for (const { value, entry } of level) {
			if (Array.isArray(value)) {
				for (const [position, inner] of value.entries()) {
					next.push({ value: inner, entry: { list: value, position } });
				}
			}
			if (!isJsonObject(value)) continue;
			found.push({ value, depth, entry });
			for (const [key, inner] of Object.entries(value)) {
				if (!skipped.test(key)) next.push({ value: inner, entry });
			}
		}
		level = next;
	}
	return found;
}

function hasContent(value: unknown): boolean {
	if (isJsonObject(value)) return Object.values(value).some(hasContent);
	return Array.isArray(value) || !isBlank(value);
}

/** The Location header names what was created (RFC 9110, 10.2.2); of what is accepted for later (202), it may be a task. */
function idInLocation({ status, headers: { location } }: ServiceAnswer): string | undefined {
	if (typeof location !== 'string' || status === 202) return undefined;
	const end = /([^/?#]+)\/?(?:[?#].*)?$/.exec(location)?.[1];
	try {
		return end && decodeURIComponent(end);
	} catch {
		return end;
	}
}
