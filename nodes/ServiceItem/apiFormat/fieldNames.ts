import type { Column } from './columns';

/** Names that services give to the fields of a charge (assumption), and what speaks against them. */
interface NameRule {
	/** How much each word says for the field. */
	for: Record<string, number>;
	/** Words of something else that has such values, too. */
	against: RegExp;
	/** What a name must come to. */
	least: number;
}

const RULES = {
	id: {
		for: {
			id: 6,
			uuid: 8,
			guid: 8,
			...{ number: 4, no: 4, key: 4, ref: 2, service: 3, item: 3, charge: 3, line: 3, extra: 3 },
		},
		against:
			/^(reservation|booking|guest|customer|product|type|account|user|property|hotel|created|updated|external|amount)$/,
		least: 4,
	},
	amount: {
		for: {
			...{ amount: 10, price: 8, total: 6, charge: 5, gross: 5, cost: 6, fee: 6, sum: 6, net: 3 },
			...{
				amt: 8,
				value: 4,
				betrag: 10,
				preis: 8,
				importe: 10,
				montant: 10,
				cents: 6,
				minor: 5,
				money: 5,
			},
		},
		against:
			/^(tax|vat|discount|count|quantity|qty|id|is|has|included|paid|balance|percent|rate|date|currency|code|version)$/,
		least: 4,
	},
	date: {
		for: {
			...{ date: 10, day: 8, on: 4, at: 3, when: 5, start: 4, from: 4, service: 2, charge: 2 },
			...{
				posting: 3,
				posted: 2,
				consumption: 3,
				consumed: 5,
				utc: 2,
				datum: 10,
				fecha: 10,
				time: 3,
				timestamp: 3,
			},
		},
		against:
			/^(created|updated|modified|changed|deleted|due|end|until|to|expires?|expiry|birth|id)$/,
		least: 4,
	},
	description: {
		for: {
			...{ description: 10, desc: 9, text: 8, label: 7, title: 7, narrative: 7, name: 5, memo: 6 },
			...{ caption: 6, comment: 4, note: 4, notes: 4, remark: 4, details: 4, beschreibung: 10 },
			...{ bezeichnung: 9, descripcion: 10, libelle: 9, en: 1 },
		},
		against: /^(guest|customer|type|status|currency|code|id|account|user|property|hotel|unit)$/,
		least: 4,
	},
	accountCode: {
		for: {
			...{
				account: 5,
				accounting: 6,
				ledger: 8,
				gl: 8,
				nominal: 6,
				revenue: 5,
				konto: 8,
				posting: 2,
				transaction: 4,
			},
			...{ code: 4, number: 3, no: 2, key: 2 },
		},
		against:
			/^(destination|target|to|bill|billing|folio|id|date|country|currency|postal|zip|customer|guest)$/,
		least: 8,
	},
	destinationAccount: {
		for: {
			...{ destination: 8, target: 6, folio: 8, debtor: 7, payer: 7, bill: 5, to: 3, account: 3 },
			...{ charge: 1, window: 7, routed: 3 },
		},
		against: /^(date|id|code|number|country|currency|amount|name)$/,
		least: 7,
	},
	reference: {
		for: {
			...{ reference: 8, external: 5, client: 3, partner: 3, ref: 6, id: 1, key: 1, custom: 2 },
		},
		against: /^(reservation|booking|guest|invoice|payment|created)$/,
		least: 6,
	},
} satisfies Record<string, NameRule>;

/** A field of a service item that can be told by its name. */
export type NamedField = keyof typeof RULES;

/**
 * How much the name of a column says for a field; 0: nothing.
 *
 * @param least what a name must come to; by default what is enough without a look at the values
 */
export function nameScore(
	field: NamedField,
	{ words, keys }: Column,
	least: number = RULES[field].least,
): number {
	const rule: NameRule = RULES[field];
	const against = words.some((word) => rule.against.test(word));
	const score = words.reduce((sum, word) => sum + (rule.for[word] ?? 0), 0);
	if (score < least) return 0;
	// Of two that fit, the one that says less of anything else, and lies less deep.
	const rest = words.filter((word) => rule.for[word] === undefined).length;
	return Math.max(0, score - rest - keys.length / 10 - (against ? 9 : 0));
}
