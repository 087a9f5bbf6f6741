import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { GONE, MARK, SINCE, STATUS, USUAL_ID, USUAL_LIST } from './defaults';
import { ENTRY, placeOf } from './example';
import {
	CHARGE_FIELDS,
	CHECK,
	isValue,
	referenceAtEnd,
	type ChargeFields,
	type Value,
} from './fields';
import {
	isBlank,
	isJsonObject,
	leavesOf,
	quoted,
	valueAt,
	type Path,
} from './json';

/** A service item as it is read. */
export interface Charge {
	raw: IDataObject;
	id?: string;
	reservationId?: string;
	reference?: string;
	/** The description ends with the reference. */
	isMarked?: boolean;
	/** The description without that. */
	fields: ChargeFields;
	/** What has another form than its placeholder says: where, and its value. */
	unreadable?: string;
	/** Cancelled, voided or deleted. */
	isGone: boolean;
}

export function readCharge(
	{ itemPlaces, timeZone }: ApiFormat,
	raw: IDataObject,
): Charge {
	const values: Record<string, Value | undefined> = {};
	let unreadable: string | undefined;
	for (const { field, path, format } of itemPlaces) {
		const found = valueAt(raw, path);
		if (isBlank(found)) continue;
		const value = isValue(found) && format.decode(found, timeZone);
		if (isValue(value)) values[field] ??= value;
		else unreadable ??= `'${path.join('.')}' is ${quoted(found)}`;
	}
	if (!placeOf(itemPlaces, 'id')) values.id = usualId(raw);
	const { id, reservationId, reference, ...fields } = values;
	const description = textOf(fields.description) ?? '';
	const mark = referenceAtEnd(description);
	if (mark) fields.description = description.replace(MARK, '');
	return {
		raw,
		id: textOf(id),
		reservationId: textOf(reservationId),
		reference: textOf(reference) ?? mark,
		isMarked: mark !== undefined,
		fields,
		unreadable,
		isGone: Object.entries(raw).some(saysGone),
	};
}

function textOf(value: unknown) {
	return isBlank(value) ? undefined : String(value).trim();
}

function usualId(raw: IDataObject) {
	const names = Object.keys(raw).filter((name) => USUAL_ID.test(name));
	return names.map((name) => raw[name]).find(isValue);
}

function saysGone([name, value]: [string, unknown]) {
	const text = String(value);
	if (STATUS.test(name)) return GONE.test(text);
	return GONE.test(name) && SINCE.test(text);
}

/** Null: it has none. What cannot be read is left out. */
export function simplify(
	charge: Partial<Charge>,
	known: Partial<Charge> = {},
): IDataObject {
	const simplified: IDataObject = {
		id: charge.id ?? known.id ?? null,
		reservationId: charge.reservationId ?? known.reservationId ?? null,
		reference: charge.reference ?? null,
	};
	const none = charge.unreadable ? undefined : null;
	for (const name of CHARGE_FIELDS) {
		simplified[name] = charge.fields?.[name] ?? none;
	}
	return simplified;
}

/** @throws UserError where the list is not where List Response shows it */
export function listIn(format: ApiFormat, body: unknown): IDataObject[] {
	const path = format.itemsPath.join('.');
	const list = path ? entriesAt(format.itemsPath, body) : searchList(body);
	if (list?.every(isJsonObject)) return list;
	const shown = path && `, at '${path}'`;
	throw userError({
		what: `The list of charges is not found in the service's answer${shown}`,
		advice: `Show the answer, with one charge in it, in 'List Response'`,
		more: `Lists that are one object where there is one charge are not supported. The answer is ${quoted(body)}. ${CHECK}`,
	});
}

/** Lists around a charge stand for all their entries. */
function entriesAt(path: Path, body: unknown) {
	let found = [body];
	for (const step of path) {
		found = found.flatMap((each) => {
			if (each === null) return [];
			if (step !== ENTRY) return [valueAt(each, [step])];
			return Array.isArray(each) ? (each as unknown[]) : [undefined];
		});
	}
	return found;
}

/** With a usual name, if there are such; of several, the only one with entries. */
function searchList(body: unknown): unknown[] | undefined {
	const all: unknown[][] = [];
	const usual: unknown[][] = [];
	for (const { path, value } of leavesOf(body)) {
		const isUsual = USUAL_LIST.test(path.at(-1) ?? '');
		const list = isUsual ? (value ?? []) : value;
		if (!Array.isArray(list) || !list.every(isJsonObject)) continue;
		all.push(list);
		if (isUsual) usual.push(list);
	}
	const lists = usual.length > 0 ? usual : all;
	const [full = lists[0], other] = lists.filter((list) => list.length > 0);
	return other ? undefined : full;
}

export function cursorIn(format: ApiFormat, body: unknown): string | undefined {
	const place = placeOf(format.pagePlaces, 'cursor');
	return place && textOf(valueAt(body, place.path));
}

/**
 * In the answer to one: the object with the ID that was asked for; of a create
 * one with an ID and the amount that was sent; else the outermost with an ID.
 */
export function chargeIn(
	format: ApiFormat,
	body: unknown,
	asked: { id?: string; sentAmount?: number },
): Charge | undefined {
	const charges = objectsIn(body).map((object) => readCharge(format, object));
	const named = charges.filter(({ id }) => id && id === (asked.id ?? id));
	// Something around it may have its ID, but not its amount.
	const own = named.find(({ fields: { amount } }) => {
		return amount !== undefined && amount === (asked.sentAmount ?? amount);
	});
	return own ?? named[0];
}

/** From outside in. */
function objectsIn(json: unknown): IDataObject[] {
	if (Array.isArray(json)) return json.flatMap(objectsIn);
	if (!isJsonObject(json)) return [];
	return [json, ...Object.values(json).flatMap(objectsIn)];
}
