import type { Leaf, Place, PlacedText } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { placeholderFor } from '../../shared/format/formats';
import { isBlank } from '../../shared/format/json';
import { isWrittenBy, valuesReadBy } from '../../shared/format/mapper';
import type { RecognizedField, Rule } from './names';
import { CHARGE, isRuledOut, minorUnitsIn, nameRank } from './names';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** Every item has one, and no two have the same. */
	isUnique: boolean;
}

export interface FoundField {
	place: Place;
	values: Value[];
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
	/** Only a list shows IDs, and only a request has to be written just as it is shown. */
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
			if (!isValue(value)) continue;
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

export function isValue(value: unknown): value is Value {
	return (typeof value === 'string' || typeof value === 'number') && !isBlank(value);
}

/** Finds place and format of each field, in the items of an answer and in a request alike. */
export function recognize(columns: Column[], evidence: Evidence): FoundFields {
	const recognition = new Recognition(columns, evidence);
	recognition.byExamples();
	recognition.byNames();
	recognition.byForms();
	return recognition.found;
}

class Recognition {
	readonly found: FoundFields = {};

	constructor(
		private readonly columns: Column[],
		private readonly evidence: Evidence,
	) {}

	byExamples(): void {
		for (const { place, text, fields } of this.evidence.known) {
			const free = this.freeColumns();
			for (const field of fields as RecognizedField[]) {
				const ranks = free.map((column) => column.place.distanceTo(place));
				this.take(field, free, ranks, text);
			}
		}
	}

	byNames(): void {
		for (const rule of CHARGE) {
			const free = this.freeColumns();
			const ranks = free.map((column) => rankOf(rule, column, this.evidence));
			this.take(rule.field, free, ranks);
		}
	}

	byForms(): void {
		for (const rule of CHARGE) {
			const alike = this.freeColumns().filter((column) => isOfForm(rule, column, this.evidence));
			// One of several would be a guess.
			if (alike.length !== 1 || this.found[rule.field]) continue;
			this.take(rule.field, alike, [0]);
			const taken = this.found[rule.field];
			if (taken) taken.doubt ??= 'Look whether that is right: no name says so, only its form.';
		}
	}

	private freeColumns(): Column[] {
		const taken = Object.values(this.found).map(({ place }) => place);
		return this.columns.filter(({ place }) => !taken.includes(place));
	}

	/** Takes the column of the lowest rank that can be read as the field, with the known text if that fits. */
	private take(field: RecognizedField, columns: Column[], ranks: number[], known?: string): void {
		if (this.found[field]) return;
		let lowest = Infinity;
		for (const [index, column] of columns.entries()) {
			const rank = ranks[index] ?? Infinity;
			const text = rank < lowest ? textFor(field, column, this.evidence, known) : undefined;
			if (text === undefined) continue;
			lowest = rank;
			const doubt = text === known ? undefined : doubtOf(field, text, column.values);
			this.found[field] = { place: column.place, values: column.values, text, doubt };
		}
	}
}

/** The reservation is known by its ID, too, and a list may be of several reservations. */
function rankOf(rule: Rule, column: Column, evidence: Evidence): number {
	const byName = nameRank(rule, column.place);
	if (rule.field === 'id' && !mayBeId(column, evidence)) return Infinity;
	if (rule.field !== 'reservationId' || isRuledOut(rule, column.place)) return byName;
	const isAsked = column.values.every((value) =>
		evidence.reservationIds.some((id) => holds(value, id)),
	);
	return isAsked ? Math.min(byName, 100) : byName;
}

function mayBeId(column: Column, { source }: Evidence): boolean {
	return source === 'list' && column.isUnique;
}

const DATE = CHARGE.find(({ field }) => field === 'date')?.form ?? /^$/;

function isOfForm(rule: Rule, column: Column, evidence: Evidence): boolean {
	const { form, field } = rule;
	if (!form || isRuledOut(rule, column.place)) return false;
	const texts = column.values.map(String);
	const isDate = texts.some((text) => DATE.test(text));
	if (isDate && field !== 'date') return false;
	// One value is no sign that no two are alike.
	if (field === 'id' && (!mayBeId(column, evidence) || texts.length < 2)) return false;
	return texts.some((text) => form.test(text));
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
	evidence: Evidence,
	known?: string,
): string | undefined {
	const texts = placeholdersFor(field, column, evidence);
	if (known !== undefined && isKept(known, column, evidence)) texts.unshift(known);
	return texts.find((text) => isReadBy(text, field, column, evidence));
}

function isKept(text: string, { values }: Column, { source, timeZone }: Evidence): boolean {
	if (source !== 'request') return true;
	return values.every((value) => isWrittenBy(text, value, timeZone));
}

function isReadBy(
	text: string,
	field: RecognizedField,
	{ values }: Column,
	{ reservationIds, timeZone }: Evidence,
): boolean {
	const read = values.map((value) => valuesReadBy(text, value, timeZone)[field]);
	if (read.includes(undefined)) return false;
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
	const texts: string[] = [];
	for (const id of field === 'reservationId' ? reservationIds : []) {
		const value = values.find((each) => each !== id && holds(each, id));
		if (typeof value === 'string') texts.push(value.replace(id, usual));
	}
	if (texts.length > 0) return texts;
	const decimals = field === 'amount' ? minorUnitsIn(place) : undefined;
	if (decimals === 2) texts.push('{amount as minorUnits}');
	else if (decimals !== undefined) texts.push(`{amount as minorUnits(${decimals})}`);
	for (const value of values) {
		const text = placeholderFor(field, value, timeZone) ?? usual;
		if (text !== usual) texts.push(text);
	}
	return [...texts, usual];
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
