import type { IDataObject } from 'n8n-workflow';

import type { Value } from '../../shared/format/fields';
import type { Mapper } from '../../shared/format/mapper';
import { valueReadBy } from '../../shared/format/mapper';
import type { NamedField } from './fieldNames';
import { MINOR_NAME, nameScore, RESERVATION_NAME, wordsOf } from './fieldNames';
import type { Column, Path, Place } from './leaves';
import { columnsOf, pathText } from './leaves';

const IN_ORDER = [
	'amount',
	'date',
	// Before the account code, which is the account that is no destination.
	'destinationAccount',
	'accountCode',
	'reference',
	'description',
] as const;
export type RecognizedField = NamedField | 'reservationId';

/** A field of a service item, as the items of a list show it. */
export interface FoundField extends Column {
	/** What to write there in an example. */
	text: string;
	/** What else the values could mean, as a sentence for the user. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

/**
 * Tells by the user's own examples, by names and by values where the items of a list have which field, and how it is written.
 *
 * @param reservationId the reservation whose list it is: what equals it is the reservation ID
 * @param own the places of the user's List Response, and those of the user's Create Body, as both often have the same names
 */
export function recognizeFields(
	items: IDataObject[],
	reservationId: string,
	blankFor: Mapper['blankFor'],
	own: { listResponse: Place[]; createBody: Place[] },
): FoundFields {
	const columns = columnsOf(items);
	const found: FoundFields = {};
	const free = (): Column[] =>
		columns.filter(({ path }) => Object.values(found).every((field) => field.path !== path));
	/** Takes the first column that can be read as the field, best by the text that somebody has entered. */
	const take = (field: RecognizedField, candidates: Column[], entered?: string): void => {
		for (const column of found[field] ? [] : candidates) {
			const blanks = [
				...(entered === undefined ? [] : [entered]),
				...blanksFor(field, column, blankFor),
			];
			const text = blanks.find((blank) => isReadBy(blank, field, column.values, reservationId));
			if (text === undefined) continue;
			const doubt = text === entered ? undefined : doubtOf(field, text, column.values);
			found[field] = { ...column, text, doubt };
			return;
		}
	};
	const takeAt = ({ path, text, fields }: Place, among: Column[]): void => {
		const near = among.filter((column) => endAlike(column.path, path));
		near.sort((a, b) => distance(a.path, path) - distance(b.path, path));
		for (const field of fields) take(field as RecognizedField, near, text);
	};
	const isUnique = ({ values }: Column): boolean =>
		values.length === items.length && new Set(values).size === items.length;

	for (const place of own.listResponse) takeAt(place, columns);
	take('reservationId', ownersAmong(free(), reservationId));
	take('id', bestNamed('id', free().filter(isUnique)));
	for (const place of own.createBody) takeAt(place, free());
	for (const field of IN_ORDER) take(field, bestNamed(field, free()));
	const unique = free().filter(isUnique);
	if (unique.length === 1 && items.length > 1) take('id', unique);
	for (const place of own.createBody) {
		const expected = expectedAt(place, own.createBody, found);
		for (const field of expected ? (place.fields as RecognizedField[]) : []) {
			found[field] ??= { path: expected ?? [], text: place.text, values: [] };
		}
	}
	return found;
}

/** Where a field that is sent but that no item shows would be: beside one that is sent beside it and keeps its name. */
function expectedAt({ path, fields }: Place, sent: Place[], found: FoundFields): Path | undefined {
	if (fields.includes('reservationId')) return undefined;
	const around = pathText(path.slice(0, -1));
	const beside = sent
		.filter((place) => pathText(place.path.slice(0, -1)) === around)
		.map((place) => ({ place, column: found[place.fields[0] as RecognizedField] }))
		.find(({ place, column }) => column?.path.at(-1) === place.path.at(-1));
	return beside?.column && [...beside.column.path.slice(0, -1), ...path.slice(-1)];
}

/** The columns whose names say something for a field, best first. */
function bestNamed(field: NamedField, columns: Column[]): Column[] {
	return columns
		.map((column) => {
			const isSame = column.path.at(-1) === field;
			const score = isSame ? 100 : nameScore(field, wordsOf(column.path));
			return { column, score: score && score - column.path.length / 10 };
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.map(({ column }) => column);
}

/** What equals the reservation's ID, best where its name says so, too: a list of several reservations shows others as well. */
function ownersAmong(columns: Column[], reservationId: string): Column[] {
	const isOwn = (value: Value): boolean => String(value) === reservationId;
	const named = columns.filter(({ path }) => RESERVATION_NAME.test(pathText(path)));
	return [
		...named.filter(({ values }) => values.some(isOwn)),
		...columns.filter(({ values }) => values.every(isOwn)),
	];
}

/** True where one of two places is the other but for a wrapper around it, or is written in one word: `accountId`, `account.id`. */
function endAlike(a: Path, b: Path): boolean {
	const length = Math.min(a.length, b.length);
	const isEnd = pathText(a.slice(-length)) === pathText(b.slice(-length));
	return isEnd || a.join('').toLowerCase() === b.join('').toLowerCase();
}

function distance(a: Path, b: Path): number {
	return Math.abs(a.length - b.length);
}

/** A smaller number is no moment since 1990, but may be a day such as 20261121. */
const LEAST_SECONDS = 631_152_000;
const COMPACT_DAY = /^(19|20)\d{6}$/;

/** True where a text with blanks reads all values and, of a list, the reservation that was asked for. */
function isReadBy(text: string, field: string, values: Value[], reservationId: string): boolean {
	const read = values.map((value) => valueReadBy(text, field as RecognizedField, value));
	if (field === 'reservationId' && !read.includes(reservationId)) return false;
	const isTooEarly = (value: Value): boolean =>
		field === 'date' && Number(value) < LEAST_SECONDS && !COMPACT_DAY.test(String(value));
	return read.every((value) => value !== undefined) && !values.some(isTooEarly);
}

/** The blanks for the values of a column, best those that would write them so, too. */
function blanksFor(
	field: RecognizedField,
	{ path, values }: Column,
	blankFor: Mapper['blankFor'],
): string[] {
	const usual = `{${field}}`;
	if (field === 'id') return [usual];
	const isMinor = field === 'amount' && wordsOf(path).some((word) => MINOR_NAME.test(word));
	const single = new Set(values.map((value) => blankFor(field, value) ?? usual));
	return [
		...(isMinor ? ['{amount as minorUnits}'] : []),
		...(field === 'date' ? values.slice(0, 1).flatMap(midnightPattern) : []),
		...[...single].filter((blank) => blank !== usual),
		usual,
	];
}

/** The midnight of a day in UTC, which no format has a name for. */
function midnightPattern(value: Value): string[] {
	const [, midnight] = /^\d{4}-\d\d-\d\dT00:00:00((?:\.0+)?Z)$/.exec(String(value)) ?? [];
	return midnight === undefined ? [] : [`{date as yyyy-MM-ddTHH:mm:ss${midnight}}`];
}

/** Money and days are worth a second look. */
function doubtOf(field: string, text: string, values: Value[]): string | undefined {
	const [value] = values;
	const mayBeCents = (each: Value): boolean =>
		Number.isInteger(each) && Math.abs(Number(each)) > 99;
	if (field === 'amount' && !text.includes('minorUnits') && values.every(mayBeCents)) {
		return `Compare ${value} with the bill: if it stands for ${Number(value) / 100}, write {amount as minorUnits} in 'List Response' and 'Create Body'.`;
	}
	const isEitherWay = (each: Value): boolean => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each));
	if (field !== 'date' || !values.every(isEitherWay)) return undefined;
	return `Compare ${value} with the bill, as day and month could be the other way round.`;
}
