import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { zoneElsewhere } from './day';
import type { Mismatch, Reading, Slot } from './example';
import { hasField, isAlone, readSlots } from './example';
import type { ChargeFields, SimplifiedItem, WrittenFields } from './fields';
import {
	CHARGE_FIELDS,
	FIELD_LABELS,
	isFilledValue,
	isValue,
	settingName,
} from './fields';
import { placeholderFor, placeholderText } from './formats';
import { asObject, isBlank, plainName, quoted } from './json';
import { pathText, valueAt } from './path';
import { plainReference, referenceAtEnd, withoutReference } from './reference';

export interface ReadItem {
	id?: string;
	reservationId?: string;
	/**
	 * From its place, and where that is empty from the end of the description.
	 */
	reference?: string;
	/**
	 * The reference at the end of the description, which `fields` are without.
	 */
	mark?: string;
	fields: ChargeFields;
	/**
	 * A value in another form than the example says: the item stands for nothing.
	 */
	mismatch?: Mismatch;
	isShown: boolean;
}

export function readingOf(format: ApiFormat, item: IDataObject): Reading {
	return readSlots(format.list.itemSlots, item, format.timeZone);
}

export function readItem(format: ApiFormat, item: IDataObject): ReadItem {
	return asRead(format, item, readingOf(format, item));
}

function asRead(
	format: ApiFormat,
	item: IDataObject,
	reading: Reading,
): ReadItem {
	const { values, mismatches, shown } = reading;
	const {
		id = usualIdOf(item)?.id,
		reservationId,
		reference: placed,
		...others
	} = values;
	const fields: ChargeFields = others;
	const { description = '' } = fields;
	const atEnd = referenceAtEnd(description);
	const inPlace = format.isReferencePlaced ? plainReference(placed) : undefined;
	const reference = inPlace ?? atEnd;
	const mark = atEnd === reference ? atEnd : undefined;
	if (mark !== undefined) fields.description = withoutReference(description);
	const mismatch = Object.values(mismatches)[0];
	return {
		id,
		reservationId,
		reference,
		mark,
		fields,
		mismatch,
		isShown: shown.size > 0,
	};
}

/**
 * A value in another form than the example says is given out as it came.
 *
 * @param known what the item may not show
 */
export function simplifyItem(
	format: ApiFormat,
	item: IDataObject,
	known: { id?: string; reservationId?: string } = {},
): SimplifiedItem {
	const reading = readingOf(format, item);
	const { mismatches } = reading;
	const { id, reservationId, reference, fields } = asRead(
		format,
		item,
		reading,
	);
	const simplified: IDataObject = {
		id: id ?? known.id ?? null,
		reservationId:
			reservationId ??
			mismatches.reservationId?.value ??
			known.reservationId ??
			null,
		reference: reference ?? null,
	};
	for (const field of CHARGE_FIELDS) {
		simplified[field] = fields[field] ?? mismatches[field]?.value ?? null;
	}
	return simplified as SimplifiedItem;
}

/** Where the ID of an item stands: from another place come other IDs. */
export function idPlaceOf(
	format: ApiFormat,
	item: IDataObject,
): string | undefined {
	const slots = format.list.itemSlots.filter((slot) => hasField(slot, 'id'));
	const slot = slots.find((each) => isFilled(item, each)) ?? slots[0];
	if (!slot) return usualIdOf(item)?.name;
	const place = pathText(slot.path);
	return isAlone(slot) ? place : `${place} ${slot.text}`;
}

export function isFilled(item: IDataObject, slot: Slot): boolean {
	return !isBlank(valueAt(item, slot.path));
}

/**
 * @throws UserError when a field never fits, or nothing to compare is shown:
 * the charges would be made again
 */
export function assertReadable(format: ApiFormat, items: IDataObject[]): void {
	const readings = items.map((item) => readingOf(format, item));
	const mismatches = readings.flatMap((reading) =>
		Object.values(reading.mismatches),
	);
	for (const mismatch of mismatches) {
		assertHere(mismatch, format.timeZone);
		const isRead = readings.some(
			(each) => each.values[mismatch.field] !== undefined,
		);
		if (!isRead) throw mismatching(mismatch, format.timeZone);
	}
	if (items[0] === undefined || readings.some(canBeKnown)) return;
	const amount = format.list.itemSlots.find((slot) => hasField(slot, 'amount'));
	throw userError({
		what: `The list of the reservation's service items cannot be read: none of them shows a value at '${pathText(amount?.path ?? [])}'`,
		advice: `Correct ${settingName('listResponse')} before this is run again`,
		more: `Turn on 'Custom API Format' in the credential and enter what the service answers to a list; its items have: ${Object.keys(items[0]).join(', ')}.`,
	});
}

function canBeKnown({ shown }: Reading): boolean {
	return (
		shown.has('amount') || shown.has('description') || shown.has('reference')
	);
}

/**
 * @throws UserError for the midnight of another zone: read in two time zones,
 * one day would be charged twice
 */
function assertHere(
	{ format, place, value }: Mismatch,
	timeZone: string,
): void {
	if (!format.isInstant || typeof value !== 'string') return;
	const zone = zoneElsewhere(value.trim(), timeZone);
	if (zone === undefined) return;
	throw userError({
		what: `The list of the reservation's service items has ${quoted(value)} at '${place}': midnight in ${zone}, but another day in this workflow's time zone, ${timeZone}`,
		advice: `Set the time zone in the workflow's settings to the one in which its charges were made`,
		more: 'If the service turns every date into UTC, give {date} a pattern with a Z at its end.',
	});
}

function mismatching(
	{ field, format, place, value }: Mismatch,
	timeZone: string,
) {
	const right = isValue(value)
		? placeholderFor(field, value, timeZone)
		: undefined;
	let advice = `Write ${right} there`;
	if (!right) {
		advice = `No format of {${field}} reads that: show another place that has it, if there is one`;
	}
	return userError({
		what: `The list of the reservation's service items cannot be compared: it has ${quoted(value)} at '${place}', where ${settingName('listResponse')} says ${placeholderText(field, format)}`,
		advice,
		more: `While 'List Response' is empty, 'Create Body' is used in its place.`,
	});
}

/**
 * @throws UserError, for inputs that are compared by all their fields, when one
 * of them is not shown
 */
export function assertComparable(
	format: ApiFormat,
	fields: WrittenFields,
): void {
	for (const field of CHARGE_FIELDS) {
		if (fields[field] === undefined || format.list.fields.has(field)) continue;
		throw userError({
			what: `'${FIELD_LABELS[field]}' is filled in and cannot be compared, as ${format.listSetting} has no {${field}}`,
			advice: `Put {${field}} there as the service's list shows it, or choose 'By Reference'`,
		});
	}
}

/**
 * How a service marks an item as deleted (assumption: docs/service-api.md shows
 * no states).
 */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/**
 * A yes, or a date since 2000. With any other value the charge counts as there:
 * it is not made twice.
 */
const YES = /^(t(rue)?|y(es)?|1|[12]\d{9}(\d{3})?)$|\b20\d\d/i;
const TOLERANCE = 86_400_000;

/**
 * True where the item, or an object in it that its ID or its amount stands in,
 * says that it is gone.
 */
export function isWithdrawn(format: ApiFormat, item: IDataObject): boolean {
	const own = format.list.itemSlots.filter(
		(slot) => hasField(slot, 'id') || hasField(slot, 'amount'),
	);
	const parts = own.flatMap((each) =>
		each.path.map((_, depth) => valueAt(item, each.path.slice(0, depth))),
	);
	return [item, ...parts].some((part) =>
		Object.entries(asObject(part)).some(saysWithdrawn),
	);
}

function saysWithdrawn([key, value]: [string, IDataObject[string]]): boolean {
	const name = plainName(key);
	const text = typeof value === 'object' ? '' : String(value);
	if (/^stat(e|us)$/.test(name)) return WITHDRAWN.test(text);
	return WITHDRAWN.test(name) && YES.test(text) && !isInFuture(text);
}

function isInFuture(text: string): boolean {
	let instant = Date.parse(text);
	if (/^\d{10,}$/.test(text)) instant = Number(text.padEnd(13, '0'));
	return instant > Date.now() + TOLERANCE;
}

/** Where {id} is not found (assumption), in any case, best first. */
const USUAL_ID_NAMES = [
	'id',
	'serviceid',
	'serviceitemid',
	'itemid',
	'uuid',
	'guid',
	'_id',
];

export function usualIdOf(
	item: IDataObject,
): { name: string; id: string } | undefined {
	for (const usual of USUAL_ID_NAMES) {
		for (const [name, value] of Object.entries(item)) {
			const isUsual = name.toLowerCase() === usual;
			if (isUsual && isFilledValue(value)) return { name, id: String(value) };
		}
	}
	return undefined;
}
