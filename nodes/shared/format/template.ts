import { userError } from '../n8n/userError';
import type { PlaceholderField, Value, Values, WrittenFields } from './fields';
import { escaped } from './formats';
import { isBlank, parseJson, quoted } from './json';
import type { Path, Step } from './path';
import { pathText, valueAt } from './path';
import type { ExampleName, Placeholder } from './placeholder';
import { parsePlaceholder } from './placeholder';

export interface Slot {
	kind: 'slot';
	placeholders: Placeholder[];
	/** The text before, between and behind them: one more than there are placeholders. */
	around: string[];
}
/** An object or a list, with placeholders in it unless it is the root. */
export interface Branch {
	kind: 'branch';
	isList: boolean;
	entries: Entry[];
}
export interface Entry {
	step: Step;
	template: Template;
}
export type Template = Slot | Branch | { kind: 'constant'; value: unknown };

const BARE_PLACEHOLDER = /[:[,]\s*(\{\s*[A-Za-z]\w*!?(?:\s+as\s+[^{}"]+)?\s*\})/;

/** Undefined when it is empty or {}. An expression may give an object. UserErrors go on after the setting's name. */
export function parseTemplate(given: unknown, example: ExampleName): Branch | undefined {
	if (isBlank(given)) return undefined;
	const value = typeof given === 'string' ? parseExample(given, example) : given;
	if (typeof value !== 'object' || value === null) {
		throw userError({
			what: 'is neither a JSON object nor a list',
			more: 'Paste the example with its braces, such as { "amount": "{amount}" }.',
		});
	}
	const root = branchOf(value, example);
	return root.isList || root.entries.length > 0 ? root : undefined;
}

function parseExample(text: string, example: ExampleName): unknown {
	const value = parseJson(text);
	if (value === undefined) {
		const bare = BARE_PLACEHOLDER.exec(text)?.[1];
		throw userError({
			what: 'is not valid JSON',
			advice:
				bare === undefined
					? 'Check quotes, commas and braces'
					: `Put quotes around the placeholder: "${bare}"`,
			more: 'Copy the example from the documentation of your service once more. A placeholder stands in quotes also where the service wants a number.',
		});
	}
	const isSent = example === 'createBody' || example === 'updateBody';
	if (!isSent || JSON.stringify(value) === JSON.stringify(JSON.parse(text))) return value;
	throw userError({
		what: 'has a number of more than 15 digits, which would not stay the same',
		more: 'Put the number into quotes, so that it is text.',
	});
}

function templateOf(value: unknown, example: ExampleName): Template {
	if (typeof value === 'string') return slotOf(value, example);
	if (typeof value !== 'object' || value === null) return { kind: 'constant', value };
	const branch = branchOf(value, example);
	const isConstant = branch.entries.every(({ template }) => template.kind === 'constant');
	return isConstant ? { kind: 'constant', value } : branch;
}

export function branchOf(value: object, example: ExampleName): Branch {
	const isList = Array.isArray(value);
	if (!isList) assertPlainNames(Object.keys(value), example);
	let position = 0;
	const entries = Object.entries(value).map(([name, inner]): Entry => {
		const template = templateOf(inner, example);
		if (!isList)
			return { step: name === BY_KEY ? { kind: 'byKey' } : { kind: 'name', name }, template };
		const isConstant = template.kind === 'constant';
		return { step: { kind: 'entry', position: isConstant ? -1 : position++ }, template };
	});
	const filled = entries.map(({ template }) => template).filter(({ kind }) => kind !== 'constant');
	const areObjects = filled.every((entry) => entry.kind === 'branch' && !entry.isList);
	if (!isList || filled.length < 2 || areObjects) return { kind: 'branch', isList, entries };
	throw userError({
		what: 'has a list whose entries are told apart by their position, which is not supported',
		advice: 'Leave one entry with placeholders in it',
		more: 'Where values have no names, the service would take one for another.',
	});
}

/** The name of an object's only property that stands for all. */
const BY_KEY = '{id}';

const ABOUT_BRACES = 'Braces in a text always stand around a placeholder, such as {amount}.';

function slotOf(value: string, example: ExampleName): Template {
	if (/^\s*(\[\s*)*\{\s*"/.test(value)) {
		throw userError({
			what: `has JSON written as a text, which is not supported: ${quoted(value)}`,
			advice: 'Look for a parameter or property that takes the value alone',
			more: ABOUT_BRACES,
		});
	}
	// Every second piece was inside braces.
	const pieces = value.split(/\{([^{}]*)\}/);
	const around = pieces.filter((_, index) => index % 2 === 0);
	if (around.some((piece) => /[{}]/.test(piece))) {
		// Sent as it stands, {{amount}} would reach the service as {12.5}.
		const single = /\{+\s*([^{}]*?)\s*\}+/.exec(value)?.[1];
		throw userError({
			what: `has a brace too many or too few in ${quoted(value)}`,
			advice: `Write a placeholder with one pair of braces${single ? `, {${single}}` : ''}`,
			more: ABOUT_BRACES,
		});
	}
	if (pieces.length === 1) return { kind: 'constant', value };
	const contents = pieces.filter((_, index) => index % 2 === 1);
	const placeholders = contents.map((content) => parsePlaceholder(content, example));
	return { kind: 'slot', placeholders, around };
}

/** In a list answer, an object with the one key {id} stands for all its values. */
function assertPlainNames(names: string[], example: ExampleName): void {
	const filled = names.find((name) => /[{}]/.test(name));
	const isEvery = filled === BY_KEY && names.length === 1 && example === 'listResponse';
	if (filled === undefined || isEvery) return;
	throw userError({
		what: `has a placeholder in the name ${quoted(filled)}`,
		advice: 'Put placeholders where values stand, behind the colon',
		more: `The names stay as they are in the example of your service. Only in 'List Response' may {id} be a name, and then the only one of its object.`,
	});
}

export function pruned<Part extends Template>(
	template: Part,
	isKept: (entry: Template) => boolean,
): Part {
	if (template.kind !== 'branch') return template;
	const entries = template.entries
		.map(({ step, template: inner }): Entry => ({ step, template: pruned(inner, isKept) }))
		.filter((entry) => isKept(entry.template));
	return { ...template, entries };
}

export type PlacedSlot = Slot & { path: Path };

export function slotsOf(template: Template, path: Path = []): PlacedSlot[] {
	if (template.kind === 'slot') return [{ path, ...template }];
	if (template.kind === 'constant') return [];
	return template.entries.flatMap((entry) => slotsOf(entry.template, [...path, entry.step]));
}

export function hasField({ placeholders }: Slot, field: PlaceholderField): boolean {
	return placeholders.some((each) => each.field === field);
}

export function fieldsOf(slots: Slot[]): Set<PlaceholderField> {
	return new Set(slots.flatMap(({ placeholders }) => placeholders.map(({ field }) => field)));
}

export type Write = (placeholder: Placeholder, slot: Slot) => Value | undefined;

/** Leaves out what has no value, and an object or list below the root in which no placeholder has one. */
export function fillTemplate(template: Template, write: Write, isRoot = true): unknown {
	if (template.kind === 'constant') return template.value;
	if (template.kind === 'slot') return fillSlot(template, write);
	const values: unknown[] = [];
	const properties: Array<[string, unknown]> = [];
	let hasValue = isRoot;
	for (const { step, template: inner } of template.entries) {
		const value = fillTemplate(inner, write, false);
		if (value === undefined) continue;
		hasValue ||= inner.kind !== 'constant';
		values.push(value);
		if (step.kind === 'name') properties.push([step.name, value]);
	}
	if (!hasValue) return undefined;
	return template.isList ? values : Object.fromEntries(properties);
}

function fillSlot(slot: Slot, write: Write): Value | undefined {
	const { placeholders, around } = slot;
	const values = placeholders.map((placeholder) => write(placeholder, slot));
	if (values.every((value) => value === undefined)) return undefined;
	if (isAlone(slot)) return values[0];
	return around.map((piece, index) => `${piece}${values[index] ?? ''}`).join('');
}

/** True for a text that is one placeholder. */
export function isAlone({ around }: Slot): boolean {
	return around.length === 2 && around.join('') === '';
}

/** A value in another form than the example says. */
export type Mismatch = Omit<Placeholder, 'isAlways'> & { place: string; value: unknown };

/** Where a field has several slots, the first with a value counts; `shown` are fields with anything, be it null. */
export function readSlots(slots: PlacedSlot[], source: unknown, timeZone: string) {
	const values: Values = {};
	const mismatches: { [Field in PlaceholderField]?: Mismatch } = {};
	const shown = new Set<PlaceholderField>();
	for (const slot of slots) {
		const found = valueAt(source, slot.path);
		if (found === undefined) continue;
		const texts = isBlank(found) ? [] : textsIn(found, slot);
		slot.placeholders.forEach(({ field, format }, index) => {
			shown.add(field);
			const text = texts?.[index];
			if (values[field] !== undefined || (texts && isBlank(text))) return;
			const value = text === undefined ? undefined : format.decode(text, timeZone);
			if (value !== undefined) values[field] = value;
			else mismatches[field] ??= { field, format, place: pathText(slot.path), value: found };
		});
	}
	for (const field of Object.keys(values)) delete mismatches[field as PlaceholderField];
	return { values: values as Values & WrittenFields & { id?: string }, mismatches, shown };
}

/** What stands at the placeholders; undefined when it is no text or number, or the text around them is another. */
function textsIn(found: unknown, slot: Slot): Value[] | undefined {
	if (typeof found !== 'string' && typeof found !== 'number') return undefined;
	if (isAlone(slot)) return [found];
	const { placeholders, around } = slot;
	// A description is free text: it may contain what looks like the text behind it.
	const groups = placeholders.map(({ field }) => (field === 'description' ? '(.*)' : '(.*?)'));
	// Unicode has two spellings of é.
	const pieces = around.map((piece, index) => escaped(piece.normalize()) + (groups[index] ?? ''));
	return new RegExp(`^${pieces.join('')}$`, 's').exec(String(found).normalize())?.slice(1);
}
