import { ITEM_FIELDS } from './dialect';
import type { ItemField, WireFormat } from './dialect';
import { nestAt, mergeDeeply, readPath, removePath, writePath } from './json';
import type { JsonObject, JsonValue } from './json';

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

/** The wire name of a field; empty where the service does not know the field. */
export function wireName(format: WireFormat, field: ItemField): string {
	return format[`${field}Field`];
}

/** Canonical values as the service would hold them; a date-time is midnight UTC, a text amount has two decimals. */
export function encodeItem(values: ItemValues, format: WireFormat): JsonObject {
	let raw: JsonObject = {};
	for (const field of ITEM_FIELDS) {
		const value = values[field];
		const name = wireName(format, field);
		if (value !== undefined && name !== '') {
			raw = writePath(raw, name, encodeValue(field, value, format));
		}
	}
	return raw;
}

/** Reads the canonical values of an item that has passed the checks of this format. */
export function decodeItem(raw: JsonObject, format: WireFormat): ItemValues {
	const text = (field: ItemField) => {
		const name = wireName(format, field);
		const value = name === '' ? undefined : readPath(raw, name);
		return typeof value === 'string' ? value : undefined;
	};
	const amount = readPath(raw, format.amountField);
	const item: ItemValues = {
		amount: amount === undefined || amount === null ? NaN : decodeAmount(amount, format),
		date: text('date')?.slice(0, 'YYYY-MM-DD'.length) ?? '',
		description: text('description') ?? '',
	};
	for (const field of ['accountCode', 'destinationAccount', 'reference'] as const) {
		const value = text(field);
		if (value !== undefined) item[field] = value;
	}
	return item;
}

/** An identifier as the wire has it; a text that is no number stays one. */
export function encodeId(id: string, { idType }: WireFormat): string | number {
	return idType === 'number' && Number.isSafeInteger(Number(id)) ? Number(id) : id;
}

/** The same item under other names and formats; what both formats write alike is carried over untouched. */
export function translateItem(raw: JsonObject, from: WireFormat, to: WireFormat): JsonObject {
	const values = decodeItem(raw, from);
	let rest = raw;
	let known: JsonObject = {};
	for (const field of ITEM_FIELDS) {
		const [before, after] = [wireName(from, field), wireName(to, field)];
		const value = before === '' ? undefined : readPath(raw, before);
		if (value === undefined || after === '') continue;
		rest = removePath(rest, before);
		const rewrite = value !== null && isWrittenDifferently(field, from, to);
		const translated = rewrite ? encodeValue(field, values[field] ?? '', to) : value;
		known = writePath(known, after, translated);
	}
	for (const name of ['idField', 'reservationIdField'] as const) {
		const value = readPath(raw, from[name]) ?? null;
		rest = removePath(rest, from[name]);
		const isId = name === 'idField' && (typeof value === 'string' || typeof value === 'number');
		known = writePath(known, to[name], isId ? encodeId(String(value), to) : value);
	}
	return mergeDeeply(rest, known);
}

/** The item with its identifier in place, whatever the body said about it. */
export function withId(raw: JsonObject, id: string, format: WireFormat): JsonObject {
	const identified = nestAt(format.idField, encodeId(id, format));
	return mergeDeeply(mergeDeeply(identified, raw), identified);
}

function isWrittenDifferently(field: ItemField, from: WireFormat, to: WireFormat): boolean {
	if (field === 'amount') return from.amountFormat !== to.amountFormat;
	return field === 'date' && from.dateFormat !== to.dateFormat;
}

function encodeValue(field: ItemField, value: string | number, format: WireFormat): JsonValue {
	if (field === 'amount') return encodeAmount(Number(value), format);
	return field === 'date' && format.dateFormat === 'dateTime' ? `${value}T00:00:00.000Z` : value;
}

function encodeAmount(amount: number, { amountFormat }: WireFormat): JsonValue {
	if (amountFormat === 'string') return amount.toFixed(2);
	return amountFormat === 'minorUnits' ? Math.round(amount * 100) : amount;
}

function decodeAmount(amount: JsonValue, { amountFormat }: WireFormat): number {
	return amountFormat === 'minorUnits' ? Number(amount) / 100 : Number(amount);
}
