import type { Place } from '../../shared/format/draft';
import type { Value } from '../../shared/format/fields';

/** Words in names of fields, in several languages, best first (assumption: usual names). */
const WORDS = {
	id: 'uuid guid uid id pk number numero no nr key',
	amount:
		'amount betrag importe importo montant bedrag price preis precio prezzo prijs total cost fee sum amt gross value cents cent minor pence rappen ore grosz centimes centavos fils millimes baisa yen won',
	date: 'date datum fecha data dt day tag jour giorno dia when consumed time timestamp utc on at for',
	destinationAccount: 'destination folio debtor payer window target routed bill class',
	// After the destination, whose names may contain "account", too.
	accountCode:
		'ledger gl acct konto cuenta compte conto rekening revenue account category code item',
	reference: 'reference ref external voucher receipt',
	description:
		'description beschreibung descripcion descrizione omschrijving bezeichnung libelle concepto causale desc descr text subject label title narrative memo caption name comment note notes remark what',
};
/** Words that rule a field out. */
const OTHERS: typeof WORDS = {
	id: 'reservation booking guest customer product type account user property hotel room created updated external amount',
	amount:
		'tax vat net discount count quantity qty paid balance percent rate currency code codes date id',
	date: 'created updated modified changed deleted due end until to expires expiry birth id',
	destinationAccount: 'date code number country currency amount name',
	accountCode:
		'destination target to bill folio date currency customer guest name type tax promo status hotel property product country',
	reference: 'reservation booking guest invoice payment created number customer item class',
	description: 'guest customer type status currency code id account user property hotel unit',
};
export type NamedField = keyof typeof WORDS;

/** In the order in which they are looked for. */
export const NAMED_FIELDS = Object.keys(WORDS) as NamedField[];

/** The words of the last two names: an amount often is the `value` of a `price`. */
export function wordsOf({ names }: Place): string[] {
	const words = names
		.slice(-2)
		.join(' ')
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	return words.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}

/** How well a name stands for a field: the lowest first, Infinity for not at all. */
export function nameRank(field: NamedField, place: Place): number {
	if (place.lastName === field) return place.depth / 10 - 2;
	const words = wordsOf(place);
	const others = OTHERS[field].split(' ');
	const isOther = words.some((word) => others.includes(word));
	// What is created for a day is no time of creation.
	if (isOther && !words.join(' ').includes('created for')) return Infinity;
	const known = WORDS[field].split(' ');
	const ranks = words.map((word) => known.indexOf(word)).filter((rank) => rank >= 0);
	return Math.min(...ranks) + place.depth / 10;
}

/** What values look like, where no name says what they are. */
const FORMS: Array<[NamedField, RegExp]> = [
	['date', /^(\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})/],
	['amount', /^-?\d+\.\d{1,3}$/],
	['description', /^(?=.*\p{L}).*\S \S/u],
	['id', /^(?=.*\d)[\w:-]+$/],
];
const DATE_FORM = FORMS[0]?.[1] ?? /^/;

/** @returns the fields that have a form of their own, with what tells whether a place may hold one */
export function fieldsByForm(): Array<[NamedField, (place: Place, values: Value[]) => boolean]> {
	return FORMS.map(([field, form]) => [
		field,
		(place, values) => {
			const others = OTHERS[field].split(' ');
			if (wordsOf(place).some((word) => others.includes(word))) return false;
			const isDate = values.some((value) => DATE_FORM.test(String(value)));
			if (isDate && field !== 'date') return false;
			return values.some((value) => form.test(String(value)));
		},
	]);
}

const DECIMALS_BY_UNIT: Array<[RegExp, number]> = [
	[/^(cents?|minor|pence|rappen|ore|grosz|centimes|centavos)$/, 2],
	[/^(fils|millimes|baisa)$/, 3],
	[/^(yen|won)$/, 0],
];

/** The decimals of a currency whose smallest unit the name says, such as `amount_cents`, or `unit_amount` as some services have it. */
export function minorUnitsIn(place: Place): number | undefined {
	const words = wordsOf(place);
	if (/\bunit amount\b/.test(words.join(' '))) return 2;
	const unit = DECIMALS_BY_UNIT.find(([names]) => words.some((word) => names.test(word)));
	return unit?.[1];
}

const RESERVATION =
	/r[eé]serv|resv|booking|buchung|prenotaz|stay|aufenthalt|s[eé]jour|\bres ?(no|id|nr)?\b/i;
const NO_ID = /type|kind|status|state|name|date/i;

export function isNamedAsReservation(place: Place): boolean {
	const words = place.names.join(' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	return RESERVATION.test(words) && !NO_ID.test(place.lastName);
}
