/**
 * What the words of a name say for a field (assumption: usual names, in several languages). A number stands before the words
 * that say so much; `against` are words of something else, `least` is what a name has to come to.
 */
const NAMES = {
	id: {
		says: '8 uuid guid uid 6 id pk 4 number no nr key 2 ref 1 service item charge line extra posting transaction',
		against:
			'reservation booking guest customer product type account user property hotel created updated external amount',
		least: 4,
	},
	amount: {
		says: '10 amount betrag importe importo montant bedrag 8 price preis prix precio prezzo prijs amt 6 total cost fee sum cents 5 charge gross minor money 4 value 3 net',
		against:
			'tax vat discount count quantity qty id is has included paid balance percent rate date currency code version',
		least: 4,
	},
	date: {
		says: '10 date datum fecha 8 day tag jour giorno dia 5 when consumed 4 on start from 3 at posting consumption time timestamp 2 service charge posted utc',
		against:
			'created updated modified changed deleted due end until to expires expire expiry birth id',
		least: 4,
	},
	description: {
		says: '10 description beschreibung descripcion descrizione omschrijving 9 desc bezeichnung libelle 8 text texto texte 7 label title narrative 6 memo caption 5 name 4 comment note notes remark details 1 en',
		against: 'guest customer type status currency code id account user property hotel unit',
		least: 4,
	},
	accountCode: {
		says: '8 ledger gl konto cuenta compte conto rekening 6 accounting nominal 5 account revenue 4 code transaction 3 number 2 no key posting',
		against:
			'destination target to bill billing folio id date country currency postal zip customer guest',
		least: 8,
	},
	destinationAccount: {
		says: '8 destination folio 7 debtor payer window 6 target 5 bill 4 routed 3 to account 1 charge',
		against: 'date id code number country currency amount name',
		least: 7,
	},
	reference: {
		says: '8 reference 6 ref 5 external 3 client partner 2 custom 1 id key',
		against: 'reservation booking guest invoice payment created',
		least: 6,
	},
};
export type NamedField = keyof typeof NAMES;

/** By what the name of a property tells the reservation. */
export const RESERVATION_NAME = /reserv|booking|buchung|stay|folio/i;
/** Words by which an amount is a whole number of cents. */
export const MINOR_NAME = /^(cents?|minor|pence|rappen)$/;

/** How much a name says for a field; 0: nothing. */
export function nameScore(field: NamedField, words: string[]): number {
	const { says, against, least } = NAMES[field];
	const scores = words.map((word) => scoreOf(word, says.split(' ')));
	const score = scores.reduce((sum, each) => sum + each, 0);
	if (score < least) return 0;
	// Of two that fit, the one that says less of anything else.
	const others = scores.filter((each) => each === 0).length;
	const isAgainst = words.some((word) => against.split(' ').includes(word));
	return Math.max(0, score - others - (isAgainst ? 9 : 0));
}

function scoreOf(word: string, says: string[]): number {
	const before = says.slice(0, Math.max(0, says.indexOf(word)));
	return Number(before.filter((each) => /^\d/.test(each)).at(-1) ?? 0);
}

/** The words of the last two names on the way to a value: an amount often is the `value` of a `price`. */
export function wordsOf(path: Array<string | 0>): string[] {
	return path
		.filter((key) => key !== 0)
		.slice(-2)
		.flatMap((key) =>
			key
				.normalize('NFD')
				.replace(/\p{M}/gu, '')
				.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
				.split(/[^A-Za-z0-9]+/),
		)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
}
