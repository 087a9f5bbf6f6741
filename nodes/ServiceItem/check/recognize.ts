import type { Leaf, Place, PlacedText } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { isFilledValue } from '../../shared/format/fields';
import { placeholderFor } from '../../shared/format/formats';
import { isWrittenBy, valuesReadBy } from '../../shared/format/draft';
import type { RecognizedField, Rule } from './names';
import { CHARGE, isRuledOut, minorUnitsIn, nameRank } from './names';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** Every item has one, and no two have the same. */
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

/** What is known beside names and values. */
export interface Evidence {
	/** Only a plain list shows IDs as values. */
	source: 'list' | 'keyedList' | 'request';
	/** What the user has written, or what was recognized elsewhere: it counts before names. */
	known: PlacedText[];
	/** IDs that the reservation may have; none where it is not known. */
	reservationIds: string[];
	timeZone: string;
}

/** Of what has one value in an item: entries of a list within it could not be told apart. */
export function columnsOf(items: Leaf[][]): Column[] {
	const columns = new Map<string, Column>();
	const several = new Set<string>();
	for (const leaves of items) {
		const keys = new Set<string>();
		for (const { place, value } of leaves) {
			if (keys.has(place.key)) several.add(place.key);
			keys.add(place.key);
			if (!isFilledValue(value)) continue;
			const column = columns.get(place.key) ?? { place, values: [], isUnique: false };
			column.values.push(value);
			columns.set(place.key, column);
		}
	}
	for (const key of several) columns.delete(key);
	for (const column of columns.values()) {
		column.isUnique = new Set(column.values).size === items.length;
	}
	return [...columns.values()];
}

/** Finds place and format of each field, in the items of an answer and in a request alike. */
export function recognize(columns: Column[], evidence: Evidence): FoundFields {
	const recognition = new Recognition(columns, evidence);
	for (const known of evidence.known) recognition.byExample(known);
	for (const rule of CHARGE) recognition.byName(rule);
	for (const rule of CHARGE) recognition.byForm(rule);
	return recognition.found;
}

class Recognition {
	readonly found: FoundFields = {};

	constructor(
		private readonly columns: Column[],
		private readonly evidence: Evidence,
	) {}

	byExample(known: PlacedText): void {
		const free = this.freeColumns();
		const ranks = free.map((column) => column.place.distanceTo(known.place));
		for (const field of known.fields) this.take(field as RecognizedField, free, ranks, known.text);
	}

	byName(rule: Rule<RecognizedField>): void {
		const free = this.freeColumns();
		const ranks = free.map((column) => rankOf(rule, column, this.evidence));
		this.take(rule.field, free, ranks);
	}

	byForm(rule: Rule<RecognizedField>): void {
		const alike = this.freeColumns().filter((column) => isOfForm(rule, column, this.evidence));
		// One of several would be a guess.
		if (alike.length !== 1 || this.found[rule.field]) return;
		this.take(rule.field, alike, [0]);
		const guess = this.found[rule.field];
		if (guess) guess.doubt ??= 'Look whether that is right: only the form of the values says so.';
	}

	private freeColumns(): Column[] {
		const taken = Object.values(this.found).map((found) => found.place);
		return this.columns.filter((column) => !taken.includes(column.place));
	}

	/** Takes the column of the lowest rank that can be read as the field, with the known text if that fits. */
	private take(field: RecognizedField, columns: Column[], ranks: number[], known?: string): void {
		if (this.found[field]) return;
		let lowest = Infinity;
		for (const [index, column] of columns.entries()) {
			const rank = ranks[index] ?? Infinity;
			if (rank >= lowest) continue;
			const text = textFor(field, column, this.evidence, known);
			if (text === undefined) continue;
			lowest = rank;
			const doubt = text === known ? undefined : doubtOf(field, text, column.values);
			this.found[field] = { ...column, text, doubt };
		}
	}
}

/** The reservation is known by its ID, too; names come first, as a list may be of several reservations. */
function rankOf(rule: Rule, column: Column, evidence: Evidence): number {
	if (isRuledOut(rule, column.place)) return Infinity;
	if (rule.field === 'id' && !mayBeId(column, evidence)) return Infinity;
	const rank = nameRank(rule, column.place);
	if (rule.field !== 'reservationId') return rank;
	const isAsked = column.values.every((value) =>
		evidence.reservationIds.some((id) => holds(value, id)),
	);
	return isAsked ? Math.min(rank, 100) : rank;
}

function mayBeId(column: Column, evidence: Evidence): boolean {
	return evidence.source === 'list' && column.isUnique;
}

function isOfForm(rule: Rule, column: Column, evidence: Evidence): boolean {
	if (!rule.form || isRuledOut(rule, column.place)) return false;
	// One value is no sign that no two are alike.
	const isSingle = column.values.length < 2;
	if (rule.field === 'id' && (isSingle || !mayBeId(column, evidence))) return false;
	return column.values.every((value) => rule.form?.test(String(value)));
}

/** True where a value is another one, or has it between punctuation: `B-5512`. */
export function holds(value: unknown, inner: string): boolean {
	const [before, behind, ...more] = String(value).split(inner);
	if (inner === '' || before === undefined || behind === undefined || more.length > 0) return false;
	return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind);
}

/** The text with a placeholder that reads all values. */
function textFor(
	field: RecognizedField,
	column: Column,
	evidence: Evidence,
	known?: string,
): string | undefined {
	const texts = placeholdersFor(field, column, evidence);
	// A request is written in just that form.
	const isExact = evidence.source === 'request';
	const isKept = (value: Value): boolean =>
		known !== undefined && isWrittenBy(known, value, evidence.timeZone);
	if (known !== undefined && (!isExact || column.values.every(isKept))) texts.unshift(known);
	return texts.find((text) => isReadBy(text, field, column, evidence));
}

function isReadBy(
	text: string,
	field: RecognizedField,
	column: Column,
	evidence: Evidence,
): boolean {
	const ids = evidence.reservationIds;
	let isAsked = field !== 'reservationId' || ids.length === 0;
	for (const each of column.values) {
		const value = valuesReadBy(text, each, evidence.timeZone)[field];
		// A count could be read as seconds since 1970.
		if (value === undefined || (field === 'date' && value < '1990')) return false;
		isAsked ||= ids.includes(String(value));
	}
	// Of several reservations, one has to be the one asked for.
	return isAsked;
}

/** Those of a name and an ID that are known come first. */
function placeholdersFor(field: RecognizedField, column: Column, evidence: Evidence): string[] {
	const usual = `{${field}}`;
	const texts: string[] = [];
	for (const value of column.values) {
		if (field === 'reservationId') texts.push(...around(value, evidence.reservationIds));
		const text = field === 'id' ? usual : placeholderFor(field, value, evidence.timeZone);
		if (text !== undefined && text !== usual) texts.push(text);
	}
	const decimals = minorUnitsIn(column.place);
	if (field === 'amount' && decimals !== undefined) {
		texts.unshift(`{amount as minorUnits${decimals === 2 ? '' : `(${decimals})`}}`);
	}
	return [...texts, usual];
}

/** With the punctuation around an ID. */
function around(value: Value, ids: string[]): string[] {
	const inner = ids.filter((id) => id !== value && typeof value === 'string' && holds(value, id));
	return inner.map((id) => String(value).replace(id, '{reservationId}'));
}

function doubtOf(field: RecognizedField, text: string, values: Value[]): string | undefined {
	const [value] = values;
	const isWhole = values.every((each) => Number.isInteger(each) && Math.abs(Number(each)) > 99);
	if (field === 'amount' && !text.includes('minorUnits') && isWhole) {
		return `Compare ${value} with the bill: if it stands for ${Number(value) / 100}, write {amount as minorUnits} in 'List Response' and 'Create Body'.`;
	}
	const isEitherWay = values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)));
	if (field !== 'date' || !isEitherWay) return undefined;
	return `Compare ${value} with the bill: day and month could be the other way round.`;
}
