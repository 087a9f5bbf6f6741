import { Refusal } from './answer';
import { ITEM_FIELDS } from './dialect';
import type { Dialect, ItemField } from './dialect';
import { mergeDeeply, nestAt, readPath, writePath } from './json';
import type { JsonObject } from './json';
import { slotOf } from './slots';
import type { Slot } from './slots';

/** The fields of a service item in canonical form (docs/service-api.md). */
export interface ItemValues {
	/** In the currency's main unit; NaN where the dialect lets an item be without. */
	amount: number;
	/** The calendar day as written on the wire, `YYYY-MM-DD`; empty where there is none. */
	date: string;
	description: string;
	accountCode?: string;
	destinationAccount?: string;
	/** Only where the dialect knows references. */
	reference?: string;
}

/** Canonical values as the service would hold them. */
export function encodeItem(values: ItemValues, dialect: Dialect): JsonObject {
	let raw: JsonObject = {};
	for (const { field, name, slot } of knownFields(dialect)) {
		const value = values[field];
		if (value !== undefined) raw = writePath(raw, name, slot.write(value));
	}
	return raw;
}

/** Reads an item, also one whose values were seeded in another form. */
export function decodeItem(raw: JsonObject, dialect: Dialect): ItemValues {
	const item: ItemValues = { amount: NaN, date: '', description: '' };
	for (const { field, name } of knownFields(dialect)) {
		const value = readPath(raw, name) ?? null;
		if (field === 'amount') {
			const unit = dialect.amountFormat === 'minorUnits' ? 100 : 1;
			if (value !== null) item.amount = Number(value) / unit;
		} else if (typeof value === 'string') {
			item[field] = field === 'date' ? value.slice(0, 'YYYY-MM-DD'.length) : value;
		}
	}
	return item;
}

/** The item with its identifier in place, whatever the body said about it. */
export function withId(raw: JsonObject, id: string, { idField, idType }: Dialect): JsonObject {
	const isNumber = idType === 'number' && Number.isSafeInteger(Number(id));
	const identified = nestAt(idField, isNumber ? Number(id) : id);
	return mergeDeeply(mergeDeeply(identified, raw), identified);
}

/**
 * Refuses (400) a body whose known fields are missing or not in the dialect's format. Unknown properties are none of the
 * service's business. A change may leave fields out, but not blank a required one.
 */
export function checkItemFields(body: JsonObject, dialect: Dialect, purpose: 'create' | 'update') {
	for (const { field, name, slot } of knownFields(dialect)) {
		const value = readPath(body, name);
		if (value === undefined && purpose === 'update') continue;
		const isBlank = value === undefined || value === null || value === '';
		if (isBlank && dialect.requiredFields.includes(field)) {
			throw new Refusal(400, `${name} is required`);
		}
		if (value === undefined || value === null) continue;
		if (slot.read(value) === undefined) throw new Refusal(400, `${name} must be ${slot.blank}`);
	}
}

/** The fields the service knows, with their wire names and forms. */
export function knownFields(
	dialect: Dialect,
): Array<{ field: ItemField; name: string; slot: Slot }> {
	const { amountFormat, dateFormat } = dialect;
	const forms: Partial<Record<ItemField, string>> = {
		amount: amountFormat === 'minorUnits' ? '{amount as minorUnits}' : '{amount}',
		date: dateFormat === 'dateTime' ? '{date as dateTime}' : '{date}',
	};
	return ITEM_FIELDS.map((field) => {
		const slot = slotOf(forms[field] ?? `{${field}}`) as Slot;
		return { field, name: dialect[`${field}Field`], slot };
	}).filter(({ name }) => name !== '');
}
