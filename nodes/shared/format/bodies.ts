import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { CHECK } from './apiFormat';
import type { Charge } from './charges';
import { fillExample, hasField, isEntry } from './example';
import type { FieldName, Value, WrittenFields } from './fields';
import {
	CHARGE_FIELDS,
	FIELD_LABELS,
	referenceAtEnd,
	settingName,
	withReference,
} from './fields';
import type { Path } from './json';
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
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined) continue;
		if (format.createBody.has(field)) continue;
		const isNeeded = field !== 'date' && field !== 'description';
		if (isNeeded) throw withoutPlace(field, 'createBody');
		leftOut.push(FIELD_LABELS[field]);
	}
	assertKept(format, fields.reference);
	const values = format.isReferencePlaced ? fields : marked(fields);
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
	const { updateBody, isReferencePlaced } = format;
	for (const field of CHARGE_FIELDS) {
		const wanted = fields[field];
		if (wanted === undefined || updateBody.has(field)) continue;
		const isShown = wanted === present?.fields[field];
		if (!isShown) throw withoutPlace(field, 'updateBody');
	}
	const reference = fields.reference ?? present?.reference;
	let values: WrittenFields = { ...fields, reference };
	const hasMark = !isReferencePlaced || present?.isMarked;
	if (hasMark && fields.description !== undefined) values = marked(values);
	return bodyOf(format, 'updateBody', values, custom);
}

/** With its reference at the end of the description. */
function marked(fields: WrittenFields): WrittenFields {
	const { reference, description } = fields;
	if (reference === undefined) return fields;
	return { ...fields, description: withReference(description, reference) };
}

/** What no list shows again would be charged with every run. */
function assertKept(format: ApiFormat, reference?: string): void {
	const { createBody, itemPlaces, isReferencePlaced } = format;
	if (reference === undefined || isReferencePlaced) return;
	const isRead = hasField(itemPlaces, 'description');
	const shown = referenceAtEnd(withReference('', reference));
	const isShown = isRead && shown === reference;
	if (isShown && createBody.has('description')) return;
	throw userError({
		what: `'Reference' is '${reference}', which no list would show again`,
		advice: `Put {reference} into ${settingName('createBody')} and 'List Response'. With {description} in both, one without ']' is kept, too`,
		more: CHECK,
	});
}

function withoutPlace(field: FieldName, setting: 'createBody' | 'updateBody') {
	return userError({
		what: `'${FIELD_LABELS[field]}' is filled in, but ${settingName(setting)} has no {${field}}`,
		advice: `Put {${field}} there where the service takes it, or leave the field empty`,
		more: CHECK,
	});
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
	const { places } = format[name];
	const taken = places.find(({ path }) => isSetBy(custom, path));
	if (!taken) return merged(body, custom) as object;
	throw userError({
		what: `'Custom Fields' sets what stands for ${taken.text} in the credential`,
		advice: `Use the field of this node for it, and leave it out of 'Custom Fields'`,
	});
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

/** A list is set as a whole. */
function isSetBy(json: unknown, [name, ...rest]: Path): boolean {
	if (json === undefined) return false;
	const isWhole = name === undefined || isEntry(name);
	if (isWhole || !isJsonObject(json)) return true;
	return isSetBy(valueAt(json, [name]), rest);
}

function merged(body: unknown, custom: unknown): unknown {
	if (!isJsonObject(custom)) return custom;
	const all: Record<string, unknown> = isJsonObject(body) ? { ...body } : {};
	for (const [name, value] of Object.entries(custom)) {
		all[name] = merged(all[name], value);
	}
	return all;
}

/** True where a charge shows all custom fields at their names. */
export function showsCustom(custom: IDataObject, { raw }: Charge): boolean {
	return leavesOf(custom).every(({ path, value }) => {
		return path.length === 0 || isEqual(valueAt(raw, path) ?? null, value);
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
	const entries = Object.entries(json);
	return Object.fromEntries(
		entries.map(([name, value]) => [name, String(value)]),
	);
}
