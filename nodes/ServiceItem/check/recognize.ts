import type { Form, PlacedText } from '../../shared/format/draft';
import type { Leaf, Place } from '../../shared/format/places';
import { formsOf, isAlike } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { isFilledValue } from '../../shared/format/fields';
import { isEqual } from '../../shared/format/json';
import type { RecognizedField, Rule } from './names';
import { isRuledOut, minorUnitsAt, nameRank } from './names';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** Every item has one, and no two have the same. */
	isUnique: boolean;
}

export interface FoundField extends PlacedText {
	/** What else the values could mean, as a sentence. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

export interface Evidence {
	/**
	 * What the user has written, or what was recognized elsewhere: it counts
	 * before names.
	 */
	known: FoundField[];
	/** IDs that the reservation may have; none where it is not known. */
	reservationIds: string[];
	timeZone: string;
}

/**
 * Of what has one value in an item: entries of a list within it could not be
 * told apart.
 */
export function columnsOf(items: Leaf[][]): Column[] {
	const columns = new Map<string, Column>();
	const several = new Set<string>();
	for (const leaves of items) {
		const keys = new Set<string>();
		for (const { place, value } of leaves) {
			if (keys.has(place.key)) several.add(place.key);
			keys.add(place.key);
			if (!isFilledValue(value)) continue;
			const column = columns.get(place.key) ?? {
				place,
				values: [],
				isUnique: false,
			};
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

/**
 * The documentation may show what no item has yet. Beside what is there, its
 * values count where they look alike.
 */
export function withDocumented(
	columns: Column[],
	documented: Column[],
): Column[] {
	const all: Column[] = [];
	for (const column of columns) {
		const shown = documented.find((each) => isAtSame(column, each));
		const more = shown?.values.filter((value) => isAlike(value, column.values));
		all.push({ ...column, values: [...column.values, ...(more ?? [])] });
	}
	for (const shown of documented) {
		if (columns.some((column) => isAtSame(column, shown))) continue;
		all.push({ ...shown, isUnique: false });
	}
	return all;
}

function isAtSame(one: Column, other: Column): boolean {
	return one.place.key === other.place.key;
}

/** Where a field may stand. */
interface Clue {
	field: RecognizedField;
	known?: FoundField;
	/** The lowest is the likeliest; Infinity for a column that it cannot be. */
	rank: (column: Column) => number;
}

/**
 * Finds place and format of each field: in the items of an answer, in a query
 * and in a body alike.
 */
export function recognize(
	columns: Column[],
	rules: Rule[],
	evidence: Evidence,
): FoundFields {
	const found: FoundFields = {};
	for (const clue of cluesFrom(rules, evidence)) {
		const { field, known } = clue;
		if (found[field]) continue;
		const taken: Place[] = [];
		for (const each of Object.values(found)) {
			// A text may have several placeholders.
			if (each.text !== known?.text) taken.push(each.place);
		}
		const free = columns.filter((each) => !taken.includes(each.place));
		const [best, ...others] = candidatesFor(clue, free, evidence);
		if (!best) continue;
		const { place } = best.column;
		const doubt = doubtOf(clue, best, others);
		found[field] = { place, text: best.form.text, fields: [field], doubt };
	}
	return found;
}

function cluesFrom(rules: Rule[], evidence: Evidence): Clue[] {
	const clues: Clue[] = [];
	for (const known of evidence.known) {
		for (const field of known.fields as RecognizedField[]) {
			clues.push({
				field,
				known,
				rank: (each) => each.place.distanceTo(known.place),
			});
		}
	}
	for (const rule of rules) {
		const rank = (column: Column): number =>
			rankOf(rule, column, evidence.reservationIds);
		clues.push({ field: rule.field, rank });
	}
	return clues;
}

/**
 * Ranks behind those of names. A time that a day does not tell of is more
 * likely that of something else.
 */
const INEXACT = 50;
const BY_ID = 100;

/**
 * The reservation is known by its ID, too; names come first, as a list may be
 * of several reservations.
 */
function rankOf(rule: Rule, column: Column, reservationIds: string[]): number {
	const { place, values } = column;
	if (rule.field === 'id' && !column.isUnique) return Infinity;
	if (rule.field === 'amount' && values.every(isCode) && !minorUnitsAt(place)) {
		return Infinity;
	}
	const rank = nameRank(rule, place);
	if (rule.field !== 'reservationId' || isRuledOut(rule, place)) return rank;
	const isAsked = values.every(
		(value) => textsAround(reservationIds, [value]).length > 0,
	);
	return isAsked ? Math.min(rank, BY_ID) : rank;
}

function isCode(value: Value): boolean {
	return typeof value === 'string' && /^\d+$/.test(value);
}

/** A column that can be read as a field. */
interface Candidate {
	column: Column;
	form: Form;
	rank: number;
}

/** The lowest rank first. */
function candidatesFor(
	clue: Clue,
	columns: Column[],
	evidence: Evidence,
): Candidate[] {
	const candidates: Candidate[] = [];
	for (const column of columns) {
		const rank = clue.rank(column);
		const form = rank < Infinity ? formFor(clue, column, evidence) : undefined;
		if (form) {
			candidates.push({
				column,
				form,
				rank: form.isExact ? rank : rank + INEXACT,
			});
		}
	}
	return candidates.sort((one, other) => one.rank - other.rank);
}

/**
 * In place of a value, documentation may have the name of its type, or the form
 * of a day.
 */
export function isType(value: Value): boolean {
	return /^(<\w+>|string|date(-?time)?|yyyy-mm-dd)$/i.test(String(value));
}

/** Such as would write the values as they are, if there is one. */
function formFor(
	{ field, known }: Clue,
	{ place, values }: Column,
	{ reservationIds, timeZone }: Evidence,
): Form | undefined {
	if (values.every(isType)) {
		return { text: known?.text ?? `{${field}}`, values: [], isExact: true };
	}
	const likely: string[] = [];
	if (known) likely.push(known.text);
	if (field === 'id') likely.push('{id}');
	const units = field === 'amount' ? minorUnitsAt(place) : undefined;
	if (units) likely.push(`{amount as ${units}}`);
	if (field === 'reservationId') {
		likely.push(...textsAround(reservationIds, values));
	}
	const forms = formsOf(field, likely, { found: values, timeZone });
	const usable = forms.filter((form) =>
		isLikely(field, form.values, reservationIds),
	);
	// Digits in quotes are minor units as well where the name says so.
	if (units && values.every(isCode)) return usable[0];
	return usable.find((form) => form.isExact) ?? usable[0];
}

function isLikely(
	field: RecognizedField,
	values: Value[],
	reservationIds: string[],
): boolean {
	// A count could be read as seconds since 1970.
	if (field === 'date') return values.every((value) => value > '1990');
	if (field !== 'reservationId' || reservationIds.length === 0) return true;
	// Of several reservations, one has to be the one asked for.
	return values.some((value) => reservationIds.includes(String(value)));
}

export function isDay(value: Value, timeZone: string): boolean {
	const forms = formsOf('date', [], { found: [value], timeZone });
	return forms.some((each) => isLikely('date', each.values, []));
}

/**
 * Texts of values with a placeholder for an ID that is in them, be it between
 * punctuation: `B-{reservationId}`.
 */
export function textsAround(ids: string[], values: Value[]): string[] {
	const texts: string[] = [];
	for (const value of values) {
		for (const id of ids) {
			const [before, behind, ...more] = String(value).split(id);
			if (before === undefined || behind === undefined || more.length > 0) {
				continue;
			}
			const isPart =
				/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(behind);
			if (!isPart) texts.push(`${before}{reservationId}${behind}`);
		}
	}
	return texts;
}

function doubtOf(
	{ field, known }: Clue,
	{ column, form }: Candidate,
	others: Candidate[],
): string | undefined {
	if (known && known.doubt === undefined && known.text === form.text) {
		return undefined;
	}
	const { values } = column;
	const [value] = values;
	if (field !== 'amount' && field !== 'date') return undefined;
	// A name is no proof where another one fits as well, and shows something
	// else.
	const elsewhere = others.filter(
		(other) => !isEqual(other.column.place.names, column.place.names),
	);
	const rival = elsewhere.find((other) => isRival(form, other.form));
	if (rival) {
		const place = rival.column.place.text;
		return `{${field}} could be ${rival.column.values[0]} at '${place}' as well as ${value}.`;
	}
	const isInUnits = form.text.includes('minorUnits');
	if (field === 'amount' && !isInUnits) {
		const isWhole =
			values.every(Number.isInteger) &&
			values.some((each) => Math.abs(Number(each)) > 99);
		if (!isWhole) return undefined;
		return `If ${value} stands for ${Number(value) / 100}, write {amount as minorUnits} wherever {amount} stands.`;
	}
	if (
		values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)))
	) {
		return `In ${value}, day and month could be the other way round.`;
	}
	return form.isExact
		? undefined
		: `${form.text} would write ${value} in another form.`;
}

function isRival(form: Form, other: Form): boolean {
	return form.isExact === other.isExact && !isEqual(form.values, other.values);
}
