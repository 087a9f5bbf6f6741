import type { PlacedText } from '../../shared/format/draft';
import type { Leaf, Place } from '../../shared/format/places';
import type { FieldName, PlaceholderField } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';

/** By which a field is known (assumption: usual names, English and German). */
interface Words {
	/**
	 * The best first. Two in a row may be written as one, and one of five letters
	 * may be a part of another.
	 */
	names: string;
	/** Words that rule it out. */
	not?: string;
	/** Words that tell it, whatever else there is. */
	sure?: string;
}

export type RecognizedField = FieldName | 'id';

export interface Rule extends Words {
	field: RecognizedField;
}

/** The smallest unit of a currency in a name, such as `amount_cents`. */
const UNITS: Record<string, string | undefined> = {
	cents: 'minorUnits',
	cent: 'minorUnits',
	minor: 'minorUnits',
	pence: 'minorUnits',
	fils: 'minorUnits(3)',
	yen: 'minorUnits(0)',
	won: 'minorUnits(0)',
};

export const RESERVATION: Rule = {
	field: 'reservationId',
	names: 'reserv booking buchung stay resno resv res',
	not: 'type kind status state name date',
};

/** In the order in which they are looked for. */
export const CHARGE: Rule[] = [
	RESERVATION,
	{
		field: 'id',
		names: 'uuid guid uid id identif number nummer pk no nr key',
		not: 'reserv booking buchung guest customer product type account user property hotel room creat updated external amount',
	},
	{
		field: 'amount',
		names: `gross amount betrag price preis total fee sum value amt ${Object.keys(UNITS).join(' ')}`,
		not: 'tax vat steuer net netto discount count quantity qty paid balance percent rate currency code codes date id',
		sure: 'gross brutto inclu incl',
	},
	{
		field: 'date',
		names:
			'createdfor date datum dt day tag when consumed time timestamp utc on at for ts',
		not: 'creat updated modified changed deleted inserted due end until to expires expiry birth id',
		sure: 'createdfor',
	},
	{
		field: 'destinationAccount',
		names: 'destin folio debtor payer window target routed bill class',
		not: 'date code number country currency amount name',
	},
	{
		// Behind the destination, whose name may have an account in it.
		field: 'accountCode',
		names:
			'accountcode ledger gl acct konto revenue account category code item dept',
		not: 'destin target to bill folio date currency customer guest name type tax promo status hotel property product country quantity qty count price total amount cost money',
	},
	{
		field: 'reference',
		names: 'referen referenz ref xref external voucher receipt',
		not: 'reserv booking guest invoice payment created number customer item class type system',
	},
	{
		field: 'description',
		names:
			'descri beschreibung bezeichnung text subject label title memo caption name comment note notes remark what desc',
		not: 'guest customer type status currency code id account user property hotel unit date',
	},
];

/** Of what a request has: no ID. */
export const WRITTEN = CHARGE.filter((rule) => rule.field !== 'id');

interface PageRule extends Words {
	field: PlaceholderField;
	/** What the value has to look like. */
	form?: RegExp;
}

const PAGE = 'page pageno pagenumber pageindex p';
const OFFSET = 'offset skip start startindex startat';

/** Query parameters about pages. */
export const PAGE_QUERY: PageRule[] = [
	{ field: 'lastId', names: 'startingafter lastid afterid sinceid' },
	// No day from which on something is listed.
	{ field: 'cursor', names: 'cursor token after', form: /^(?!\d{4}-\d\d-)/ },
	{ field: 'offset', names: OFFSET, not: 'date', form: /^\d*$/ },
	{ field: 'cursor', names: OFFSET, not: 'date', form: /^(?!\d{4}-\d\d-).*\D/ },
	{ field: 'page from 0', names: PAGE, form: /^0$/ },
	{ field: 'page', names: PAGE },
];

const NEXT = 'next cursor cursors continuation pagetoken';
const NOT_NEXT = 'prev previous before startcursor';

/** What an answer says of further pages, beside its items. */
export const PAGE_ANSWER: PageRule[] = [
	// A link is known to be right; the name of a parameter may have to be
	// guessed.
	{
		field: 'nextPage',
		names: NEXT,
		not: NOT_NEXT,
		form: /^(https?:\/\/|\/|\?)/,
	},
	{
		field: 'cursor',
		names: NEXT,
		not: NOT_NEXT,
		form: /^(?!(https?:\/\/|[/?]|(0|true|false)$))\S/,
	},
	// On the last page.
	{ field: 'cursor', names: 'cursor cursors token', form: /^$/ },
];

/**
 * How well a name stands for a field: the lowest first, Infinity for not at
 * all.
 */
export function nameRank(rule: Words, place: Place): number {
	if (isRuledOut(rule, place)) return Infinity;
	const words = wordsOf(place);
	const rank = rule.names.split(' ').findIndex((name) => isAmong(name, words));
	return rank < 0 ? Infinity : rank + place.depth / 10;
}

/** True where the name alone is that of a field. */
export function isNamed(field: RecognizedField, place: Place): boolean {
	return CHARGE.some(
		(rule) => rule.field === field && nameRank(rule, place) < Infinity,
	);
}

export function isRuledOut(rule: Words, place: Place): boolean {
	if (isQuestion(place)) return true;
	return hasOne(rule.not, wordsOf(place)) && !isSure(rule, place);
}

/** The value of `isIncludedInPrice` is a yes or a no, be it written as 1. */
function isQuestion({ lastName }: Place): boolean {
	return /^(is|has)$/.test(wordsIn(lastName)[0] ?? '');
}

/** True for a query parameter that says how many items a page has. */
export function isPageSize(place: Place): boolean {
	return hasOne(
		'limit size perpage pagesize count top take max',
		wordsOf(place),
	);
}

function isSure(rule: Words, place: Place): boolean {
	return hasOne(rule.sure, wordsOf(place));
}

function hasOne(names: string | undefined, words: string[]): boolean {
	return names?.split(' ').some((name) => isAmong(name, words)) ?? false;
}

function isAmong(name: string, words: string[]): boolean {
	// No account is a count.
	if (name.length < 5 || name === 'count') return words.includes(name);
	return words.some((word) => word.includes(name));
}

/**
 * The words of the last two names, and each two in a row: an amount often is
 * the `value` of a `price`.
 */
function wordsOf(place: Place): string[] {
	// All of a charge may stand in an `item` or `lineItem`.
	const outer = place.names.slice(-2, -1).flatMap(wordsIn);
	const words = outer
		.filter((word) => word !== 'item')
		.concat(wordsIn(place.lastName));
	const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
	return [...words, ...pairs];
}

function wordsIn(name: string): string[] {
	const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
	return spaced.split(/[^\p{L}\p{N}]+/u);
}

/** @returns at most one place for each field */
export function placesOfPages(leaves: Leaf[], rules: PageRule[]): PlacedText[] {
	const found: PlacedText[] = [];
	for (const rule of rules) {
		const text = `{${rule.field}}`;
		const leaf = leaves.find((each) => isAboutPages(rule, each));
		if (
			!leaf ||
			found.some((each) => each.text === text || each.place === leaf.place)
		) {
			continue;
		}
		found.push({ place: leaf.place, text, fields: [rule.field] });
	}
	return found;
}

function isAboutPages(rule: PageRule, { place, value }: Leaf): boolean {
	const isForm = rule.form?.test(isBlank(value) ? '' : String(value)) ?? true;
	return isForm && !isPageSize(place) && nameRank(rule, place) < Infinity;
}

/** The format of an amount whose unit the name says. */
export function minorUnitsAt(place: Place): string | undefined {
	return wordsOf(place).flatMap((word) => UNITS[word] ?? [])[0];
}
