import type { IDataObject } from 'n8n-workflow';

import type { Value } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';
import { valuesReadBy } from '../../shared/format/mapper';
import type { Key } from '../../shared/format/template';
import { pathText, valueAt } from '../../shared/format/template';
import { blanksIn, leavesOf } from './examples';

/** Words in field names, in several languages, best first (assumption: usual names). Fields are looked for in this order. */
const WORDS = {
	id: 'uuid guid uid id pk number no nr key',
	amount:
		'amount betrag importe importo montant bedrag price preis precio prezzo prijs total cost fee sum cents gross value',
	date: 'date datum fecha day tag jour giorno dia when consumed time timestamp utc on at',
	destinationAccount: 'destination folio debtor payer window target routed bill',
	// After the destination, whose names may contain "account", too.
	accountCode: 'ledger gl konto cuenta compte conto rekening revenue account',
	reference: 'reference ref external',
	description:
		'description beschreibung descripcion descrizione omschrijving bezeichnung libelle desc text label title narrative memo caption name comment note notes remark',
};
/** Words that rule a field out. */
const OTHERS: typeof WORDS = {
	id: 'reservation booking guest customer product type account user property hotel room created updated external amount',
	amount: 'tax vat net discount count quantity qty paid balance percent rate currency code date',
	date: 'created updated modified changed deleted due end until to expires expiry birth id',
	destinationAccount: 'date id code number country currency amount name',
	accountCode: 'destination target to bill folio id date currency customer guest name type',
	reference: 'reservation booking guest invoice payment created number',
	description: 'guest customer type status currency code id account user property hotel unit',
};
type NamedField = keyof typeof WORDS;
const NAMED_FIELDS = Object.keys(WORDS) as NamedField[];

export type RecognizedField = NamedField | 'reservationId';

/** The texts and numbers at one path in the items of a list. */
interface Column {
	path: Key[];
	values: Value[];
	/** No item is without a value, and no two have the same. */
	isUnique: boolean;
}

export type FoundFields = {
	/** `doubt`: what else the values could mean, as a sentence for the user. */
	[Field in RecognizedField]?: Column & { text: string; doubt?: string };
};

/** Finds path and format of each field: by the user's own examples first, as they stand, then by names and values. */
export function recognizeFields(
	items: IDataObject[],
	reservationId: string,
	mapper: Mapper,
	own: { listResponse?: unknown; createBody?: unknown },
): FoundFields {
	const columns = columnsOf(items);
	const found: FoundFields = {};
	const free = (): Column[] =>
		columns.filter(({ path }) => Object.values(found).every((field) => field.path !== path));
	/** Takes the first column that can be read as the field, with the user's own text if that fits. */
	const take = (field: RecognizedField, candidates: Column[], ownText?: string): void => {
		for (const column of found[field] ? [] : candidates) {
			const texts = [ownText ?? [], placeholdersFor(field, column, mapper)].flat();
			const text = texts.find((each) => isReadBy(each, field, column.values, reservationId));
			if (text === undefined) continue;
			const doubt = text === ownText ? undefined : doubtOf(field, text, column.values);
			found[field] = { ...column, text, doubt };
			return;
		}
	};
	const takeShown = (example: unknown): void => {
		for (const { path, text, fields } of blanksIn(example)) {
			const near = ranked(free(), (column) => distance(column.path, path));
			for (const field of fields) take(field as RecognizedField, near, text);
		}
	};
	const named = (field: NamedField): Column[] =>
		ranked(free(), (column) => nameRank(field, column));

	takeShown(own.listResponse);
	const owners = ranked(free(), (column) => ownerRank(column, reservationId));
	take('reservationId', owners);
	take('id', named('id'));
	takeShown(own.createBody);
	for (const field of NAMED_FIELDS) take(field, named(field));
	return found;
}

function columnsOf(items: IDataObject[]): Column[] {
	const leaves = items.flatMap((item) => leavesOf(item));
	const paths = new Map(leaves.map(({ path }) => [pathText(path), path]));
	return [...paths.values()].flatMap((path) => {
		const values = items.map((item) => valueAt(item, path)).filter((value) => !isBlank(value));
		const isUnique = new Set(values).size === items.length;
		const areScalar = values.every((each) => typeof each === 'string' || typeof each === 'number');
		return areScalar ? [{ path, values, isUnique }] : [];
	});
}

/** Those of a finite rank, the lowest first. */
function ranked(columns: Column[], rankOf: (column: Column) => number): Column[] {
	return columns
		.filter((column) => rankOf(column) < Infinity)
		.sort((a, b) => rankOf(a) - rankOf(b));
}

function nameRank(field: NamedField, { path, values, isUnique }: Column): number {
	if (values.length === 0 || (field === 'id' && !isUnique)) return Infinity;
	if (path.at(-1) === field) return path.length / 10 - 2;
	const words = wordsOf(path);
	if (words.some((word) => OTHERS[field].split(' ').includes(word))) return Infinity;
	const ranks = words.map((word) => WORDS[field].split(' ').indexOf(word));
	return Math.min(...ranks.filter((rank) => rank >= 0)) + path.length / 10;
}

/** The words of the last two names in a path: an amount often is the `value` of a `price`. */
function wordsOf(path: Key[]): string[] {
	const names = path.filter((key) => typeof key === 'string').slice(-2);
	const words = names.join(' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	return words.toLowerCase().split(/[^a-z0-9]+/);
}

/** Names like that of a reservation come first, also with other IDs: the list may be of several reservations. */
function ownerRank({ path, values }: Column, reservationId: string): number {
	if (/reserv|booking|stay/i.test(pathText(path))) return 0;
	return values.every((value) => String(value) === reservationId) ? 1 : Infinity;
}

/** Finite where one path ends with the other, or both read the same in one word: `accountId`, `account.id`. */
function distance(a: Key[], b: Key[]): number {
	const length = Math.min(a.length, b.length);
	const isEnd = pathText(a.slice(-length)) === pathText(b.slice(-length));
	const isAlike = isEnd || a.join('').toLowerCase() === b.join('').toLowerCase();
	return isAlike ? Math.abs(a.length - b.length) : Infinity;
}

/** True where a text reads all values; of reservation IDs, one has to be the one asked for. */
function isReadBy(text: string, field: RecognizedField, values: Value[], asked: string): boolean {
	const read = values.map((value) => valuesReadBy(text, value)[field]);
	if (field === 'reservationId' && !read.includes(asked)) return false;
	// A count could be read as seconds since 1970.
	if (field === 'date' && read.some((day = '') => day < '1990')) return false;
	return read.every((value) => value !== undefined);
}

/** Placeholders that may read a column; first those that also write it unchanged. */
function placeholdersFor(field: RecognizedField, column: Column, mapper: Mapper): string[] {
	const { path, values } = column;
	const usual = `{${field}}`;
	if (field === 'id') return [usual];
	const isMinor = wordsOf(path).some((word) => /^(cents?|minor|pence|rappen)$/.test(word));
	if (field === 'amount' && isMinor) return ['{amount as minorUnits}', usual];
	const single = new Set(values.map((value) => mapper.placeholderFor(field, value) ?? usual));
	return [...[...single].filter((each) => each !== usual), usual];
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
