import { userError } from '../n8n/userError';
import type { ExampleName, PlaceholderField } from './fields';
import type { Value, Values, WrittenFields } from './fields';
import { isValue } from './fields';
import type { Format } from './formats';
import { escaped } from './formats';
import { isBlank, isJsonObject, parseJson, quoted } from './json';
import type { Path, Step } from './path';
import { BY_KEY, pathText, stepTo, valueAt } from './path';
import type { Placeholder } from './placeholder';
import { parsePlaceholder } from './placeholder';

/** A text in an example that has placeholders. */
export interface Slot {
	path: Path;
	text: string;
	placeholders: Placeholder[];
	/**
	 * The text before, between and behind them: one more than there are
	 * placeholders.
	 */
	literals: string[];
}

/** JSON with placeholders in its texts. */
export interface Example {
	json: object;
	slots: Slot[];
	fields: ReadonlySet<PlaceholderField>;
}

/**
 * Undefined when it is empty or {}. An expression may give an object.
 * UserErrors go on after the setting's name.
 */
export function parseExample(
	given: unknown,
	name: ExampleName,
): Example | undefined {
	if (isBlank(given)) return undefined;
	const json = typeof given === 'string' ? parseText(given, name) : given;
	if (typeof json !== 'object' || json === null) {
		throw userError({
			what: 'is neither a JSON object nor a list',
		});
	}
	const slots = slotsIn(json, name);
	const isEmpty = !Array.isArray(json) && Object.keys(json).length === 0;
	if (isEmpty) return undefined;
	return { json, slots, fields: fieldsOf(slots) };
}

function parseText(text: string, name: ExampleName): unknown {
	const json = parseJson(text);
	if (json === undefined) {
		throw userError({
			what: 'is not valid JSON',
			advice: `Check quotes, commas and braces, and take out comments and '...'`,
			more: 'Put a placeholder in quotes, also where the service wants a number: "{amount}".',
		});
	}
	const isSent = name === 'createBody' || name === 'updateBody';
	if (!isSent || JSON.stringify(json) === JSON.stringify(JSON.parse(text))) {
		return json;
	}
	throw userError({
		what: 'has a number of more than 15 digits, which would not stay the same',
		advice: 'Put it into quotes',
	});
}

function slotsIn(value: unknown, name: ExampleName): Slot[] {
	if (typeof value === 'string') return slotIn(value, name);
	if (Array.isArray(value)) return slotsInList(value, name);
	if (!isJsonObject(value)) return [];
	const slots: Slot[] = [];
	for (const [key, inner] of Object.entries(value)) {
		const isForAll =
			key === BY_KEY &&
			Object.keys(value).length === 1 &&
			name === 'listResponse';
		if (/[{}]/.test(key) && !isForAll) throw filledName(key);
		slots.push(...behind(stepTo(key), slotsIn(inner, name)));
	}
	return slots;
}

function filledName(key: string) {
	return userError({
		what: `has a placeholder in the name ${quoted(key)}`,
		advice: 'Put placeholders where values stand, behind the colon',
	});
}

function slotsInList(list: unknown[], name: ExampleName): Slot[] {
	const slots: Slot[] = [];
	const filled: unknown[] = [];
	for (const entry of list) {
		const inner = slotsIn(entry, name);
		if (inner.length === 0) continue;
		slots.push(...behind({ kind: 'entry', position: filled.length }, inner));
		filled.push(entry);
	}
	if (filled.length < 2 || filled.every(isJsonObject)) return slots;
	throw userError({
		what: 'has a list whose entries differ in their position only, which is not supported',
		advice: 'Leave one entry with placeholders in it',
	});
}

function behind(step: Step, slots: Slot[]): Slot[] {
	return slots.map((slot) => ({ ...slot, path: [step, ...slot.path] }));
}

function slotIn(text: string, name: ExampleName): Slot[] {
	const literals: string[] = [];
	const placeholders: Placeholder[] = [];
	// Every second piece was inside braces.
	for (const [index, piece] of text.split(/\{([^{}]*)\}/).entries()) {
		if (index % 2 === 1) placeholders.push(parsePlaceholder(piece, name));
		else if (/[{}]/.test(piece)) throw strayBrace(text);
		else literals.push(piece);
	}
	if (placeholders.length === 0) return [];
	return [{ path: [], text, placeholders, literals }];
}

/** Sent as it stands, {{amount}} would reach the service as {12.5}. */
function strayBrace(text: string) {
	return userError({
		what: `has a brace too many or too few in ${quoted(text)}`,
		advice: 'Write a placeholder with one pair of braces, such as {amount}',
		more: 'Braces in a text always stand around a placeholder. JSON written as a text is not supported.',
	});
}

export function hasField(slot: Slot, field: PlaceholderField): boolean {
	return slot.placeholders.some((each) => each.field === field);
}

export function fieldsOf(slots: Slot[]): Set<PlaceholderField> {
	const placeholders = slots.flatMap((slot) => slot.placeholders);
	return new Set(placeholders.map((each) => each.field));
}

export function isAlone(slot: Slot): boolean {
	return slot.literals.length === 2 && slot.literals.join('') === '';
}

export type Write = (placeholder: Placeholder, slot: Slot) => Value | undefined;

type Written = ReadonlyMap<string, Value | undefined>;

/**
 * Leaves out what has no value, and an object or list below the root in which
 * no placeholder has one.
 */
export function fillExample({ json, slots }: Example, write: Write): object {
	const written = new Map<string, Value | undefined>();
	for (const slot of slots) written.set(slot.text, fillSlot(slot, write));
	return fillInside(json, written);
}

function fillInside(json: object, written: Written): object {
	const filled: Array<[string, unknown]> = [];
	for (const [name, inner] of Object.entries(json)) {
		const value = fill(inner, written);
		if (value !== undefined) filled.push([name, value]);
	}
	return sameKind(json, filled);
}

function fill(value: unknown, written: Written): unknown {
	const texts = textsWithin(value).filter((text) => written.has(text));
	if (texts.length === 0) return value;
	if (texts.every((text) => written.get(text) === undefined)) return undefined;
	if (typeof value === 'string') return written.get(value);
	return fillInside(value as object, written);
}

function textsWithin(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsWithin);
}

function sameKind(json: object, entries: Array<[string, unknown]>): object {
	if (Array.isArray(json)) return entries.map((entry) => entry[1]);
	return Object.fromEntries(entries);
}

export function fillSlot(slot: Slot, write: Write): Value | undefined {
	const values = slot.placeholders.map((placeholder) =>
		write(placeholder, slot),
	);
	if (values.every((value) => value === undefined)) return undefined;
	if (isAlone(slot)) return values[0];
	return slot.literals
		.map((literal, index) => `${literal}${values[index] ?? ''}`)
		.join('');
}

export function withoutConstants({ json, ...others }: Example): Example {
	const texts = others.slots.map((slot) => slot.text);
	const filled = Object.entries(json).filter(([, value]) =>
		textsWithin(value).some((text) => texts.includes(text)),
	);
	return { ...others, json: sameKind(json, filled) };
}

export interface Mismatch {
	field: PlaceholderField;
	format: Format;
	place: string;
	value: unknown;
}

export interface Reading {
	values: Values & WrittenFields & { id?: string };
	mismatches: { [Field in PlaceholderField]?: Mismatch };
	/** Fields with anything, be it null. */
	shown: Set<PlaceholderField>;
}

/** Where a field has several slots, the first with a value counts. */
export function readSlots(
	slots: Slot[],
	source: unknown,
	timeZone: string,
): Reading {
	const reading: Reading = { values: {}, mismatches: {}, shown: new Set() };
	for (const slot of slots) {
		const found = valueAt(source, slot.path);
		if (found !== undefined) readSlot(slot, found, { reading, timeZone });
	}
	for (const field of Object.keys(reading.values)) {
		delete reading.mismatches[field as PlaceholderField];
	}
	return reading;
}

function readSlot(
	slot: Slot,
	found: unknown,
	{ reading, timeZone }: { reading: Reading; timeZone: string },
): void {
	const texts = isBlank(found) ? [] : textsIn(found, slot);
	const values: Values = reading.values;
	for (const [index, { field, format }] of slot.placeholders.entries()) {
		reading.shown.add(field);
		const text = texts?.[index];
		const isEmpty = texts !== undefined && isBlank(text);
		if (isEmpty || values[field] !== undefined) continue;
		const value =
			text === undefined ? undefined : format.decode(text, timeZone);
		if (value !== undefined) {
			values[field] = value;
			continue;
		}
		const place = pathText(slot.path);
		reading.mismatches[field] ??= { field, format, place, value: found };
	}
}

/**
 * What stands at the placeholders; undefined when it is no text or number, or
 * the text around them is another.
 */
function textsIn(found: unknown, slot: Slot): Value[] | undefined {
	if (!isValue(found)) return undefined;
	if (isAlone(slot)) return [found];
	const [first = '', ...others] = slot.literals.map(escaped);
	let expression = `^${first}`;
	for (const [index, literal] of others.entries()) {
		// A description is free text: it may contain what looks like the text
		// behind it.
		const isFree = slot.placeholders[index]?.field === 'description';
		expression += `${isFree ? '(.*)' : '(.*?)'}${literal}`;
	}
	return new RegExp(`${expression}$`, 's').exec(String(found))?.slice(1);
}
