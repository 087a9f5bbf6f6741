import type { Leaf, Place, PlacedText } from '../../shared/format/draft';
import type { PlaceholderField } from '../../shared/format/fields';
import { isBlank } from '../../shared/format/json';

/** By what a field is known (assumption: usual names). */
export interface Rule<Field extends PlaceholderField = PlaceholderField> {
	field: Field;
	/** Words in its name, the best first; two may be written as one. */
	names: string;
	/** Words that rule it out. */
	not?: string;
	/** What its values look like: of a page always, of a charge where no name tells. */
	form?: RegExp;
}

export type RecognizedField =
	| 'id'
	| 'reservationId'
	| 'amount'
	| 'date'
	| 'destinationAccount'
	| 'accountCode'
	| 'reference'
	| 'description';

const SIZES = 'limit size perpage pagesize count top take max';

export const RESERVATION: Rule<'reservationId'> = {
	field: 'reservationId',
	names: 'reservation reservierung reserva réservation booking buchung stay res resno resv',
	not: `type kind status state name date ${SIZES}`,
};

/** In the order in which they are looked for. */
export const CHARGE: Array<Rule<RecognizedField>> = [
	RESERVATION,
	{
		field: 'id',
		names: 'uuid guid uid id pk number numero no nr key',
		not: 'reservation booking guest customer product type account user property hotel room created updated external amount',
		form: /^(?=.*\d)(?!\d{4}-\d\d-)[\w:-]+$/,
	},
	{
		field: 'amount',
		names:
			'amount betrag importe montant price preis precio prix total cost fee sum gross value cents cent minor pence centimes fils yen won',
		not: 'tax vat net discount count quantity qty paid balance percent rate currency code codes date id',
		form: /^-?\d+\.\d{1,3}$/,
	},
	{
		field: 'date',
		names:
			'createdfor date datum fecha dt day tag dia jour when consumed time timestamp utc on at for',
		not: 'created updated modified changed deleted due end until to expires expiry birth id',
		form: /^(\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/,
	},
	{
		field: 'destinationAccount',
		names: 'destination folio debtor payer window target routed bill class',
		not: 'date code number country currency amount name',
	},
	{
		// Behind the destination, whose name may have an account in it.
		field: 'accountCode',
		names: 'ledger gl acct konto cuenta compte revenue account category code item',
		not: 'destination target to bill folio date currency customer guest name type tax promo status hotel property product country',
	},
	{
		field: 'reference',
		names: 'reference belegreferenz ref external voucher receipt',
		not: 'reservation booking guest invoice payment created number customer item class',
	},
	{
		field: 'description',
		names:
			'description beschreibung bezeichnung descripcion libelle text subject label title memo caption name comment note notes remark what',
		not: 'guest customer type status currency code id account user property hotel unit date',
		form: /^(?=.*\p{L}).*\S \S/u,
	},
];

const PAGE = 'page pageno pagenumber pageindex p';

/** Query parameters about pages. */
export const PAGE_QUERY: Rule[] = [
	{ field: 'lastId', names: 'startingafter lastid afterid sinceid', not: SIZES },
	{ field: 'cursor', names: 'cursor token after', not: SIZES },
	{ field: 'offset', names: 'offset skip start startindex startat', not: `date ${SIZES}` },
	{ field: 'page from 0', names: PAGE, not: SIZES, form: /^0$/ },
	{ field: 'page', names: PAGE, not: SIZES },
];

const NEXT = 'next cursor continuation pagetoken';

/** What an answer says of further pages, beside its items. */
export const PAGE_ANSWER: Rule[] = [
	// A link is known to be right; the name of a parameter may have to be guessed.
	{ field: 'nextPage', names: NEXT, form: /^(https?:\/\/|\/|\?)/ },
	{ field: 'cursor', names: NEXT, form: /^(?!(https?:\/\/|[/?]|(0|true|false)$))\S/ },
	// On the last page.
	{ field: 'cursor', names: 'cursor token', form: /^$/ },
	{ field: 'hasMore', names: 'hasmore hasnext more', not: 'no', form: /^(true|false)$/ },
	{
		// A plain `total` may be a sum of money.
		field: 'total',
		names: 'totalcount totalitems totalelements totalresults totalrecords',
		form: /^\d+$/,
	},
];

/** How well a name stands for a field: the lowest first, Infinity for not at all. */
export function nameRank(rule: Rule, place: Place): number {
	if (isRuledOut(rule, place)) return Infinity;
	if (place.lastName === rule.field) return place.depth / 10 - 2;
	const words = wordsOf(place);
	const rank = rule.names.split(' ').findIndex((name) => words.includes(name));
	return rank < 0 ? Infinity : rank + place.depth / 10;
}

export function isRuledOut(rule: Rule, place: Place): boolean {
	const words = wordsOf(place);
	// What is created for a day is no time of creation.
	const isMeant = place.lastName === rule.field || words.includes('createdfor');
	if (isMeant || !rule.not) return false;
	return rule.not.split(' ').some((name) => words.includes(name));
}

/** The words of the last two names, and each two in a row: an amount often is the `value` of a `price`. */
export function wordsOf(place: Place): string[] {
	const names = place.names.slice(-2).join(' ');
	const spaced = names.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
	const words = spaced.split(/[^\p{L}\p{N}]+/u);
	const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
	return [...words, ...pairs];
}

/** @returns at most one place for each field */
export function placesOfPages(leaves: Leaf[], rules: Rule[]): PlacedText[] {
	const found: PlacedText[] = [];
	for (const rule of rules) {
		const leaf = leaves.find((each) => isAboutPages(rule, each));
		const taken = found.flatMap((each) => [...each.fields, each.place.key]);
		if (!leaf || taken.includes(rule.field) || taken.includes(leaf.place.key)) continue;
		found.push({ place: leaf.place, text: `{${rule.field}}`, fields: [rule.field] });
	}
	return found;
}

function isAboutPages(rule: Rule, leaf: Leaf): boolean {
	const text = isBlank(leaf.value) ? '' : String(leaf.value);
	const isForm = rule.form === undefined || rule.form.test(text);
	return isForm && nameRank(rule, leaf.place) < Infinity;
}

const DECIMALS: Record<string, number> = {
	// As some services have it.
	unitamount: 2,
	cents: 2,
	cent: 2,
	minor: 2,
	pence: 2,
	centimes: 2,
	fils: 3,
	yen: 0,
	won: 0,
};

/** The decimals of a currency whose smallest unit the name says, such as `amount_cents`. */
export function minorUnitsIn(place: Place): number | undefined {
	const unit = wordsOf(place).find((word) => word in DECIMALS);
	return unit === undefined ? undefined : DECIMALS[unit];
}
