import type { IDataObject } from 'n8n-workflow';

import type { FilledPlace, Template } from '../../shared/wire/templates/template';
import { placesOf } from '../../shared/wire/templates/template';
import type { Column, Scalar } from './columns';
import { columnsOf } from './columns';
import type { NamedField } from './fieldNames';
import { nameScore } from './fieldNames';
import type { ValueFormat } from './valueFormats';
import { amountFormatOf, dateFormatOf, isReadBy } from './valueFormats';

/** A field of a charge, as the items of a list show it. */
export interface FoundField {
	/** Where it stands in an item. */
	path: string;
	/** How it is written, as in a blank. */
	format: string;
	/** False where something else would fit as well. */
	isSure: boolean;
	values: Scalar[];
}

/** The fields that could be told; those that are absent could not. */
export type FoundFields = Partial<Record<NamedField | 'reservationId', FoundField>>;

/**
 * Tells by names and values where the service items of a list have which field.
 *
 * @param reservationId the reservation whose list it is: what equals it is the reservation ID
 * @param timeZone the workflow's, in which days begin
 * @param sent the user's own example of what is sent: what is returned often has its names and formats
 */
export function recognizeFields(
	items: IDataObject[],
	reservationId: string,
	timeZone: string,
	sent: Template = [],
): FoundFields {
	const columns = columnsOf(items);
	const found: FoundFields = {};
	const taken = new Set<Column>();
	const note = (field: keyof FoundFields, choice: Choice | undefined): void => {
		if (!choice || found[field]) return;
		const { column, format, isSure } = choice;
		taken.add(column);
		found[field] = { path: column.path, format, isSure, values: column.values };
	};
	const free = (): Column[] => columns.filter((column) => !taken.has(column));
	note('reservationId', ownerAmong(columns, reservationId));
	note('id', idAmong(free(), items.length));
	for (const place of placesOf(sent)) {
		const [{ field }] = place.blanks;
		if (field !== 'reservationId') note(field, asSent(place, free(), timeZone));
	}
	note('amount', bestAmong('amount', free(), amountFormat));
	note('date', bestAmong('date', free(), dateFormatIn(timeZone)));
	// The destination first: an account code is the account that is no destination.
	for (const field of ['destinationAccount', 'accountCode'] as const) {
		note(field, bestAmong(field, free(), textFormat) ?? provenAmong(field, free()));
	}
	for (const field of ['reference', 'description'] as const) {
		note(field, bestAmong(field, free(), textFormat));
	}
	if (items.length > 1) note('id', onlyUnique(free(), items.length));
	return found;
}

/**
 * The one column that can be read as what is sent at a place and has its name, best in what has the same name, too, else
 * furthest out.
 */
function asSent(place: FilledPlace, columns: Column[], timeZone: string): Choice | undefined {
	if (place.kind !== 'blank') return undefined;
	const [{ form }] = place.blanks;
	const named = columns.filter(
		({ keys, values }) => keys.at(-1) === place.path.at(-1) && isReadBy(form, values, timeZone),
	);
	const alike = named.filter(({ keys }) => keys.at(-2) === place.path.at(-2));
	const outer = named.filter(({ keys }) =>
		named.every((other) => other.keys.length >= keys.length),
	);
	const [column, ...others] = alike.length > 0 ? alike : outer;
	return column && others.length === 0 ? { column, format: form.name, isSure: true } : undefined;
}

/** An account that could not be told for certain: the column that is likeliest by its name, of those that are nothing else. */
export function likelyAccount(
	field: AccountField,
	items: IDataObject[],
	found: FoundFields,
): FoundField | undefined {
	const taken = new Set(Object.values(found).map(({ path }) => path));
	const free = columnsOf(items).filter(({ path }) => !taken.has(path));
	const choice = bestAmong(field, free, textFormat, LEAST_LIKELY);
	return (
		choice && { ...choice, path: choice.column.path, isSure: false, values: choice.column.values }
	);
}

type AccountField = 'accountCode' | 'destinationAccount';

/** What a name must come to where the values speak for the field, too. */
const LEAST_PROVEN = { accountCode: 5, destinationAccount: 3 };
/** What it must come to so that the field is worth a look. */
const LEAST_LIKELY = 4;

/** What accounts look like: codes of a ledger, and those who pay. */
const PROOFS: Record<AccountField, RegExp> = {
	accountCode: /^[A-Z]{0,3}[-.]?\d{3,8}$/,
	destinationAccount: /^(guest|company|room|master|agent|group|house|city ?ledger)$/i,
};

/** The one column whose values prove what its name only suggests; codes have to differ, as a hotel's own number would not. */
function provenAmong(field: AccountField, columns: Column[]): Choice | undefined {
	const proven = columns.filter(
		(column) =>
			nameScore(field, column, LEAST_PROVEN[field]) > 0 &&
			column.values.every((value) => PROOFS[field].test(String(value))) &&
			(field === 'destinationAccount' || new Set(column.values).size > 1),
	);
	return onlyOf(proven);
}

interface Choice extends ValueFormat {
	column: Column;
}

type FormatOf = (column: Column) => ValueFormat | undefined;

const amountFormat: FormatOf = ({ values, words }) => amountFormatOf(values, words);

const textFormat: FormatOf = ({ values }) => {
	if (values.every((value) => typeof value === 'number')) return { format: 'number', isSure: true };
	return values.every((value) => typeof value === 'string')
		? { format: 'text', isSure: true }
		: undefined;
};

const dateFormatIn =
	(timeZone: string): FormatOf =>
	({ values }) =>
		dateFormatOf(values, timeZone);

/** The column whose name says most for a field, of those whose values could be it. */
function bestAmong(
	field: NamedField,
	columns: Column[],
	formatOf: FormatOf,
	least?: number,
): Choice | undefined {
	let best: Choice | undefined;
	let bestScore = 0;
	for (const column of columns) {
		const score = nameScore(field, column, least);
		const format = score > bestScore ? formatOf(column) : undefined;
		if (!format) continue;
		bestScore = score;
		best = { column, ...format };
	}
	return best;
}

/** Every item has an identifier of its own: the one whose name says so, or the only one that is called an ID at all. */
function idAmong(columns: Column[], count: number): Choice | undefined {
	const unique = columns.filter(
		({ values }) => values.length === count && new Set(values).size === count,
	);
	const named = unique.filter(({ words }) => /id$|^key$/.test(words.at(-1) ?? ''));
	return bestAmong('id', unique, textFormat) ?? onlyOf(named);
}

/** Under whatever name, the only values that differ from item to item. */
function onlyUnique(columns: Column[], count: number): Choice | undefined {
	return onlyOf(columns.filter(({ values }) => new Set(values).size === count));
}

/** A column that leaves no choice. */
function onlyOf([column, ...others]: Column[]): Choice | undefined {
	const format = column && others.length === 0 ? textFormat(column) : undefined;
	return column && format && { column, ...format };
}

/** What equals the reservation's ID in every item, best where its name says so, too. */
function ownerAmong(columns: Column[], reservationId: string): Choice | undefined {
	const equal = columns.filter(({ values }) =>
		values.every((value) => String(value) === reservationId),
	);
	const named = equal.filter(({ path }) => /reserv|booking|stay|folio/i.test(path));
	const [column] = named.length > 0 ? named : equal;
	const format = column && textFormat(column);
	return column && format && { column, ...format };
}
