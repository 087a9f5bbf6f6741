import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Charge } from './charges';
import { fillExample, hasField } from './example';
import type { FieldName, Value, WrittenFields } from './fields';
import {
	CHARGE_FIELDS,
	FIELD_LABELS,
	referenceAtEnd,
	unusable,
	withReference,
} from './fields';
import { isEqual, isJsonObject, leavesOf, valueAt } from './json';

/**
 * @returns also the labels of what was left out for want of a place
 * @throws UserError naming the field that cannot be written
 */
export function createBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): { body: object; leftOut: string[] } {
	const example = format.createBody;
	const values = format.isReferencePlaced ? fields : marked(fields);
	// What no list shows again would be charged with every run.
	const isShown =
		example.has('description') &&
		hasField(format.itemPlaces, 'description') &&
		referenceAtEnd(values.description ?? '') === fields.reference;
	if (values !== fields && !isShown) {
		throw withoutPlace('reference', 'createBody');
	}
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined || example.has(field)) continue;
		const isNeeded = field !== 'date' && field !== 'description';
		if (isNeeded) throw withoutPlace(field, 'createBody');
		leftOut.push(FIELD_LABELS[field]);
	}
	return { body: bodyOf(format, 'createBody', values, custom), leftOut };
}

/**
 * The fields that are given, and the reference that the charge has or is to
 * have: a new description would lose the one at its end.
 */
export function updateBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
	present?: Charge,
): object {
	for (const field of CHARGE_FIELDS) {
		const wanted = fields[field] ?? present?.fields[field];
		const isSame = wanted === present?.fields[field];
		if (isSame || format.updateBody.has(field)) continue;
		throw withoutPlace(field, 'updateBody');
	}
	const reference = fields.reference ?? present?.reference;
	const values = { ...fields, reference };
	const hasMark = !format.isReferencePlaced || present?.isMarked;
	const isLost = hasMark && fields.description !== undefined;
	const kept = isLost ? marked(values) : values;
	return bodyOf(format, 'updateBody', kept, custom);
}

/** With its reference at the end of the description. */
function marked(fields: WrittenFields): WrittenFields {
	const { reference, description } = fields;
	if (reference === undefined) return fields;
	return { ...fields, description: withReference(description, reference) };
}

function withoutPlace(field: FieldName, setting: 'createBody' | 'updateBody') {
	return unusable(
		setting,
		`has no {${field}}, but '${FIELD_LABELS[field]}' is filled in`,
		`Put {${field}} there where the service takes it, or leave the field empty`,
	);
}

/** Custom Fields are added, and set nothing that has a placeholder. */
function bodyOf(
	format: ApiFormat,
	name: 'createBody' | 'updateBody',
	fields: WrittenFields,
	custom: IDataObject,
): object {
	const body = write(format, name, fields);
	if (Object.keys(custom).length === 0) return body;
	const { json, places } = format[name];
	const changed = merged(json, custom);
	const taken = places.find(({ text }) => {
		return timesIn(changed, text) < timesIn(json, text);
	});
	if (!taken) return merged(body, custom) as object;
	throw userError({
		what: `'Custom Fields' sets what stands for ${taken.text} in the credential`,
		advice: `Use the field of this node for it, and leave it out of 'Custom Fields'`,
	});
}

function timesIn(json: unknown, text: string): number {
	return JSON.stringify(json).split(JSON.stringify(text)).length;
}

function merged(json: unknown, custom: unknown): unknown {
	if (!isJsonObject(custom)) return custom;
	const all: IDataObject = isJsonObject(json) ? { ...json } : {};
	for (const name of Object.keys(custom)) {
		all[name] = merged(all[name], custom[name]) as IDataObject;
	}
	return all;
}

function write(
	format: ApiFormat,
	name: 'createBody' | 'updateBody' | 'listQuery' | 'requestHeaders',
	values: object,
): object {
	const all: Record<string, Value | undefined> = { ...values };
	return fillExample(format[name], (place) => {
		const value = all[place.field];
		if (value === undefined) return undefined;
		const label = FIELD_LABELS[place.field as FieldName] ?? place.field;
		return prefixErrors(`'${label}'`, () => {
			return place.format.encode(value, format.timeZone);
		});
	});
}

/** True where a charge shows all custom fields at their names. */
export function showsCustom(custom: IDataObject, { raw }: Charge): boolean {
	return leavesOf(custom).every(({ path, value }) => {
		return isEqual(valueAt(raw, path) ?? null, value);
	});
}

/** @param position `page` counts from 1 */
export function listQueryOf(
	format: ApiFormat,
	reservationId: string,
	position: { page: number; offset: number; cursor?: string },
): Record<string, string> {
	const fromZero = { 'page from 0': position.page - 1 };
	const values = { reservationId, ...position, ...fromZero };
	return texts(write(format, 'listQuery', values));
}

export function headersOf(
	format: ApiFormat,
	idempotencyKey?: string,
): Record<string, string> {
	return texts(write(format, 'requestHeaders', { idempotencyKey }));
}

export function takesIdempotencyKey({ requestHeaders }: ApiFormat): boolean {
	return requestHeaders.has('idempotencyKey');
}

function texts(json: object): Record<string, string> {
	const all = Object.entries(json).map(([name, value]) => [name, `${value}`]);
	return Object.fromEntries(all) as Record<string, string>;
}
