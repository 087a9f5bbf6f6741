import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import { canonicalJson, isBlank, isJsonObject, parseJson, readKey } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Key } from '../../shared/format/template';

/** The examples of a credential as JSON, without those that equal their default. */
export type Examples = { [Name in ExampleName]?: unknown };

const NAMES = Object.keys(EXAMPLES) as ExampleName[];
export const DEFAULT_BODY = parseJson(DEFAULT_CREATE_BODY) as IDataObject;

/** The examples in use; none while 'Custom API Format' is off. */
export function enteredExamples(settings: IDataObject): Examples {
	if (settings.customApiFormat !== true) return {};
	const jsonOf = (given: unknown): unknown => parseJson(given) ?? given;
	return withoutDefaults(Object.fromEntries(NAMES.map((name) => [name, jsonOf(settings[name])])));
}

function withoutDefaults(examples: Examples): Examples {
	const given = Object.entries(examples).filter(([, json]) => !isBlank(json) && !isSame(json, {}));
	const { createBody } = Object.fromEntries(given) as Examples;
	const defaults: Examples = { createBody: DEFAULT_BODY, listQuery: listQueryOf({ createBody }) };
	return Object.fromEntries(
		given.filter(([name, json]) => !isSame(json, defaults[name as ExampleName])),
	);
}

function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a) === canonicalJson(b);
}

/** List Query as entered, or the reservation under its name at the root of Create Body. */
export function listQueryOf({ createBody = DEFAULT_BODY, listQuery }: Examples): IDataObject {
	if (listQuery !== undefined) return listQuery as IDataObject;
	const owners = slotsIn(createBody).filter(
		({ path, fields }) => path.length === 1 && fields.includes('reservationId'),
	);
	return Object.fromEntries(owners.map(({ path, text }) => [String(path[0]), text]));
}

/** The credential fields to change. */
export function credentialFor(advised: Examples, settings: IDataObject): IDataObject {
	const wanted = withoutDefaults(advised);
	const entered = enteredExamples(settings);
	if (isSame(wanted, entered)) return {};
	const changed = NAMES.filter((name) => !isSame(entered[name], wanted[name]));
	const textOf = (name: ExampleName): string => {
		if (wanted[name] !== undefined) return JSON.stringify(wanted[name], null, 2);
		return name === 'createBody' ? DEFAULT_CREATE_BODY : '{}';
	};
	const texts = changed.map((name) => [name, textOf(name)]);
	return { customApiFormat: true, ...(Object.fromEntries(texts) as IDataObject) };
}

/** A value that is neither object nor list, and its path; 0 stands for every list entry. */
export interface Leaf {
	path: Key[];
	value: unknown;
}

export function leavesOf(value: unknown, path: Key[] = []): Leaf[] {
	if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry, [...path, 0]));
	if (!isJsonObject(value)) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

export interface Slot {
	path: Key[];
	text: string;
}

export function withSlots(slots: Slot[], example?: unknown): unknown {
	return slots.reduce((target, { path, text }) => withText(target, path, text), example);
}

function withText(target: unknown, [key, ...rest]: Key[], text: string): unknown {
	if (key === undefined) return text;
	if (key === 0) return [withText(Array.isArray(target) ? target[0] : undefined, rest, text)];
	const object = isJsonObject(target) ? target : {};
	return { ...object, [key]: withText(readKey(object, String(key)), rest, text) };
}

export interface FieldSlot extends Slot {
	fields: string[];
}

export function slotsIn(example: unknown): FieldSlot[] {
	return leavesOf(example).flatMap(({ path, value }) => {
		const text = String(value);
		const fields = [...text.matchAll(/\{\s*(\w+)/g)].map(([, field = '']) => field);
		return fields.length > 0 ? [{ path, text, fields }] : [];
	});
}
