import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import { canonicalJson, isBlank, isJsonObject, parseJson, readKey } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Key } from '../../shared/format/template';

/** The examples of a credential as JSON; `{}` where the default is in use. */
export type Examples = Record<ExampleName, unknown>;

const NAMES = Object.keys(EXAMPLES) as ExampleName[];
const DEFAULT_BODY = parseJson(DEFAULT_CREATE_BODY) as IDataObject;

/** The examples in use: none while 'Custom API Format' is off. */
export function examplesIn(settings: IDataObject): Examples {
	const examples = NAMES.map((name) => {
		const example = parseJson(settings[name]) ?? settings[name];
		return [name, settings.customApiFormat === true && !isBlank(example) ? example : {}];
	});
	return withoutDefaults(Object.fromEntries(examples) as Examples);
}

function withoutDefaults(examples: Examples): Examples {
	const { createBody, listQuery } = examples;
	const derivedQuery = listQueryOf({ ...examples, listQuery: {} });
	return {
		...examples,
		createBody: isSame(createBody, DEFAULT_BODY) ? {} : createBody,
		listQuery: isSame(listQuery, derivedQuery) ? {} : listQuery,
	};
}

function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a) === canonicalJson(b);
}

export function isDefault(example: unknown): boolean {
	return isSame(example, {});
}

export function createBodyOf({ createBody }: Examples): unknown {
	return isDefault(createBody) ? DEFAULT_BODY : createBody;
}

/** List Query as entered, or the reservation under its name at the root of Create Body. */
export function listQueryOf(examples: Examples): IDataObject {
	if (!isDefault(examples.listQuery)) return examples.listQuery as IDataObject;
	const owners = slotsIn(createBodyOf(examples)).filter(
		({ path, fields }) => path.length === 1 && fields.includes('reservationId'),
	);
	return Object.fromEntries(owners.map(({ path, text }) => [String(path[0]), text]));
}

/** The credential fields to change. */
export function credentialFor(advised: Examples, settings: IDataObject): IDataObject {
	const wanted = withoutDefaults(advised);
	const entered = examplesIn(settings);
	if (isSame(wanted, entered)) return {};
	const changed = NAMES.filter((name) => !isSame(entered[name], wanted[name]));
	const shown = { ...wanted, createBody: createBodyOf(wanted) };
	const texts = changed.map((name) => [name, JSON.stringify(shown[name], null, 2)]);
	return { customApiFormat: true, ...(Object.fromEntries(texts) as IDataObject) };
}

/** What is neither object nor list; in the paths, 0 stands for every list entry. */
export function leavesOf(value: unknown, path: Key[] = []): Array<{ path: Key[]; value: unknown }> {
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
