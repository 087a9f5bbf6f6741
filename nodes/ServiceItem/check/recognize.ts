import type { IDataObject } from 'n8n-workflow';

import type { Value } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import { valueReadBy } from '../../shared/format/mapper';
import type { Key } from '../../shared/format/template';
import { pathText, valueAt } from '../../shared/format/template';
import type { Examples, FieldSlot } from './examples';
import { leavesOf, slotsIn } from './examples';
import type { NamedField } from './fieldNames';
import { isMinorName, NAMED_FIELDS, nameRank } from './fieldNames';

export type RecognizedField = NamedField | 'reservationId';

/** What stands at one place in the items of a list: texts and numbers, at most one per item. */
interface Column {
	path: Key[];
	values: Value[];
}

/** A field of a service item, as the items of a list show it. */
interface FoundField extends Column {
	/** What to write there in an example. */
	text: string;
	/** What else the values could mean, as a sentence for the user. */
	doubt?: string;
}
export type FoundFields = { [Field in RecognizedField]?: FoundField };

/**
 * Tells where the items of a list have which field, and in which format: by the user's own examples first, then by names and
 * values.
 *
 * @param reservationId whose list it is: what equals it is the reservation ID
 * @param entered both examples count, as a service often writes and lists under the same names
 */
export function recognizeFields(
	items: IDataObject[],
	reservationId: string,
	blankFor: Mapper['blankFor'],
	entered: Pick<Examples, 'listResponse' | 'createBody'>,
): FoundFields {
	const columns = columnsOf(items);
	const found: FoundFields = {};
	const free = (): Column[] =>
		columns.filter(({ path }) => Object.values(found).every((field) => field.path !== path));
	const filled = (): Column[] => free().filter(({ values }) => values.length > 0);
	/** Takes the first column that can be read as the field, best by the text that somebody has entered. */
	const take = (field: RecognizedField, candidates: Column[], own: string[] = []): void => {
		for (const column of found[field] ? [] : candidates) {
			const { values } = column;
			const blanks = [...own, ...blanksFor(field, column, blankFor)];
			const text = blanks.find((blank) => isReadBy(blank, field, values, reservationId));
			if (text === undefined) continue;
			const doubt = own.includes(text) ? undefined : doubtOf(field, text, values);
			found[field] = { ...column, text, doubt };
			return;
		}
	};
	const takeAt = ({ path, text, fields }: FieldSlot, among: Column[]): void => {
		const distance = (column: Column): number => Math.abs(column.path.length - path.length);
		const near = among
			.filter((column) => endAlike(column.path, path))
			.sort((a, b) => distance(a) - distance(b));
		for (const field of fields) take(field as RecognizedField, near, [text]);
	};
	const isUnique = ({ values }: Column): boolean =>
		values.length === items.length && new Set(values).size === items.length;

	for (const slot of slotsIn(entered.listResponse)) takeAt(slot, columns);
	take('reservationId', ownersAmong(filled(), reservationId));
	take('id', bestNamed('id', free().filter(isUnique)));
	for (const slot of slotsIn(entered.createBody)) takeAt(slot, free());
	for (const field of NAMED_FIELDS) {
		if (field !== 'id') take(field, bestNamed(field, filled()));
	}
	return found;
}

function columnsOf(items: IDataObject[]): Column[] {
	const leaves = items.flatMap((item) => leavesOf(item));
	const paths = new Map(leaves.map(({ path }) => [pathText(path), path]));
	return [...paths.values()].flatMap((path) => {
		const values = items.map((item) => valueAt(item, path)).filter((value) => !isBlank(value));
		return values.every(isScalar) ? [{ path, values }] : [];
	});
}

function isScalar(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

/** The columns whose names say something for a field, best first. */
function bestNamed(field: NamedField, columns: Column[]): Column[] {
	return columns
		.map((column) => ({ column, rank: nameRank(field, column.path) }))
		.filter(({ rank }) => rank < Infinity)
		.sort((a, b) => a.rank - b.rank)
		.map(({ column }) => column);
}

/** What is named like a reservation, as a list of several reservations shows other IDs, too; then what equals its ID. */
function ownersAmong(columns: Column[], reservationId: string): Column[] {
	const isOwn = (value: Value): boolean => String(value) === reservationId;
	const named = columns.filter(({ path }) => /reserv|booking|stay/i.test(pathText(path)));
	return [...named, ...columns.filter(({ values }) => values.every(isOwn))];
}

/** True where one path ends with the other, or is the other in one word: `accountId`, `account.id`. */
function endAlike(a: Key[], b: Key[]): boolean {
	const length = Math.min(a.length, b.length);
	const isEnd = pathText(a.slice(-length)) === pathText(b.slice(-length));
	return isEnd || a.join('').toLowerCase() === b.join('').toLowerCase();
}

/** True where a text with blanks reads all values and, of a list, the reservation that was asked for. */
function isReadBy(
	text: string,
	field: RecognizedField,
	values: Value[],
	reservationId: string,
): boolean {
	const read = values.map((value) => valueReadBy(text, field, value));
	if (field === 'reservationId' && !read.includes(reservationId)) return false;
	// A count could be read as seconds since 1970.
	if (field === 'date' && read.some((day = '') => day < '1990')) return false;
	return read.every((value) => value !== undefined);
}

/** The blanks for the values of a column, first those that would also write them so. */
function blanksFor(
	field: RecognizedField,
	{ path, values }: Column,
	blankFor: Mapper['blankFor'],
): string[] {
	const usual = `{${field}}`;
	if (field === 'id') return [usual];
	if (field === 'amount' && isMinorName(path)) return ['{amount as minorUnits}', usual];
	const single = new Set(values.map((value) => blankFor(field, value) ?? usual));
	return [...[...single].filter((blank) => blank !== usual), usual];
}

/** Money and days are worth a second look. */
function doubtOf(field: string, text: string, values: Value[]): string | undefined {
	const [value] = values;
	const isWhole = values.every((each) => Number.isInteger(each) && Math.abs(Number(each)) > 99);
	if (field === 'amount' && !text.includes('minorUnits') && isWhole) {
		return `Compare ${value} with the bill: if it stands for ${Number(value) / 100}, write {amount as minorUnits} in 'List Response' and 'Create Body'.`;
	}
	const isEitherWay = values.every((each) => /^(0\d|1[0-2])\D(0\d|1[0-2])\D/.test(String(each)));
	if (field !== 'date' || !isEitherWay) return undefined;
	return `Compare ${value} with the bill, as day and month could be the other way round.`;
}
