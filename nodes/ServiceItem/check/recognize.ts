import type { Leaf, Place, PlacedText } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import { placeholderFor } from '../../shared/format/formats';
import { isWrittenBy, valuesReadBy } from '../../shared/format/mapper';
import type { NamedField } from './words';
import { fieldsByForm, isNamedAsReservation, minorUnitsIn, NAMED_FIELDS, nameRank } from './words';

export type RecognizedField = NamedField | 'reservationId';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** No item is without a value, and no two have the same. */
	isUnique: boolean;
}

export interface FoundField extends Column {
	/** With a placeholder. */
	text: string;
	/** What else the values could mean, as a sentence for the user. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

/** What the check is about. */
export interface Asked {
	reservationId: string;
	timeZone: string;
}

/** What is known beside the values. */
export interface Evidence {
	/** What the user has written, or what was recognized elsewhere: it counts before names. */
	known: PlacedText[];
	/** IDs that the reservation may have; none where it is not known. */
	reservationIds: string[];
	/** A request is written in just that form. */
	isRequest: boolean;
	timeZone: string;
}

/** Of what has one value in an item: entries of a list within it could not be told apart. */
export function columnsOf(items: Leaf[][]): Column[] {
	const places = new Map<string, { place: Place; values: unknown[] }>();
	const several = new Set<string>();
	for (const leaves of items) {
		const inItem = new Set<string>();
		for (const { place, value } of leaves) {
			const column = places.get(place.key) ?? { place, values: [] };
			column.values.push(value);
			places.set(place.key, column);
			if (inItem.has(place.key)) several.add(place.key);
			inItem.add(place.key);
		}
	}
	const columns: Column[] = [];
	for (const { place, values } of places.values()) {
		const filled = values.filter((value) => !isBlank(value));
		if (several.has(place.key) || !filled.every(isScalar)) continue;
		const isUnique = new Set(filled).size === items.length;
		columns.push({ place, values: filled, isUnique });
	}
	return columns;
}

function isScalar(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

/** Finds place and format of each field, in the items of an answer and in a request alike. */
export function recognize(columns: Column[], evidence: Evidence): FoundFields {
	const found: FoundFields = {};
	const free = (): Column[] => {
		const taken = Object.values(found).map(({ place }) => place.key);
		return columns.filter(({ place }) => !taken.includes(place.key));
	};
	/** Takes the first column that can be read as the field, with the known text if that fits. */
	const take = (field: RecognizedField, candidates: Column[], known?: string): void => {
		if (found[field]) return;
		for (const column of candidates) {
			const text = textFor(field, column, { ...evidence, text: known });
			if (text === undefined) continue;
			const doubt = text === known ? undefined : doubtOf(field, text, column.values);
			found[field] = { ...column, text, doubt };
			return;
		}
	};
	for (const { place, text, fields } of evidence.known) {
		const near = ranked(free(), (column) => column.place.distanceTo(place));
		for (const field of fields) take(field as RecognizedField, near, text);
	}
	take(
		'reservationId',
		ranked(free(), (column) => reservationRank(column, evidence)),
	);
	for (const field of NAMED_FIELDS) {
		take(
			field,
			ranked(free(), (column) => rankOf(field, column)),
		);
	}
	for (const [field, mayHold] of fieldsByForm()) {
		if (found[field] || (field === 'id' && evidence.isRequest)) continue;
		// One value is no sign that no two are alike.
		const mayBe = ({ place, values, isUnique }: Column): boolean =>
			mayHold(place, values) && (field !== 'id' || (isUnique && values.length > 1));
		const candidates = free().filter(mayBe);
		// One of several would be a guess.
		if (candidates.length === 1) take(field, candidates);
		const taken = found[field] as FoundField | undefined;
		if (taken) taken.doubt ??= 'Look whether that is right: no name says so, only its form.';
	}
	return found;
}

/** Those of a finite rank, the lowest first. */
function ranked(columns: Column[], rankIn: (column: Column) => number): Column[] {
	return columns
		.filter((column) => rankIn(column) < Infinity)
		.sort((a, b) => rankIn(a) - rankIn(b));
}

function rankOf(field: NamedField, { place, values, isUnique }: Column): number {
	if (values.length === 0 || (field === 'id' && !isUnique)) return Infinity;
	return nameRank(field, place);
}

/** Names like that of a reservation come first, also with other IDs: the list may be of several reservations. */
function reservationRank({ place, values }: Column, { reservationIds }: Evidence): number {
	const isAsked = values.every((value) => reservationIds.some((id) => holds(value, id)));
	if (values.length === 0 || !(isAsked || isNamedAsReservation(place))) return Infinity;
	return Number(!isAsked) + 2 * Number(!isNamedAsReservation(place));
}

/** True where a value is another one, or has it between punctuation: `B-5512`. */
export function holds(value: unknown, inner: string): boolean {
	const [before, behind, ...more] = String(value).split(inner);
	if (inner === '' || before === undefined || behind === undefined || more.length > 0) return false;
	return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind);
}

/** The text with a placeholder that reads all values; first those that also write them unchanged. */
function textFor(
	field: RecognizedField,
	column: Column,
	evidence: Evidence & { text?: string },
): string | undefined {
	const { text: known, timeZone, isRequest } = evidence;
	const isFit = (text: string): boolean => isReadBy(text, field, column, evidence);
	const isKept = (text: string): boolean =>
		!isRequest || column.values.every((value) => isWrittenBy(text, value, timeZone));
	if (known !== undefined && isFit(known) && isKept(known)) return known;
	return placeholdersFor(field, column, evidence).find(isFit);
}

function isReadBy(
	text: string,
	field: RecognizedField,
	{ values }: Column,
	{ reservationIds, timeZone }: Evidence,
): boolean {
	const read = values.map((value) => valuesReadBy(text, value, timeZone)[field]);
	if (read.some((value) => value === undefined)) return false;
	// Of several reservations, one has to be the one asked for.
	if (field === 'reservationId' && reservationIds.length > 0) {
		return read.some((value) => reservationIds.includes(String(value)));
	}
	// A count could be read as seconds since 1970.
	return field !== 'date' || read.every((day = '') => day > '1990');
}

function placeholdersFor(
	field: RecognizedField,
	{ place, values }: Column,
	{ timeZone, reservationIds }: Evidence,
): string[] {
	const usual = `{${field}}`;
	if (field === 'id') return [usual];
	const around = reservationIds.flatMap((id) => {
		const text = values.find((value) => value !== id && holds(value, id));
		return typeof text === 'string' ? [text.replace(id, usual)] : [];
	});
	if (field === 'reservationId' && around.length > 0) return around;
	const decimals = field === 'amount' ? minorUnitsIn(place) : undefined;
	const unit = decimals === 2 ? '' : `(${decimals})`;
	const minor = decimals === undefined ? [] : [`{amount as minorUnits${unit}}`];
	const single = values.map((value) => placeholderFor(field, value, timeZone) ?? usual);
	return [...minor, ...new Set(single.filter((text) => text !== usual)), usual];
}

/** What the user has to check: the amount may be in cents, day and month may be swapped. */
function doubtOf(field: RecognizedField, text: string, values: Value[]): string | undefined {
	const [value] = values;
	const isWhole = values.every((each) => Number.isInteger(each) && Math.abs(Number(each)) > 99);
	if (field === 'amount' && !text.includes('minorUnits') && isWhole) {
		return `Compare ${value} with the bill: if it stands for ${Number(value) / 100}, write {amount as minorUnits} in 'List Response' and 'Create Body'.`;
	}
	const isEitherWay = values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)));
	if (field !== 'date' || !isEitherWay) return undefined;
	return `Compare ${value} with the bill, as day and month could be the other way round.`;
}
