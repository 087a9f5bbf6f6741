import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { idIn } from './answers';
import type { Wire } from './examples';
import type { BlankField, ChargeFields, Mismatch, ServiceItem, SimplifiedItem } from './fields';
import { CHARGE_FIELDS } from './fields';
import { blankFor } from './formats';
import { isJsonObject, quoted } from './json';
import { settingName } from './placeholder';
import { hasReferencePlace, plainReference, referenceAtEnd, withoutReference } from './reference';
import { pathText, readSlots, slotsFor, valueAt } from './template';
import { isWithdrawn } from './withdrawn';

/** Reads service items. */
export function itemReader({ format, timeZone }: Wire) {
	const { itemSlots: slots } = format.list;
	const isReferencePlaced = hasReferencePlace(format);

	return {
		read: (item: IDataObject): ServiceItem => {
			const { values, mismatches } = readSlots(slots, item, timeZone);
			const { reservationId, reference, description = '' } = values as Record<string, string>;
			const shown = CHARGE_FIELDS.filter((field) => values[field] !== undefined);
			const fields: ChargeFields = Object.fromEntries(shown.map((field) => [field, values[field]]));
			if (fields.description && !isReferencePlaced) {
				fields.description = withoutReference(description);
			}
			return {
				id: idIn(item, slots),
				reservationId,
				reference: isReferencePlaced ? plainReference(reference) : referenceAtEnd(description),
				fields,
				wholeDescription: values.description as string | undefined,
				mismatch: Object.values(mismatches)[0],
			};
		},

		/** An item under the node's names. A value in another form than the example says is given out as it came. */
		simplify: (
			item: IDataObject,
			known: { id?: string; reservationId?: string } = {},
		): SimplifiedItem => {
			const { values, mismatches } = readSlots(slots, item, timeZone);
			const shown = (field: BlankField): unknown => values[field] ?? mismatches[field]?.value;
			return {
				id: idIn(item, slots) ?? known.id ?? null,
				reservationId: shown('reservationId') ?? known.reservationId ?? null,
				...Object.fromEntries(CHARGE_FIELDS.map((field) => [field, shown(field) ?? null])),
			} as SimplifiedItem;
		},

		/** True for a service item that counts as gone: it says so itself, or an object in it that has values of it does. */
		isWithdrawn: (item: IDataObject): boolean => {
			const around = slots.map(({ path }) => valueAt(item, path.slice(0, -1)));
			return [item, ...new Set(around)].some((part) => isJsonObject(part) && isWithdrawn(part));
		},

		/**
		 * A list that cannot be read must not look like one without the charges that are wanted: they would be made again.
		 *
		 * @throws UserError when a field has another form in every item that shows it, or no item shows anything to know it by
		 */
		assertReadable: (items: IDataObject[]): void => {
			const readings = items.map((item) => readSlots(slots, item, timeZone));
			const mismatches = readings.flatMap((reading) => Object.values(reading.mismatches));
			const unreadable = mismatches.find(({ field }) =>
				readings.every(({ values }) => values[field] === undefined),
			);
			if (unreadable) throw mismatching(unreadable, timeZone);
			const known = ['amount', 'description', 'reference'] as const;
			const isKnown = readings.some(({ shown }) => known.some((field) => shown.has(field)));
			if (items[0] === undefined || isKnown) return;
			const path = pathText(slotsFor(slots, 'amount')[0]?.path ?? []);
			throw userError(
				`The list of the reservation's service items cannot be read: none of them shows a value at '${path}'. Correct ${settingName('listResponse')} before this is run again`,
				`What the reservation has already would not be recognized. Turn on 'Custom API Format' in the credential and enter what the service answers to a list; its items have: ${Object.keys(items[0]).join(', ')}.`,
			);
		},
	};
}

function mismatching({ field, path, value, blank }: Mismatch, timeZone: string) {
	const isScalar = typeof value === 'string' || typeof value === 'number';
	const right = isScalar ? blankFor(field, value, timeZone) : undefined;
	return userError(
		`The list of the reservation's service items cannot be compared: it has ${quoted(value)} at '${path}', where ${settingName('listResponse')} says ${blank}. ${right === undefined ? 'Correct the format there' : `Write ${right} there`}`,
		`Compared in a wrong form, a charge would not be recognized, or changed. While 'List Response' is blank, 'Create Body' stands for it.`,
	);
}
