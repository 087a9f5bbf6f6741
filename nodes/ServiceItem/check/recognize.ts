import type { Form, Leaf, Place, PlacedText } from '../../shared/format/draft';
import { formsOf } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';
import { isFilledValue } from '../../shared/format/fields';
import type { RecognizedField, Rule } from './names';
import { CHARGE, isRuledOut, minorUnitsAt, nameRank } from './names';

/** The texts and numbers at one place. */
export interface Column {
	place: Place;
	values: Value[];
	/** Every item has one, and no two have the same. */
	isUnique: boolean;
}

export interface FoundField {
	place: Place;
	/** With a placeholder. */
	text: string;
	values: Value[];
	/** What else the values could mean, as a sentence for the user. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

/** What is known beside names and values. */
export interface Evidence {
	/** Only a plain list shows IDs as values; a request is written in just the form that it has. */
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

/** Finds place and format of each field: in the items of an answer, in a query and in a body alike. */
export function recognize(columns: Column[], evidence: Evidence, rules = CHARGE): FoundFields {
	const found: FoundFields = {};
	for (const { place, text, fields } of evidence.known) {
		const free = freeOf(columns, found);
		const distance = (column: Column): number => column.place.distanceTo(place);
		for (const field of fields as RecognizedField[]) {
			found[field] ??= nearestOf(free, field, { rankIn: distance, evidence, known: text });
		}
	}
	for (const rule of rules) {
		const rankIn = (column: Column): number => rankOf(rule, column, evidence);
		found[rule.field] ??= nearestOf(freeOf(columns, found), rule.field, { rankIn, evidence });
	}
	const fields = Object.entries(found).filter(([, field]) => field !== undefined);
	return Object.fromEntries(fields);
}

function freeOf(columns: Column[], found: FoundFields): Column[] {
	const taken = Object.values(found).map((field) => field?.place);
	return columns.filter(({ place }) => !taken.includes(place));
}

interface Search {
	rankIn: (column: Column) => number;
	evidence: Evidence;
	/** What the user has written for the field. */
	known?: string;
}

/** The column of the lowest rank that can be read as the field. */
function nearestOf(
	columns: Column[],
	field: RecognizedField,
	{ rankIn, evidence, known }: Search,
): FoundField | undefined {
	let nearest: FoundField | undefined;
	let lowest = Infinity;
	for (const column of columns) {
		if (rankIn(column) === Infinity) continue;
		const form = formOf(field, column, evidence, known);
		if (!form) continue;
		// What a day does not tell of is more likely the moment of something else.
		const rank = rankIn(column) + (form.isExact ? 0 : 50);
		if (rank >= lowest) continue;
		lowest = rank;
		const { place, values } = column;
		const doubt = doubtOf(field, values, { text: form.text, known });
		nearest = { place, values, text: form.text, doubt };
	}
	return nearest;
}

/** The reservation is known by its ID, too; names come first, as a list may be of several reservations. */
function rankOf(rule: Rule, { place, values, isUnique }: Column, evidence: Evidence): number {
	if (rule.field === 'id' && !(evidence.source === 'list' && isUnique)) return Infinity;
	if (rule.field === 'amount' && values.every(isCode)) return Infinity;
	const rank = nameRank(rule, place);
	if (rule.field !== 'reservationId' || isRuledOut(rule, place)) return rank;
	const isAsked = values.every((value) => evidence.reservationIds.some((id) => holds(value, id)));
	return isAsked ? Math.min(rank, 100) : rank;
}

function isCode(value: Value): boolean {
	return typeof value === 'string' && /^\d+$/.test(value);
}

/** True where a value is another one, or has it between punctuation: `B-5512`. */
export function holds(value: unknown, inner: string): boolean {
	const [before, behind, ...more] = String(value).split(inner);
	if (inner === '' || before === undefined || behind === undefined || more.length > 0) return false;
	return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind);
}

function formOf(
	field: RecognizedField,
	{ place, values }: Column,
	{ source, reservationIds, timeZone }: Evidence,
	known?: string,
): Form | undefined {
	const likely = known === undefined ? [] : [known];
	if (field === 'id') likely.push('{id}');
	const units = minorUnitsAt(place);
	if (field === 'amount' && units) likely.push(`{amount as ${units}}`);
	if (field === 'reservationId') likely.push(...around(values, reservationIds));
	const isOne = ({ values: read, isExact }: Form): boolean => {
		if (source === 'request' && !isExact) return false;
		// A count could be read as seconds since 1970.
		if (field === 'date') return read.every((value) => value > '1990');
		// Of several reservations, one has to be the one asked for.
		const isAny = field !== 'reservationId' || reservationIds.length === 0;
		return isAny || read.some((value) => reservationIds.includes(String(value)));
	};
	const forms = formsOf(field, values, { likely, timeZone }).filter(isOne);
	return forms.find(({ text, isExact }) => isExact || text === known) ?? forms[0];
}

/** With the punctuation around an ID. */
function around(values: Value[], ids: string[]): string[] {
	const texts: string[] = [];
	for (const value of values) {
		for (const id of ids) {
			const isWithin = typeof value === 'string' && value !== id && holds(value, id);
			if (isWithin) texts.push(value.replace(id, '{reservationId}'));
		}
	}
	return texts;
}

function doubtOf(
	field: RecognizedField,
	values: Value[],
	{ text, known }: { text: string; known?: string },
): string | undefined {
	const [value] = values;
	const isWhole = values.every((each) => Number.isInteger(each) && Math.abs(Number(each)) > 99);
	if (field === 'amount' && !text.includes('minorUnits') && isWhole) {
		return `Compare ${value} with the bill: if it stands for ${Number(value) / 100}, write {amount as minorUnits} wherever {amount} stands.`;
	}
	const isEitherWay = values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)));
	if (field !== 'date' || !isEitherWay || text === known) return undefined;
	return `Compare ${value} with the bill: day and month could be the other way round.`;
}
