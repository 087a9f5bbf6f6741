import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { GONE, SINCE, STATUS, USUAL_ID } from './defaults';
import { hasField } from './example';
import type { ChargeFields, Value } from './fields';
import {
	CHARGE_FIELDS,
	isValue,
	referenceAtEnd,
	withoutReference,
} from './fields';
import { isBlank, valueAt } from './json';

/** A service item, as the format reads it. */
export interface Charge {
	/** As the service gave it. */
	raw: IDataObject;
	id?: string;
	reservationId?: string;
	reference?: string;
	/** The description ends with the reference. */
	isMarked?: boolean;
	/** The description without that. */
	fields: ChargeFields;
	/** A value in another form than its placeholder says. */
	unreadable?: { field: string; place: string; value: unknown };
	/** Cancelled, voided or deleted. */
	isGone: boolean;
}

export function readCharge(
	{ itemPlaces, timeZone }: ApiFormat,
	raw: IDataObject,
): Charge {
	const values: Record<string, Value | undefined> = {};
	const filled: Array<NonNullable<Charge['unreadable']>> = [];
	for (const { field, path, format } of itemPlaces) {
		const value = valueAt(raw, path);
		if (isBlank(value)) continue;
		if (isValue(value)) values[field] ??= format.decode(value, timeZone);
		filled.push({ field, place: path.join('.'), value });
	}
	if (!hasField(itemPlaces, 'id')) values.id = usualId(raw);
	const { id, reservationId, reference, ...fields } = values;
	const description = textOf(fields.description) ?? '';
	const mark = referenceAtEnd(description);
	if (mark) fields.description = withoutReference(description);
	return {
		raw,
		id: textOf(id),
		reservationId: textOf(reservationId),
		reference: textOf(reference) ?? mark,
		isMarked: mark !== undefined,
		fields,
		unreadable: filled.find(({ field }) => values[field] === undefined),
		isGone: Object.entries(raw).some(saysGone),
	};
}

function textOf(value: Value | undefined): string | undefined {
	return isBlank(value) ? undefined : String(value).trim();
}

function usualId(raw: IDataObject): Value | undefined {
	const name = Object.keys(raw).find((each) => USUAL_ID.test(each));
	const value = raw[name ?? ''];
	return isValue(value) ? value : undefined;
}

function saysGone([name, value]: [string, unknown]): boolean {
	const text = `${value as string}`;
	if (STATUS.test(name)) return GONE.test(text);
	return GONE.test(name) && SINCE.test(text);
}

/** Under the names of the form; null for what the charge does not have. */
export function simplify(
	charge: Pick<Charge, 'id' | 'reservationId' | 'reference' | 'fields'>,
	known: { id?: string; reservationId?: string } = {},
): IDataObject {
	const simplified: IDataObject = {
		id: charge.id ?? known.id ?? null,
		reservationId: charge.reservationId ?? known.reservationId ?? null,
		reference: charge.reference ?? null,
	};
	for (const name of CHARGE_FIELDS) {
		simplified[name] = charge.fields[name] ?? null;
	}
	return simplified;
}
