import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Slot } from './example';
import { hasField, isAlone, readSlots } from './example';
import type { Values, WrittenFields } from './fields';
import { isEqual, isBlank, isJsonObject, merge, quoted, readKeys } from './json';
import type { Path } from './path';
import { wrapperDepth } from './listExample';
import { namesOf, pathText, putAt, valueAt } from './path';
import { describeWithReference, referenceAtEnd } from './reference';

/** What Custom Fields say about a place: its value or, where the path is shorter, what replaces an object around it. */
interface Setting {
	slot: Slot;
	path: Path;
	value: unknown;
}

function settingsAt(custom: IDataObject, slots: Slot[]): Setting[] {
	const settings: Setting[] = [];
	for (const slot of slots) {
		const setting = settingAt(custom, slot);
		if (setting) settings.push(setting);
	}
	return settings;
}

function settingAt(custom: IDataObject, slot: Slot): Setting | undefined {
	const path = slot.path;
	let value: unknown = custom;
	for (const [depth, step] of path.entries()) {
		if (step.kind !== 'name' || !isJsonObject(value)) {
			// A body that is a list takes no Custom Fields.
			if (depth === 0) return undefined;
			return { slot, path: path.slice(0, depth), value };
		}
		if (!Object.hasOwn(value, step.name)) return undefined;
		value = value[step.name];
	}
	return { slot, path, value };
}

function isWhole({ slot, path }: Setting): boolean {
	return path.length === slot.path.length;
}

/** True where Custom Fields say something about one of the places. */
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
			more: 'Put further properties into that list as they are, or leave the field empty.',
		});
	}
	for (const setting of settingsAt(custom, slots)) {
		const isSet = setting.slot.placeholders.some(({ field }) => values[field] !== undefined);
		if (isSet && !isEqual(setting.value, valueAt(body, setting.path))) throw setTwice(setting);
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

/** @throws UserError for a description that would be read as another charge's */
export function assertNoMark(custom: IDataObject, descriptionSlots: Slot[]): void {
	for (const { value: text } of settingsAt(custom, descriptionSlots)) {
		const mark = typeof text === 'string' ? referenceAtEnd(text) : undefined;
		if (mark === undefined) continue;
		throw userError({
			what: `'Custom Fields' has a description that ends with a reference, [ref:${mark}]`,
			advice: 'Leave that out',
			more: 'References are given in their own field only.',
		});
	}
}

/** With the reference at the end of a description that Custom Fields set, or empty. */
export function withReferenceKept(
	custom: IDataObject,
	reference: string,
	descriptionSlots: Slot[],
): IDataObject {
	let kept = custom;
	for (const setting of settingsAt(custom, descriptionSlots)) {
		const { slot, path, value } = setting;
		const text = isBlank(value) ? '' : value;
		const canKeep = isWhole(setting) && isAlone(slot) && typeof text === 'string';
		if (!canKeep) throw losing(setting, reference);
		kept = putAt(kept, path, describeWithReference(text, reference)) as IDataObject;
	}
	return kept;
}

/** @throws UserError where Custom Fields would replace the reference that an item has in its own place */
export function assertReferenceStays(
	custom: IDataObject,
	reference: string,
	referenceSlots: Slot[],
): void {
	for (const setting of settingsAt(custom, referenceSlots)) {
		const isKept = isWhole(setting) && String(setting.value).trim() === reference;
		if (!isKept) throw losing(setting, reference);
	}
}

function losing(setting: Setting, reference: string) {
	const name = pathText(setting.path);
	return userError({
		what: `'Custom Fields' sets '${name}', which would take the reference '${reference}' off the service item`,
		advice: `Leave '${name}' out of 'Custom Fields'`,
		more: 'Without its reference, the charge would be created again. Where a description is to change, fill in the field for it.',
	});
}

/** @throws UserError when an amount that Custom Fields set cannot be read: a limit would not hold */
export function amountToSend(
	{ createBody, updateBody, timeZone }: ApiFormat,
	{ amount = 0 }: WrittenFields,
	custom: IDataObject,
): number {
	let most = amount;
	for (const { slot, value } of settingsAt(custom, [...createBody.slots, ...updateBody.slots])) {
		if (!hasField(slot, 'amount') || isBlank(value)) continue;
		const sent = readSlots([slot], custom, timeZone).values.amount;
		if (sent === undefined) {
			throw userError({
				what: `'Custom Fields' sets an amount that cannot be read, ${quoted(value)} at '${pathText(slot.path)}'`,
				more: `Write it as the Reservation Service credential does, or fill in 'Amount' instead.`,
			});
		}
		if (Math.abs(sent) > Math.abs(most)) most = sent;
	}
	return most;
}

/** The item may lack outer objects of Create Body, such as `data`, or have one of its own, such as `node`. */
export function showsCustom(format: ApiFormat, custom: IDataObject, item: IDataObject): boolean {
	const wrappers = format.createBody.slots.map((slot) => namesOf(slot.path.slice(0, -1)));
	const { ownSlots } = format.list;
	const own = namesOf((ownSlots[0]?.path ?? []).slice(0, wrapperDepth(ownSlots)));
	return leavesIn(custom).every(({ names, value }) => {
		const shown: unknown[] = [];
		for (const depth of names.keys()) {
			const outer = names.slice(0, depth);
			const isWrapper = wrappers.some((wrapper) => isEqual(wrapper.slice(0, depth), outer));
			if (depth > 0 && !isWrapper) continue;
			const inner = names.slice(depth);
			shown.push(readKeys(item, inner), readKeys(item, [...own, ...inner]));
		}
		// An empty value is the same as none.
		if (isBlank(value)) return shown.every(isBlank);
		return shown.some((actual) => isEqual(actual, value));
	});
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
