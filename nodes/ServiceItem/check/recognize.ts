import type { Form, Leaf, Place, PlacedText } from '../../shared/format/draft';
import { formsOf } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { isFilledValue } from '../../shared/format/fields';
import { isEqual } from '../../shared/format/json';
import type { RecognizedField, Rule } from './names';
import { isRuledOut, isSure, minorUnitsAt, nameRank } from './names';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** Every item has one, and no two have the same. */
	isUnique: boolean;
}

export interface FoundField extends PlacedText {
	/** What else the values could mean, as a sentence for the user. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

/** What is known beside names and values. */
export interface Evidence {
	/** What the user has written, or what was recognized elsewhere: it counts before names. */
	known: FoundField[];
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

/** Finds place and format of each field: in the items of an answer, in a query and in a body alike. */
export function recognize(
	columns: Column[],
	rules: Array<Rule<RecognizedField>>,
	evidence: Evidence,
): FoundFields {
	const search = new Search(columns, evidence);
	for (const known of evidence.known) search.byPlace(known);
	for (const rule of rules) search.byName(rule);
	return search.found;
}

/** Ranks behind those of names. A time that a day does not tell of is more likely that of something else. */
const INEXACT = 50;
const BY_ID = 100;

/** A column that can be read as a field. */
interface Candidate {
	column: Column;
	form: Form;
	rank: number;
}

class Search {
	readonly found: FoundFields = {};

	constructor(
		private readonly columns: Column[],
		private readonly evidence: Evidence,
	) {}

	byPlace(known: FoundField): void {
		const free = this.freeColumns();
		for (const field of known.fields as RecognizedField[]) {
			const rank = ({ place }: Column): number => place.distanceTo(known.place);
			const [best] = this.candidates(field, free, { rank, likely: known.text });
			if (!best) continue;
			const isCertain = best.form.text === known.text && known.doubt === undefined;
			this.take(field, best, isCertain ? undefined : doubtOf(field, best));
		}
	}

	byName(rule: Rule<RecognizedField>): void {
		const { field } = rule;
		const { reservationIds } = this.evidence;
		const rank = (column: Column): number => rankOf(rule, column, reservationIds);
		const [best, ...others] = this.candidates(field, this.freeColumns(), { rank });
		if (!best) return;
		const rival = others.find((other) => isRival(rule, best, other));
		this.take(field, best, rival ? rivalDoubt(field, best, rival) : doubtOf(field, best));
	}

	private freeColumns(): Column[] {
		const taken = Object.values(this.found).map((field) => field.place);
		return this.columns.filter((column) => !taken.includes(column.place));
	}

	/** The columns that can be read as the field, the lowest rank first. */
	private candidates(
		field: RecognizedField,
		columns: Column[],
		by: { rank: (column: Column) => number; likely?: string },
	): Candidate[] {
		if (this.found[field]) return [];
		const candidates: Candidate[] = [];
		for (const column of columns) {
			const rank = by.rank(column);
			const form = rank < Infinity ? this.formOf(field, column, by.likely) : undefined;
			if (form) candidates.push({ column, form, rank: form.isExact ? rank : rank + INEXACT });
		}
		return candidates.sort((one, other) => one.rank - other.rank);
	}

	private take(field: RecognizedField, { column, form }: Candidate, doubt?: string): void {
		this.found[field] = { place: column.place, text: form.text, fields: [field], doubt };
	}

	/** Such as would write the values as they are, if there is one. */
	private formOf(field: RecognizedField, column: Column, likely?: string): Form | undefined {
		const { reservationIds, timeZone } = this.evidence;
		const texts = likely === undefined ? [] : [likely];
		const units = minorUnitsAt(column.place);
		if (field === 'id') texts.push('{id}');
		if (field === 'amount' && units) texts.push(`{amount as ${units}}`);
		if (field === 'reservationId') texts.push(...textsAround(reservationIds, column.values));
		const forms = formsOf(field, column.values, { likely: texts, timeZone });
		const usable = forms.filter((form) => isLikely(field, form.values, reservationIds));
		return usable.find((form) => form.isExact) ?? usable[0];
	}
}

function isLikely(field: RecognizedField, values: Value[], reservationIds: string[]): boolean {
	// A count could be read as seconds since 1970.
	if (field === 'date') return values.every((value) => value > '1990');
	if (field !== 'reservationId' || reservationIds.length === 0) return true;
	// Of several reservations, one has to be the one asked for.
	return values.some((value) => reservationIds.includes(String(value)));
}

/** The reservation is known by its ID, too; names come first, as a list may be of several reservations. */
function rankOf(rule: Rule, column: Column, reservationIds: string[]): number {
	const { place, values } = column;
	if (rule.field === 'id' && !column.isUnique) return Infinity;
	if (rule.field === 'amount' && values.every(isCode)) return Infinity;
	const rank = nameRank(rule, place);
	if (rule.field !== 'reservationId' || isRuledOut(rule, place)) return rank;
	const isAsked = values.every((value) => textsAround(reservationIds, [value]).length > 0);
	return isAsked ? Math.min(rank, BY_ID) : rank;
}

function isCode(value: Value): boolean {
	return typeof value === 'string' && /^\d+$/.test(value);
}

/** Texts of values with a placeholder for an ID that is in them, be it between punctuation: `B-{reservationId}`. */
export function textsAround(ids: string[], values: Value[]): string[] {
	const texts: string[] = [];
	for (const value of values) {
		for (const id of ids) {
			const [before, behind, ...more] = String(value).split(id);
			if (before === undefined || behind === undefined || more.length > 0) continue;
			const isPart = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(behind);
			if (!isPart) texts.push(`${before}{reservationId}${behind}`);
		}
	}
	return texts;
}

/** A name is no proof where another one fits as well, and shows something else. */
function isRival(rule: Rule, best: Candidate, other: Candidate): boolean {
	if (rule.field !== 'amount' && rule.field !== 'date') return false;
	if (other.form.isExact !== best.form.isExact) return false;
	const isSurer = isSure(rule, best.column.place) && !isSure(rule, other.column.place);
	return !isSurer && !isEqual(best.form.values, other.form.values);
}

function rivalDoubt(field: RecognizedField, best: Candidate, rival: Candidate): string {
	const [value] = best.column.values;
	const [other] = rival.column.values;
	return `{${field}} could be ${other} at '${rival.column.place.text}' as well as ${value}.`;
}

function doubtOf(field: RecognizedField, { column, form }: Candidate): string | undefined {
	const { values } = column;
	const [value] = values;
	const isWhole = values.every((each) => Number.isInteger(each) && Math.abs(Number(each)) > 99);
	if (field === 'amount' && !form.text.includes('minorUnits') && isWhole) {
		return `If ${value} stands for ${Number(value) / 100}, write {amount as minorUnits} wherever {amount} stands.`;
	}
	if (field !== 'date') return undefined;
	if (values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)))) {
		return `In ${value}, day and month could be the other way round.`;
	}
	if (form.isExact) return undefined;
	return `${form.text} would write ${value} in another form.`;
}
