import type { Key } from '../../shared/format/template';

/**
 * Words in field names, in several languages, best first, and words that rule a field out (assumption: usual names, as the
 * service shows none). Fields are looked for in this order.
 */
const NAMES = {
	id: {
		words: 'uuid guid uid id pk number no nr key',
		others:
			'reservation booking guest customer product type account user property hotel room created updated external amount',
	},
	amount: {
		words:
			'amount betrag importe importo montant bedrag price preis prix precio prezzo prijs total cost fee sum cents gross value',
		others: 'tax vat net discount count quantity qty paid balance percent rate currency code date',
	},
	date: {
		words: 'date datum fecha day tag jour giorno dia when consumed time timestamp utc on at',
		others: 'created updated modified changed deleted due end until to expires expiry birth id',
	},
	destinationAccount: {
		words: 'destination folio debtor payer window target routed bill',
		others: 'date id code number country currency amount name',
	},
	// After the destination, whose names may contain "account", too.
	accountCode: {
		words: 'ledger gl konto cuenta compte conto rekening revenue account',
		others: 'destination target to bill folio id date currency customer guest name type',
	},
	reference: {
		words: 'reference ref external',
		others: 'reservation booking guest invoice payment created number',
	},
	description: {
		words:
			'description beschreibung descripcion descrizione omschrijving desc bezeichnung libelle text label title narrative memo caption name comment note notes remark',
		others: 'guest customer type status currency code id account user property hotel unit',
	},
};
export type NamedField = keyof typeof NAMES;
export const NAMED_FIELDS = Object.keys(NAMES) as NamedField[];

/** True for the name of an amount in cents. */
export function isMinorName(path: Key[]): boolean {
	return wordsOf(path).some((word) => /^(cents?|minor|pence|rappen)$/.test(word));
}

/** How well a name fits a field: lower is better, infinite does not fit. */
export function nameRank(field: NamedField, path: Key[]): number {
	if (path.at(-1) === field) return -1;
	const words = wordsOf(path);
	if (words.some((word) => NAMES[field].others.split(' ').includes(word))) return Infinity;
	const ranks = words.map((word) => NAMES[field].words.split(' ').indexOf(word));
	return Math.min(...ranks.filter((rank) => rank >= 0)) + path.length / 10;
}

/** The words of the last two names in a path: an amount often is the `value` of a `price`. */
function wordsOf(path: Key[]): string[] {
	const names = path.filter((key) => typeof key === 'string').slice(-2);
	return names.flatMap((name) =>
		name
			.normalize('NFD')
			.replace(/\p{M}/gu, '')
			.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
			.toLowerCase()
			.split(/[^a-z0-9]+/)
			.filter((word) => word !== ''),
	);
}
