import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Slot } from './example';
import { hasField, isAlone, readSlots } from './example';
import type { PlaceholderField, Values, WrittenFields } from './fields';
import {
	isBlank,
	isEqual,
	isJsonObject,
	merge,
	quoted,
	readKeys,
} from './json';
import type { Path } from './path';
import { namesOf, pathText, putAt, valueAt } from './path';
import { describeWithReference, referenceAtEnd } from './reference';

// Custom Fields are added to what the examples make. They replace nothing that
// another field of the form sets.

/**
 * Where a field stands in what is sent or, in case Custom Fields have it, in
 * what is shown.
 */
export function placesOf(format: ApiFormat, field: PlaceholderField): Slot[] {
	const sent = [...format.createBody.slots, ...format.updateBody.slots];
	const all = [...sent, ...format.list.itemSlots];
	return all.filter((slot) => hasField(slot, field));
}

/**
 * What Custom Fields say about a place: its value or, where the path is
 * shorter, what replaces an object around it.
 */
interface Setting {
	slot: Slot;
	path: Path;
	value: unknown;
}

function settingsAt(custom: IDataObject, slots: Slot[]): Setting[] {
	return slots.flatMap((slot) => settingAt(custom, slot) ?? []);
}

function settingAt(custom: IDataObject, slot: Slot): Setting | undefined {
	let value: unknown = custom;
	for (const [depth, step] of slot.path.entries()) {
		if (step.kind !== 'name' || !isJsonObject(value)) {
			// A body that is a list takes no Custom Fields.
			if (depth === 0) return undefined;
			return { slot, path: slot.path.slice(0, depth), value };
		}
		if (!Object.hasOwn(value, step.name)) return undefined;
		value = value[step.name];
	}
	return { slot, path: slot.path, value };
}

function isWhole({ slot, path }: Setting): boolean {
	return path.length === slot.path.length;
}

export function touches(custom: IDataObject, slots: Slot[]): boolean {
	return settingsAt(custom, slots).length > 0;
}

/** Adds custom properties, none of which may replace one of `values`. */
export function withCustom(
	body: IDataObject,
	custom: IDataObject,
	{ values, slots }: { values: Values; slots: Slot[] },
): IDataObject {
	if (Object.keys(custom).length === 0) return body;
	if (Array.isArray(body)) {
		throw userError({
			what: `'Custom Fields' cannot be added, as the body is a list in the Reservation Service credential`,
			advice: 'Leave the field empty',
		});
	}
	for (const setting of settingsAt(custom, slots)) {
		const isSet = setting.slot.placeholders.some(
			(each) => values[each.field] !== undefined,
		);
		if (isSet && !isEqual(setting.value, valueAt(body, setting.path))) {
			throw setTwice(setting);
		}
	}
	return merge(body, custom);
}

function setTwice(setting: Setting) {
	const name = pathText(setting.path);
	return userError({
		what: `'Custom Fields' sets '${name}', which another field of this node already sets`,
		more: `Leave '${name}' out of 'Custom Fields', or leave the other field empty.`,
	});
}

export function assertNoMark(
	custom: IDataObject,
	descriptionSlots: Slot[],
): void {
	for (const { value: text } of settingsAt(custom, descriptionSlots)) {
		const mark = typeof text === 'string' ? referenceAtEnd(text) : undefined;
		if (mark === undefined) continue;
		throw userError({
			what: `'Custom Fields' has a description that ends with a reference, [ref:${mark}]`,
			advice: 'Leave that out',
		});
	}
}

/**
 * With the reference at the end of a description that Custom Fields set, be it
 * an empty one.
 */
export function withReferenceKept(
	custom: IDataObject,
	reference: string,
	descriptionSlots: Slot[],
): IDataObject {
	let kept = custom;
	for (const setting of settingsAt(custom, descriptionSlots)) {
		const { slot, path, value } = setting;
		const text = isBlank(value) ? '' : value;
		const canKeep =
			isWhole(setting) && isAlone(slot) && typeof text === 'string';
		if (!canKeep) throw losing(setting, reference);
		kept = putAt(
			kept,
			path,
			describeWithReference(text, reference),
		) as IDataObject;
	}
	return kept;
}

/**
 * @throws UserError where Custom Fields would replace the reference that an
 * item has in its own place
 */
export function assertReferenceStays(
	custom: IDataObject,
	reference: string,
	referenceSlots: Slot[],
): void {
	for (const setting of settingsAt(custom, referenceSlots)) {
		const isKept =
			isWhole(setting) && String(setting.value).trim() === reference;
		if (!isKept) throw losing(setting, reference);
	}
}

function losing(setting: Setting, reference: string) {
	const name = pathText(setting.path);
	return userError({
		what: `'Custom Fields' sets '${name}', which would take the reference '${reference}' off the service item`,
		advice: `Leave '${name}' out of 'Custom Fields'`,
		more: 'Without it, the charge would be created again. For a new description there is a field.',
	});
}

/**
 * @throws UserError when an amount that Custom Fields set cannot be read: a
 * limit would not hold
 */
export function largestAmount(
	format: ApiFormat,
	{ amount = 0 }: WrittenFields,
	custom: IDataObject,
): number {
	let largest = amount;
	for (const { slot, value } of settingsAt(
		custom,
		placesOf(format, 'amount'),
	)) {
		if (isBlank(value)) continue;
		const sent = readSlots([slot], custom, format.timeZone).values.amount;
		if (sent === undefined) {
			throw userError({
				what: `'Custom Fields' sets an amount that cannot be read, ${quoted(value)} at '${pathText(slot.path)}'`,
				more: `Fill in 'Amount' instead.`,
			});
		}
		if (Math.abs(sent) > Math.abs(largest)) largest = sent;
	}
	return largest;
}

/**
 * The item may lack the objects that Create Body has around all of a charge,
 * such as `data`, or have its own, such as `node`.
 */
export function showsCustom(
	{ createBody, list }: ApiFormat,
	custom: IDataObject,
	item: IDataObject,
): boolean {
	const around = namesAround(
		createBody.slots.filter((slot) => !hasField(slot, 'reservationId')),
	);
	const own = namesAround(list.itemSlots);
	return leavesIn(custom).every(({ names, value }) => {
		const shown: unknown[] = [];
		for (const depth of names.keys()) {
			if (!isEqual(names.slice(0, depth), around.slice(0, depth))) break;
			const inner = names.slice(depth);
			shown.push(readKeys(item, inner), readKeys(item, [...own, ...inner]));
		}
		// An empty value is the same as none.
		if (isBlank(value)) return shown.every(isBlank);
		return shown.some((actual) => isEqual(actual, value));
	});
}

function namesAround(slots: Slot[]): string[] {
	const all = slots.map((slot) => namesOf(slot.path.slice(0, -1)));
	const common: string[] = [];
	for (const [depth, name] of (all[0] ?? []).entries()) {
		if (all.some((names) => names[depth] !== name)) break;
		common.push(name);
	}
	return common;
}

/** Lists and empty objects are values. */
function leavesIn(custom: IDataObject, outer: string[] = []) {
	const leaves: Array<{ names: string[]; value: unknown }> = [];
	for (const [name, value] of Object.entries(custom)) {
		const names = [...outer, name];
		const inner = isJsonObject(value) ? leavesIn(value, names) : [];
		if (inner.length > 0) leaves.push(...inner);
		else leaves.push({ names, value });
	}
	return leaves;
}
