import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Charge } from './charges';
import type { Place } from './example';
import { hasField } from './example';
import type { FieldName, Value, WrittenFields } from './fields';
import {
	CHARGE_FIELDS,
	FIELD_LABELS,
	referenceAtEnd,
	unusable,
	withReference,
} from './fields';
import { isEqual, isJsonObject, leavesOf, valueAt } from './json';

type Sent = 'createBody' | 'updateBody' | 'listQuery' | 'requestHeaders';

/** @returns also the labels of what was left out for want of a place */
export function createBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom?: IDataObject,
): { body: object; leftOut: string[] } {
	const { createBody, itemPlaces, isReferencePlaced } = format;
	const values = isReferencePlaced ? fields : marked(fields);
	// What no list shows again would be charged with every run.
	const isShown =
		createBody.has('description') &&
		hasField(itemPlaces, 'description') &&
		referenceAtEnd(values.description ?? '') === fields.reference;
	if (values !== fields && !isShown) {
		throw withoutPlace('reference', 'createBody');
	}
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined || createBody.has(field)) continue;
		const isNeeded = field !== 'date' && field !== 'description';
		if (isNeeded) throw withoutPlace(field, 'createBody');
		leftOut.push(FIELD_LABELS[field]);
	}
	return { body: write(format, 'createBody', values, custom), leftOut };
}

/**
 * The fields that are given, and the reference that the charge has or is to
 * have: a new description would lose the one at its end.
 */
export function updateBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom?: IDataObject,
	present?: Charge,
): object {
	for (const field of CHARGE_FIELDS) {
		const value = fields[field];
		const isKept = value === undefined || value === present?.fields[field];
		if (isKept || format.updateBody.has(field)) continue;
		throw withoutPlace(field, 'updateBody');
	}
	const reference = fields.reference ?? present?.reference;
	const values = { ...fields, reference, reservationId: undefined };
	const hasMark = !format.isReferencePlaced || present?.isMarked;
	const isLost = hasMark && fields.description !== undefined;
	const kept = isLost ? marked(values) : values;
	return write(format, 'updateBody', kept, custom);
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

/** @param position `page` counts from 1 */
export function listQueryOf(
	format: ApiFormat,
	reservationId: string,
	position: { page: number; offset: number; cursor?: string },
): Record<string, string> {
	const fromZero = { 'page from 0': position.page - 1 };
	return texts(format, 'listQuery', {
		reservationId,
		...position,
		...fromZero,
	});
}

export function headersOf(
	format: ApiFormat,
	idempotencyKey?: string,
): Record<string, string> {
	return texts(format, 'requestHeaders', { idempotencyKey });
}

function texts(
	format: ApiFormat,
	name: Sent,
	values: object,
): Record<string, string> {
	const json = write(format, name, values) as Record<string, Value>;
	for (const key of Object.keys(json)) json[key] = String(json[key]);
	return json as Record<string, string>;
}

/**
 * Leaves out what has no value, and an object or list below the root in which no
 * placeholder has one. Custom Fields are added, and set no placeholder.
 *
 * @throws UserError naming the field that cannot be written
 */
function write(
	format: ApiFormat,
	name: Sent,
	values: object,
	custom?: IDataObject,
): object {
	const { json, places } = format[name];
	const all: Record<string, Value | undefined> = { ...values };
	const written = new Map<unknown, Value>();
	for (const { field, text, format: own } of places) {
		const value = all[field];
		if (value === undefined) continue;
		prefixErrors(`'${FIELD_LABELS[field as FieldName] ?? field}'`, () => {
			written.set(text, own.encode(value, format.timeZone));
		});
	}
	const isWritten = ({ text }: Place) => written.has(text);
	const fill = (part: unknown, added?: unknown): unknown => {
		const placed = places.filter((place) => holds(part, place));
		const isMerged = isJsonObject(part) && isJsonObject(added);
		if (added !== undefined && !isMerged) {
			if (placed[0]) throw takenBy(placed[0]);
			return added;
		}
		if (part !== json && placed.length > 0 && !placed.some(isWritten))
			return added;
		if (Array.isArray(part)) {
			const entries = part.map((each) => fill(each));
			return entries.filter((each) => each !== undefined);
		}
		if (!isJsonObject(part)) return written.get(part) ?? part;
		const filled = { ...part, ...(added as object) };
		for (const key of Object.keys(filled)) {
			const value = fill(part[key], valueAt(added, [key]));
			if (value === undefined) delete filled[key];
			else filled[key] = value as IDataObject;
		}
		return filled;
	};
	return fill(json, custom) as object;
}

function holds(json: unknown, { text }: Place): boolean {
	return `${JSON.stringify(json)}`.includes(JSON.stringify(text));
}

function takenBy({ text }: Place) {
	return userError({
		what: `'Custom Fields' sets what stands for ${text} in the credential`,
		advice: `Use the field of this node for it, and leave it out of 'Custom Fields'`,
	});
}

/** True where a charge shows all custom fields at their names. */
export function showsCustom(custom: IDataObject, { raw }: Charge): boolean {
	return leavesOf(custom).every(({ path, value }) => {
		return isEqual(valueAt(raw, path) ?? null, value);
	});
}
