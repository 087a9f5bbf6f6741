import type { IDataObject } from 'n8n-workflow';

import type { ApiFormat } from './apiFormat';
import { idOf } from './itemId';
import type { BlankField } from './templates/blank';
import { readTemplate } from './templates/readTemplate';
import type { FieldValue } from './templates/valueForm';

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

/** Those that make up a charge, whatever it is known by. */
export const CHARGE_FIELDS = [
	'amount',
	'date',
	'description',
	'accountCode',
	'destinationAccount',
] as const;

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
 * Reads a service item as the service returned it. What cannot be read is null, except that a value in an
 * unexpected format is given out as it came rather than hidden.
 *
 * @param known what is known apart from the answer, for services that leave it out of it
 */
export function simplifyServiceItem(
	item: IDataObject,
	{ format, timeZone }: WireContext,
	known: { reservationId?: string } = {},
): SimplifiedServiceItem {
	const { values, misfits } = readTemplate(format.templates.item, item, timeZone);
	const shown = (field: BlankField): FieldValue | null =>
		values[field] ?? misfits[field]?.value ?? null;
	// Read by an example, a text is text also where the service keeps it as a number. By field names it stays as it came.
	const shownText = (field: BlankField): string | null => {
		const isNumber = format.hasItemExample && typeof values[field] === 'number';
		return (isNumber ? String(values[field]) : shown(field)) as string | null;
	};
	return {
		id: idOf(item, format) ?? null,
		reservationId: shownText('reservationId') ?? known.reservationId ?? null,
		amount: shown('amount') as number | null,
		date: shown('date') as string | null,
		description: shownText('description'),
		accountCode: shownText('accountCode'),
		destinationAccount: shownText('destinationAccount'),
	};
}
