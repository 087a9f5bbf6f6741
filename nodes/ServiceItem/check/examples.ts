import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../../shared/format/examples';
import { canonicalJson, isBlank, isJsonObject, parseJson, readKey } from '../../shared/format/json';
import type { ExampleName } from '../../shared/format/placeholder';
import { EXAMPLES } from '../../shared/format/placeholder';
import type { Key } from '../../shared/format/template';

/** The examples in use as JSON, with Create Body and List Query also where they are not entered. */
export type Examples = Record<ExampleName, unknown> & { listQuery: IDataObject };

const NAMES = Object.keys(EXAMPLES) as ExampleName[];
const DEFAULT_BODY = parseJson(DEFAULT_CREATE_BODY);

export function examplesIn(settings: IDataObject): Examples {
	const entered = NAMES.map((name) => {
		const example = parseJson(settings[name]) ?? settings[name];
		const isDefault = isBlank(example) || isSame(example, {});
		return [name, settings.customApiFormat !== true || isDefault ? undefined : example];
	});
	const examples = Object.fromEntries(entered) as Partial<Examples>;
	const { createBody = DEFAULT_BODY, listQuery = queryFrom(createBody) } = examples;
	return { ...(examples as Examples), createBody, listQuery };
}

/** The reservation under its name at the root of Create Body. */
function queryFrom(createBody: unknown): IDataObject {
	const owners = blanksIn(createBody).filter(
		({ path, fields }) => path.length === 1 && fields.includes('reservationId'),
	);
	return Object.fromEntries(owners.map(({ path, text }) => [String(path[0]), text]));
}

function isSame(a: unknown, b: unknown): boolean {
	return canonicalJson(a) === canonicalJson(b);
}

export function hasOwnBody({ createBody }: Examples): boolean {
	return !isSame(createBody, DEFAULT_BODY);
}

/** The credential fields to change. */
export function credentialFor(advised: Examples, settings: IDataObject): IDataObject {
	if (isSame(advised, examplesIn(settings))) return {};
	const changed: IDataObject = { customApiFormat: true };
	for (const name of NAMES) {
		// List Query may follow from Create Body, which comes first.
		const inUse = examplesIn({ ...settings, ...changed });
		if (isSame(inUse[name], advised[name])) continue;
		// In one line: n8n's table shows the end of a line as \n, also in what is copied from it.
		changed[name] = JSON.stringify(advised[name] ?? {}, null, 1).replace(/\n */g, ' ');
	}
	return changed;
}

/** What is neither object nor list; in the paths, 0 stands for every list entry. */
export function leavesOf(value: unknown, path: Key[] = []): Array<{ path: Key[]; value: unknown }> {
	if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry, [...path, 0]));
	if (!isJsonObject(value)) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

export interface Blank {
	path: Key[];
	text: string;
}

/** The texts with blanks, and the names of their fields. */
export function blanksIn(example: unknown): Array<Blank & { fields: string[] }> {
	return leavesOf(example).flatMap(({ path, value }) => {
		const text = String(value);
		const fields = [...text.matchAll(/\{\s*(\w+)/g)].map(([, field = '']) => field);
		return fields.length > 0 ? [{ path, text, fields }] : [];
	});
}

export function withBlanks(blanks: Blank[], example?: unknown): unknown {
	return blanks.reduce((target, { path, text }) => withText(target, path, text), example);
}

function withText(target: unknown, [key, ...rest]: Key[], text: string): unknown {
	if (key === undefined) return text;
	if (key === 0) return [withText(Array.isArray(target) ? target[0] : undefined, rest, text)];
	const object = isJsonObject(target) ? target : {};
	return { ...object, [key]: withText(readKey(object, String(key)), rest, text) };
}
