import type { IDataObject } from 'n8n-workflow';

import { decodeAmount, encodeAmount } from './amount';
import type { ApiFormat } from './apiFormat';
import { decodeDay, encodeDay } from './date';
import { mergeBelow, readPath, writePath } from './dotPath';
import { idOf } from './itemId';
import { describeWithReference } from './reference';

/**
 * The editable fields of a service item under the node's names (SERVICE-API.md section 2.3).
 * A field that is absent is not sent. `amount` is in major units, `date` is 'YYYY-MM-DD'.
 */
export interface ServiceItemFields {
	amount?: number;
	date?: string;
	description?: string;
	accountCode?: string;
	destinationAccount?: string;
	/** The caller's own stable key. */
	reference?: string;
}

/** A service item under the node's names, whatever the wire names are; what Simplify gives out. */
export interface SimplifiedServiceItem extends IDataObject {
	id: string | number | null;
	reservationId: string | number | null;
	amount: number | null;
	date: string | null;
	description: string | null;
	accountCode: string | null;
	destinationAccount: string | null;
}

/** What is needed to translate between the node and one deployment's wire format. */
export interface WireContext {
	format: ApiFormat;
	/** The workflow's time zone, in which calendar days are meant. */
	timeZone: string;
}

/**
 * Builds the body of POST or PATCH. Field names, nesting and formats are those of `format`.
 *
 * @param custom further wire properties as the user gave them, merged in below the named fields
 * @throws UserError when the amount cannot be written in the service's format
 */
export function encodeServiceItem(
	fields: ServiceItemFields & { reservationId?: string },
	custom: IDataObject,
	{ format, timeZone }: WireContext,
): IDataObject {
	const body: IDataObject = {};
	const write = (path: string, value: unknown): void => {
		if (value !== undefined) writePath(body, path, value);
	};
	write(format.reservationIdField, fields.reservationId);
	if (fields.amount !== undefined) {
		write(format.amountField, encodeAmount(fields.amount, format.amountFormat));
	}
	if (fields.date !== undefined) {
		write(format.dateField, encodeDay(fields.date, format.dateFormat, timeZone));
	}
	write(format.descriptionField, descriptionToSend(fields, format));
	if (format.referenceField !== '') write(format.referenceField, fields.reference);
	write(format.accountCodeField, fields.accountCode);
	write(format.destinationAccountField, fields.destinationAccount);
	mergeBelow(body, custom);
	return body;
}

/**
 * Reads a service item as the service returned it. What cannot be read is null, except that an amount or
 * date in an unexpected format is given out as it came rather than hidden.
 *
 * @param known what is known apart from the answer, for services that leave it out of it
 */
export function simplifyServiceItem(
	item: IDataObject,
	{ format, timeZone }: WireContext,
	known: { reservationId?: string } = {},
): SimplifiedServiceItem {
	const amount = readPath(item, format.amountField);
	const date = readPath(item, format.dateField);
	return {
		id: idOf(item, format) ?? null,
		reservationId: scalar(readPath(item, format.reservationIdField)) ?? known.reservationId ?? null,
		amount: decodeAmount(amount, format.amountFormat) ?? (scalar(amount) as number) ?? null,
		date: decodeDay(date, timeZone, format.dateFormat) ?? (scalar(date) as string) ?? null,
		description: (scalar(readPath(item, format.descriptionField)) as string) ?? null,
		accountCode: (scalar(readPath(item, format.accountCodeField)) as string) ?? null,
		destinationAccount: (scalar(readPath(item, format.destinationAccountField)) as string) ?? null,
	};
}

function descriptionToSend(
	{ description, reference }: ServiceItemFields,
	{ referenceField }: ApiFormat,
): string | undefined {
	if (reference === undefined || referenceField !== '') return description;
	return describeWithReference(description, reference);
}

function scalar(value: unknown): string | number | undefined {
	return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
