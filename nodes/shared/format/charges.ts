import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { GONE, STATUS, USUAL_ID } from './defaults';
import { valueIn } from './example';
import type { ChargeFields, Value } from './fields';
import { CHARGE_FIELDS } from './fields';
import { isBlank, valueAt } from './json';
import { referenceAtEnd, withoutReference } from './reference';

/** A service item, as the format reads it. */
export interface Charge {
	/** As the service gave it. */
	raw: IDataObject;
	id?: string;
	reservationId?: string;
	reference?: string;
	/** The description without the reference at its end. */
	fields: ChargeFields;
	/** A value in another form than its placeholder says. */
	unreadable?: { field: string; place: string; value: unknown };
	/** Cancelled, voided or deleted. */
	isGone: boolean;
}

export function readCharge(format: ApiFormat, raw: IDataObject): Charge {
	const values: Record<string, Value | undefined> = {};
	let unreadable: Charge['unreadable'];
	for (const place of format.itemPlaces) {
		const found = valueAt(raw, place.path);
		if (isBlank(found)) continue;
		const { field } = place;
		const isPlain = typeof found === 'string' || typeof found === 'number';
		const inner = isPlain ? valueIn(place, found) : undefined;
		const value =
			inner === undefined
				? undefined
				: place.format.decode(inner, format.timeZone);
		values[field] ??= value;
		if (value !== undefined) continue;
		unreadable ??= { field, place: place.path.join('.'), value: found };
	}
	const { id = usualId(raw), reservationId, reference, ...fields } = values;
	const description = fields.description as string | undefined;
	const mark = referenceAtEnd(description ?? '');
	if (mark !== undefined) fields.description = withoutReference(description);
	return {
		raw,
		id: textOf(id),
		reservationId: textOf(reservationId),
		reference: textOf(reference) ?? mark,
		fields: fields as ChargeFields,
		unreadable,
		isGone: Object.entries(raw).some(saysGone),
	};
}

function textOf(value: Value | undefined): string | undefined {
	return isBlank(value) ? undefined : String(value).trim();
}

function usualId(raw: IDataObject): Value | undefined {
	const name = Object.keys(raw).find((each) => USUAL_ID.test(each));
	const value = name === undefined ? undefined : raw[name];
	const isPlain = typeof value === 'string' || typeof value === 'number';
	return isPlain ? value : undefined;
}

function saysGone([name, value]: [string, unknown]): boolean {
	const text = `${value as string}`;
	if (STATUS.test(name)) return GONE.test(text);
	return GONE.test(name) && /^(true|1|\d{4}-\d\d.*)$/.test(text);
}

/** Under the names of the form; null for what the charge does not have. */
export function simplify(
	{ fields, ...charge }: Omit<Charge, 'raw' | 'isGone' | 'unreadable'>,
	known: { id?: string; reservationId?: string } = {},
): IDataObject {
	const simplified: IDataObject = {
		id: charge.id ?? known.id ?? null,
		reservationId: charge.reservationId ?? known.reservationId ?? null,
		reference: charge.reference ?? null,
	};
	for (const name of CHARGE_FIELDS) simplified[name] = fields[name] ?? null;
	return simplified;
}
