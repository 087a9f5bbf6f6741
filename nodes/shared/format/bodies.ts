import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { CHECK, unusable } from './apiFormat';
import type { Charge } from './charges';
import type { Example } from './example';
import { fillExample } from './example';
import type { FieldName, Value, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS, settingName } from './fields';
import { isEqual, isJsonObject, leavesOf, valueAt, withValueAt } from './json';
import { referenceAtEnd, withReference } from './reference';

export interface NewCharge {
	body: object;
	/** Labels of what was left out for want of a place. */
	leftOut: string[];
}

/** @throws UserError naming the field that cannot be written */
export function createBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): NewCharge {
	const { createBody, isReferencePlaced, timeZone } = format;
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined || createBody.has(field)) continue;
		const mayBeLeftOut = field === 'date' || field === 'description';
		if (!mayBeLeftOut) throw withoutPlace(field, 'createBody');
		leftOut.push(FIELD_LABELS[field]);
	}
	let values = fields;
	if (!isReferencePlaced) {
		assertKept(format, fields);
		values = marked(fields);
	}
	const body = write(createBody, timeZone, { ...values });
	return { body: withCustom(body, custom, createBody), leftOut };
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
	const { updateBody, isReferencePlaced, timeZone } = format;
	for (const field of CHARGE_FIELDS) {
		if (fields[field] === undefined || updateBody.has(field)) continue;
		const isChanged = fields[field] !== present?.fields[field];
		if (isChanged) throw withoutPlace(field, 'updateBody');
	}
	const reference = fields.reference ?? present?.reference;
	let values: WrittenFields = { ...fields, reference };
	const hasMark = !isReferencePlaced || present?.isMarked;
	if (hasMark && fields.description !== undefined) values = marked(values);
	const body = write(updateBody, timeZone, { ...values });
	return withCustom(body, custom, updateBody);
}

/** With its reference at the end of the description. */
function marked(fields: WrittenFields): WrittenFields {
	const { reference, description } = fields;
	if (reference === undefined) return fields;
	return { ...fields, description: withReference(description, reference) };
}

/** A reference that no list shows again would be charged with every run. */
function assertKept(
	{ createBody, itemPlaces }: ApiFormat,
	{ reference }: WrittenFields,
): void {
	if (reference === undefined) return;
	const isListed = itemPlaces.some(({ field }) => field === 'description');
	const isSent = createBody.has('description');
	if (!isSent || !isListed) {
		throw unusable(
			isSent ? 'listResponse' : 'createBody',
			`has no {description} to keep 'Reference' in`,
			'Put {reference} or {description} into both Create Body and List Response',
		);
	}
	if (referenceAtEnd(withReference('', reference)) === reference) return;
	throw userError({
		what: `'Reference' is '${reference}', which cannot be kept in a description`,
		advice: `Leave out ']' and '[ref:', or put {reference} into Create Body and List Response`,
		more: CHECK,
	});
}

function write(
	example: Example,
	timeZone: string,
	values: Record<string, Value | undefined>,
): object {
	return fillExample(example, ({ field, format, before, behind }) => {
		const value = values[field];
		if (value === undefined) return undefined;
		const label = FIELD_LABELS[field as FieldName] ?? field;
		const written = prefixErrors(`'${label}'`, () =>
			format.encode(value, timeZone),
		);
		const isAlone = before + behind === '';
		return isAlone ? written : `${before}${written}${behind}`;
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
function withCustom(
	body: object,
	custom: IDataObject,
	{ places }: Example,
): object {
	let all: unknown = body;
	for (const { path, value } of leavesOf(custom)) {
		if (path.length === 0) continue;
		const place = places.find((each) => {
			const length = Math.min(each.path.length, path.length);
			return isEqual(each.path.slice(0, length), path.slice(0, length));
		});
		if (place || !isJsonObject(body)) {
			const why = place ? `is {${place.field}}` : 'cannot be added to a list';
			throw userError({
				what: `'Custom Fields' sets '${path.join('.')}', which ${why}`,
				advice: `Use the field of this node for it, and leave it out of 'Custom Fields'`,
			});
		}
		all = withValueAt(all, path, value);
	}
	return all as object;
}

/** True where a charge shows all custom fields at their names. */
export function showsCustom(custom: IDataObject, { raw }: Charge): boolean {
	return leavesOf(custom).every(({ path, value }) => {
		return path.length === 0 || isEqual(valueAt(raw, path) ?? null, value);
	});
}

/** @param position `page` counts from 1 */
export function listQueryOf(
	{ listQuery, timeZone }: ApiFormat,
	reservationId: string,
	position: { page: number; offset: number; cursor?: string },
): Record<string, string> {
	const fromZero = { 'page from 0': position.page - 1 };
	const values = { reservationId, ...position, ...fromZero };
	return texts(write(listQuery, timeZone, values));
}

export function headersOf(
	{ requestHeaders, timeZone }: ApiFormat,
	idempotencyKey?: string,
): Record<string, string> {
	return texts(write(requestHeaders, timeZone, { idempotencyKey }));
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
