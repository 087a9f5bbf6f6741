import type { IDataObject } from 'n8n-workflow';

import { labelOf } from '../n8n/parameters';
import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Charge } from './charges';
import { placeOf } from './example';
import {
	CHARGE_FIELDS,
	isSameValue,
	referenceAtEnd,
	unusable,
	type ExampleName,
	type FieldName,
	type Value,
	type WrittenFields,
} from './fields';
import { isEqual, isJsonObject, leavesOf, valueAt } from './json';

/**
 * @returns also the labels of what was left out for want of a place
 * @throws UserError naming the field that cannot be written
 */
export function createBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom?: IDataObject,
): { body: object; leftOut: string[] } {
	const { createBody } = format;
	const isPlaced = createBody.has('reference');
	const values = isPlaced ? fields : marked(format, fields);
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined || createBody.has(field)) continue;
		const isNeeded = field !== 'date' && field !== 'description';
		if (isNeeded) throw withoutPlace(field, 'createBody');
		leftOut.push(labelOf(field));
	}
	return { body: write(format, 'createBody', values, custom), leftOut };
}

/** With the reference of the charge: a new description would lose it. */
export function updateBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom?: IDataObject,
	present?: Charge,
): object {
	for (const field of CHARGE_FIELDS) {
		const value = fields[field];
		if (value === undefined) continue;
		if (isSameValue(value, present?.fields[field])) continue;
		if (!format.updateBody.has(field)) throw withoutPlace(field, 'updateBody');
	}
	const reference = fields.reference ?? present?.reference;
	const values = { ...fields, reference, reservationId: undefined };
	const hasMark = !format.createBody.has('reference') || present?.isMarked;
	const isLost = hasMark && fields.description !== undefined;
	const kept = isLost ? marked(format, values) : values;
	return write(format, 'updateBody', kept, custom);
}

/** With its reference at the end of the description. */
function marked(format: ApiFormat, fields: WrittenFields) {
	const { reference, description = '' } = fields;
	if (reference === undefined) return fields;
	const text = `${description} [ref:${reference}]`.trim();
	const isSent = format.createBody.has('description');
	const isListed = isSent && placeOf(format.itemPlaces, 'description');
	if (isListed && referenceAtEnd(text) === reference) {
		return { ...fields, description: text };
	}
	// What no list shows again would be charged with every run.
	throw withoutPlace('reference', 'createBody');
}

function withoutPlace(field: FieldName, setting: ExampleName) {
	const what = `has no {${field}}, but '${labelOf(field)}' is filled in`;
	const advice = `Put {${field}} there, or leave the field empty`;
	return unusable(setting, what, advice);
}

/** @param position `page` counts from 1 */
export function listQueryOf(
	format: ApiFormat,
	reservationId: string,
	position: { page: number; offset: number; cursor?: string },
): Record<string, string> {
	const page = { ...position, 'page from 0': position.page - 1 };
	return texts(write(format, 'listQuery', { ...page, reservationId }));
}

export function headersOf(
	format: ApiFormat,
	idempotencyKey?: string,
): Record<string, string> {
	return texts(write(format, 'requestHeaders', { idempotencyKey }));
}

function texts(json: object) {
	const all: Record<string, string> = {};
	for (const [name, value] of Object.entries(json)) all[name] = `${value}`;
	return all;
}

/**
 * Leaves out what has no value, and an object or list below the root in which no
 * placeholder has one. Custom Fields are added, and set no placeholder.
 */
function write(
	format: ApiFormat,
	name: ExampleName,
	values: Record<string, Value | undefined>,
	custom: IDataObject = {},
): object {
	const { json, places } = format[name];
	const written = new Map<unknown, Value>();
	for (const { field, text, format: how } of places) {
		const value = values[field];
		if (value === undefined) continue;
		prefixErrors(labelOf(field), () => {
			written.set(text, how.encode(value, format.timeZone));
		});
	}
	const fill = (part: unknown, added?: unknown): unknown => {
		const shown = JSON.stringify(part) ?? '';
		const inside = places.filter(({ text }) => {
			return shown.includes(JSON.stringify(text));
		});
		const isMerged = isJsonObject(part) && isJsonObject(added);
		if (added !== undefined && !isMerged) {
			if (!inside[0]) return added;
			throw userError({
				what: `'Custom Fields' sets what stands for ${inside[0].text} in the credential`,
				advice: 'Use the field of this node for it',
			});
		}
		const isEmpty = !inside.some(({ text }) => written.has(text));
		const isLeftOut = inside[0] && isEmpty && part !== json;
		if (isLeftOut && added === undefined) return undefined;
		if (Array.isArray(part)) {
			const entries = part.map((entry) => fill(entry));
			return entries.filter((entry) => entry !== undefined);
		}
		if (!isJsonObject(part)) return written.get(part) ?? part;
		const filled = { ...(!isLeftOut && part), ...(added as object) };
		for (const key of Object.keys(filled)) {
			const value = fill(part[key], valueAt(added, [key]));
			if (value === undefined) delete filled[key];
			else filled[key] = value;
		}
		return filled;
	};
	const isPlain = Object.keys(custom).length === 0;
	return fill(json, isPlain ? undefined : custom) as object;
}

export function showsCustom(custom: IDataObject, { raw }: Charge): boolean {
	return leavesOf(custom).every(({ path, value }) => {
		return isEqual(valueAt(raw, path) ?? null, value);
	});
}
