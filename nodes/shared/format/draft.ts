import { userMessageOf } from '../n8n/userError';
import { assertTexts } from './apiFormat';
import { writer } from './bodies';
import type { Slot, Write } from './example';
import { fillSlot, parseExample, readSlots } from './example';
import type { ExampleName, PlaceholderField, Value } from './fields';
import { DEFAULT_CREATE_BODY } from './fields';
import { isWrittenAs, placeholderFor, shapeOf } from './formats';
import { isEqual, isJsonObject, parseJson } from './json';
import type { Place } from './places';
import { leavesOfRequest } from './places';

// For Check, which reads examples that are not finished, and answers of a
// service that is not known yet.

/**
 * What is entered for an example: nothing of it for nothing, or for the
 * default.
 */
export interface Entered {
	json?: unknown;
	/** The same where it has no placeholders, as the documentation shows it. */
	documented?: unknown;
	/** Why it cannot be used: no JSON, or a placeholder that is none. */
	mistake?: string;
}

export function readEntered(name: ExampleName, given: unknown): Entered {
	try {
		const example = parseExample(given, name);
		const isDefault = isEqual(example?.json, parseJson(DEFAULT_CREATE_BODY));
		if (!example || (name === 'createBody' && isDefault)) return {};
		if (name === 'listQuery') assertTexts(example);
		const { json, slots } = example;
		return slots.length > 0 ? { json } : { json, documented: json };
	} catch (error) {
		return { mistake: userMessageOf(error) };
	}
}

/** How a field may stand in values that were found at one place. */
export interface Form {
	/** With a placeholder that reads all of them. */
	text: string;
	values: Value[];
	/** True where it would write them as they were found. */
	isExact: boolean;
}

/** True for 2026-11-21 among 2024-02-29, and false for <string>. */
export function isAlike(value: Value, others: Value[]): boolean {
	return others.some((other) => shapeOf(other) === shapeOf(value));
}

interface FoundValues {
	found: Value[];
	timeZone: string;
}

export function formsOf(
	field: PlaceholderField,
	likely: string[],
	values: FoundValues,
): Form[] {
	const texts = new Set(likely);
	for (const value of values.found) {
		texts.add(placeholderFor(field, value, values.timeZone) ?? '');
	}
	texts.add(`{${field}}`);
	const forms: Form[] = [];
	for (const text of texts) {
		const [slot] = parseExample({ text }, 'listResponse')?.slots ?? [];
		const form = slot && formBy(slot, field, values);
		if (form) forms.push(form);
	}
	return forms;
}

/** Undefined where the text cannot read all of the values. */
function formBy(
	slot: Slot,
	field: PlaceholderField,
	{ found, timeZone }: FoundValues,
): Form | undefined {
	const form: Form = { text: slot.text, values: [], isExact: true };
	for (const text of found) {
		const { values } = readSlots([slot], { text }, timeZone);
		const value = values[field];
		if (value === undefined) return undefined;
		form.values.push(value);
		// An ID is never written.
		form.isExact &&=
			field === 'id' || isWrittenBy(slot, text, writer(values, timeZone));
	}
	return form;
}

function isWrittenBy(slot: Slot, text: Value, write: Write): boolean {
	try {
		const written = fillSlot(slot, write);
		return written !== undefined && isWrittenAs(written, text);
	} catch (error) {
		userMessageOf(error);
		return false;
	}
}

export interface PlacedText {
	place: Place;
	text: string;
	fields: string[];
}

export function placedTextsIn(example: unknown): PlacedText[] {
	const texts: PlacedText[] = [];
	for (const { place, value } of leavesOfRequest(example)) {
		const text = String(value);
		const fields = [...text.matchAll(/\{\s*(\w+)/g)].map((match) =>
			String(match[1]),
		);
		if (fields.length > 0) texts.push({ place, text, fields });
	}
	return texts;
}

export function fieldsIn(example: unknown): string[] {
	return placedTextsIn(example).flatMap((each) => each.fields);
}

export function withTexts(
	texts: Array<Pick<PlacedText, 'place' | 'text'>>,
	json?: unknown,
): unknown {
	let target = json;
	for (const { place, text } of texts) target = place.put(text, target);
	return target;
}

/**
 * Of charges in a list the one with {amount}: the documentation may show
 * several. Names with values stay.
 */
export function withOneCharge(json: unknown): unknown {
	if (Array.isArray(json)) {
		const charge: unknown = json.find((entry) =>
			fieldsIn(entry).includes('amount'),
		);
		return json
			.filter((entry) => !isRepetition(entry, charge))
			.map(withOneCharge);
	}
	if (!isJsonObject(json)) return json;
	const inner = Object.entries(json).map(([name, value]) => [
		name,
		withOneCharge(value),
	]);
	return Object.fromEntries(inner) as object;
}

function isRepetition(entry: unknown, charge: unknown): boolean {
	if (!isJsonObject(entry) || !isJsonObject(charge) || 'value' in charge) {
		return false;
	}
	const hasSameNames = isEqual(
		Object.keys(entry).sort(),
		Object.keys(charge).sort(),
	);
	return hasSameNames && fieldsIn(entry).length === 0;
}
