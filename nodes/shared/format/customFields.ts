import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { Values } from './fields';
import { canonicalJson, isBlank, isJsonObject, merge, quoted, readKey } from './json';
import { describeWithReference, referenceAtEnd } from './reference';
import type { PlacedSlot, Template } from './template';
import type { Path } from './path';
import { namesOf, nestedAt, pathText, valueAt } from './path';
import { hasField, isAlone, readSlots } from './template';

/** What Custom Fields say about a place. */
type Setting =
	| { kind: 'none' }
	| { kind: 'value'; value: unknown }
	/** There is no object where the path goes on, so all below is replaced. */
	| { kind: 'replaced'; path: Path };

function settingAt(custom: IDataObject, path: Path): Setting {
	let value: unknown = custom;
	for (const [depth, step] of path.entries()) {
		if (step.kind !== 'name' || !isJsonObject(value)) {
			// A body that is a list takes no Custom Fields.
			return depth === 0 ? { kind: 'none' } : { kind: 'replaced', path: path.slice(0, depth) };
		}
		if (!Object.hasOwn(value, step.name)) return { kind: 'none' };
		value = value[step.name];
	}
	return { kind: 'value', value };
}

/** True where Custom Fields say something about the place. */
export function touches(custom: IDataObject, { path }: PlacedSlot): boolean {
	return settingAt(custom, path).kind !== 'none';
}

/** Adds custom properties, none of which may replace one of `values`. */
export function withCustom(
	body: IDataObject,
	custom: IDataObject,
	{ values, slots }: { values: Values; slots: PlacedSlot[] },
): IDataObject {
	if (Object.keys(custom).length === 0) return body;
	if (Array.isArray(body)) {
		throw userError({
			what: `'Custom Fields' cannot be added, as the body is a list in the Reservation Service credential`,
			more: 'Put further properties into that list as they are, or leave the field empty.',
		});
	}
	const merged = merge(body, custom);
	for (const slot of slots) {
		if (slot.placeholders.every(({ field }) => values[field] === undefined)) continue;
		const setting = settingAt(custom, slot.path);
		if (setting.kind === 'none') continue;
		const path = setting.kind === 'replaced' ? setting.path : slot.path;
		if (canonicalJson(valueAt(merged, path)) !== canonicalJson(valueAt(body, path))) {
			throw setTwice(path);
		}
	}
	return merged;
}

function setTwice(path: Path) {
	const name = pathText(path);
	return userError({
		what: `'Custom Fields' sets '${name}', which another field of this node already sets`,
		more: `Remove '${name}' from 'Custom Fields', or leave the other field empty.`,
	});
}

/** @throws UserError for a description that would be read as another charge's */
export function assertNoMark(custom: IDataObject, descriptionSlots: PlacedSlot[]): void {
	for (const { path } of descriptionSlots) {
		const setting = settingAt(custom, path);
		const text = setting.kind === 'value' ? setting.value : undefined;
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
	descriptionSlots: PlacedSlot[],
): IDataObject {
	let kept = custom;
	for (const slot of descriptionSlots) {
		const setting = settingAt(custom, slot.path);
		if (setting.kind === 'none') continue;
		const text = setting.kind === 'value' && isAlone(slot) ? textOf(setting.value) : undefined;
		if (text === undefined) {
			throw losing(setting.kind === 'replaced' ? setting.path : slot.path, reference);
		}
		kept = merge(kept, nestedAt(namesOf(slot.path), describeWithReference(text, reference)));
	}
	return kept;
}

function textOf(value: unknown): string | undefined {
	if (isBlank(value)) return '';
	return typeof value === 'string' ? value : undefined;
}

/** @throws UserError where Custom Fields would replace the reference that an item has in its own place */
export function assertReferenceStays(
	custom: IDataObject,
	reference: string,
	slots: PlacedSlot[],
): void {
	for (const slot of slots) {
		if (!hasField(slot, 'reference')) continue;
		const setting = settingAt(custom, slot.path);
		if (setting.kind === 'replaced') throw losing(setting.path, reference);
		if (setting.kind === 'value' && String(setting.value).trim() !== reference) {
			throw losing(slot.path, reference);
		}
	}
}

function losing(path: Path, reference: string) {
	const name = pathText(path);
	return userError({
		what: `'Custom Fields' sets '${name}', which would take the reference '${reference}' off the service item`,
		advice: `Leave '${name}' out of 'Custom Fields'`,
		more: 'Without its reference, the charge would be created again. Where a description is to change, fill in the field for it.',
	});
}

/** @throws UserError when an amount that Custom Fields set cannot be read: a limit would not hold */
export function amountsIn(custom: IDataObject, slots: PlacedSlot[], timeZone: string): number[] {
	const amounts: number[] = [];
	for (const slot of slots) {
		const setting = settingAt(custom, slot.path);
		if (setting.kind === 'none' || !hasField(slot, 'amount')) continue;
		const path = setting.kind === 'replaced' ? setting.path : slot.path;
		const found = valueAt(custom, path);
		if (isBlank(found)) continue;
		const { amount } = readSlots([slot], custom, timeZone).values;
		if (amount === undefined) {
			throw userError({
				what: `'Custom Fields' sets an amount that cannot be read, ${quoted(found)} at '${pathText(path)}'`,
				more: `Write it as the Reservation Service credential does, or fill in 'Amount' instead.`,
			});
		}
		amounts.push(amount);
	}
	return amounts;
}

/**
 * The part of `custom` that an item, the first of `shownIn`, does not show. The item may lack an outer object of Create
 * Body, such as `data`.
 */
export function customDifferences(
	custom: IDataObject,
	shownIn: unknown[],
	template?: Template,
): IDataObject {
	const differing: Array<[string, unknown]> = [];
	for (const [key, value] of Object.entries(custom)) {
		const shown = shownIn.map((source) => readKey(source, key));
		if (!isJsonObject(value) || Object.keys(value).length === 0) {
			if (!isShown(value, shown)) differing.push([key, value]);
			continue;
		}
		const wrapper = branchAt(template, key);
		const inner = customDifferences(value, wrapper ? [shownIn[0], ...shown] : shown, wrapper);
		if (Object.keys(inner).length > 0) differing.push([key, inner]);
	}
	return Object.fromEntries(differing) as IDataObject;
}

/** An empty value is the same as none. */
function isShown(value: unknown, shown: unknown[]): boolean {
	if (isBlank(value)) return shown.every(isBlank);
	return shown.some((actual) => canonicalJson(actual) === canonicalJson(value));
}

function branchAt(template: Template | undefined, name: string): Template | undefined {
	const entries = template?.kind === 'branch' ? template.entries : [];
	const inner = entries.find(({ step }) => step.kind === 'name' && step.name === name)?.template;
	return inner?.kind === 'branch' ? inner : undefined;
}
