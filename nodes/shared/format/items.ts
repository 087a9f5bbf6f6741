import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { Wire } from './examples';
import type { BlankField, ChargeFields, Mismatch, ServiceItem, SimplifiedItem } from './fields';
import { CHARGE_FIELDS } from './fields';
import { blankFor } from './formats';
import { isBlank, isJsonObject, quoted, readKey } from './json';
import type { ListShape } from './listExample';
import { readItem, wrapped } from './listExample';
import { settingName } from './placeholder';
import { hasReferencePlace, plainReference, referenceAtEnd, withoutReference } from './reference';
import { pathText, slotsFor, valueAt } from './template';

/** Where an ID is looked for when {id} is not found (assumption), in any case, best first. */
const USUAL_ID_NAMES = ['id', 'serviceid', 'serviceitemid', 'itemid', 'uuid', 'guid', '_id'];

/** The ID of a service item as text; undefined when none is found. */
export function idIn(item: IDataObject, list: ListShape): string | undefined {
	const { id } = readItem(item, list, 'UTC').values;
	return id === undefined ? usualIdIn(item) : String(id);
}

export function usualIdIn(item: IDataObject): string | undefined {
	const keys = Object.keys(item);
	const named = USUAL_ID_NAMES.flatMap((name) => keys.filter((key) => key.toLowerCase() === name));
	return named.map((key) => idFrom(readKey(item, key))).find((id) => id !== undefined);
}

export function idFrom(value: unknown): string | undefined {
	const isId = (typeof value === 'string' && !isBlank(value)) || typeof value === 'number';
	return isId ? String(value) : undefined;
}

/** Reads service items. */
export function itemReader({ format, timeZone }: Wire) {
	const { list } = format;
	const { itemSlots: slots } = list;
	const isReferencePlaced = hasReferencePlace(format);

	return {
		read: (item: IDataObject): ServiceItem => {
			const { values, mismatches } = readItem(item, list, timeZone);
			const { reservationId, reference, description = '' } = values as Record<string, string>;
			const shown = CHARGE_FIELDS.filter((field) => values[field] !== undefined);
			const fields: ChargeFields = Object.fromEntries(shown.map((field) => [field, values[field]]));
			if (fields.description && !isReferencePlaced) {
				fields.description = withoutReference(description);
			}
			return {
				id: idIn(item, list),
				reservationId,
				reference: isReferencePlaced ? plainReference(reference) : referenceAtEnd(description),
				fields,
				mismatch: Object.values(mismatches)[0],
			};
		},

		/** An item under the node's names. A value in another form than the example says is given out as it came. */
		simplify: (
			item: IDataObject,
			known: { id?: string; reservationId?: string } = {},
		): SimplifiedItem => {
			const { values, mismatches } = readItem(item, list, timeZone);
			const shown = (field: BlankField): unknown => values[field] ?? mismatches[field]?.value;
			return {
				id: idIn(item, list) ?? known.id ?? null,
				reservationId: shown('reservationId') ?? known.reservationId ?? null,
				...Object.fromEntries(CHARGE_FIELDS.map((field) => [field, shown(field) ?? null])),
			} as SimplifiedItem;
		},

		/** True for a service item that counts as gone: it says so itself, or an object in it that has values of it does. */
		isWithdrawn: (item: IDataObject): boolean => {
			const around = slots.map(({ path }) => valueAt(wrapped(item, list), path.slice(0, -1)));
			return [item, ...new Set(around)].some((part) => isJsonObject(part) && saysWithdrawn(part));
		},

		/**
		 * A list that cannot be read must not look like one without the charges that are wanted: they would be made again.
		 *
		 * @throws UserError when a field has another form in every item that shows it, or no item shows anything to know it by
		 */
		assertReadable: (items: IDataObject[]): void => {
			const readings = items.map((item) => readItem(item, list, timeZone));
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

/** How a service marks what it keeps although it is gone (assumption: docs/service-api.md shows no states). */
const WITHDRAWN = /^(is)?(deleted|removed|cancell?ed|void(ed)?)(at|on|date)?$/i;
/** What such a field has in it then: a yes or a date of our days. With anything else the charge is there, lest it be made twice. */
const YES = /^(t(rue)?|y(es)?|1)$|^(\/Date\()?[12]\d{9}(\d{3})?\b|\b20\d\d/i;
/** Clocks differ, and a date without a zone may be one of tomorrow. */
const TOLERANCE = 86_400_000;

/** True for a service item that is no charge any more: a `status` or `state` says so, or a field such as `deletedAt`. */
function saysWithdrawn(item: IDataObject): boolean {
	return Object.entries(item).some(([key, value]) => {
		const name = key.replace(/[^a-z0-9]/gi, '');
		const text = typeof value === 'object' ? '' : String(value);
		if (/^stat(e|us)$/i.test(name)) return WITHDRAWN.test(text);
		return WITHDRAWN.test(name) && YES.test(text) && !isInFuture(text);
	});
}

function isInFuture(text: string): boolean {
	const digits = /^(?:\/Date\()?(\d{10}(?:\d{3})?)\b/.exec(text)?.[1];
	const unit = digits?.length === 10 ? 1000 : 1;
	const instant = digits === undefined ? Date.parse(text) : Number(digits) * unit;
	return instant > Date.now() + TOLERANCE;
}
