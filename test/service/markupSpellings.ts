import type { Spelling } from './dialect';
import { Slot } from './pattern';
import { dayAs, decimal, decimalText, minor, text, day } from './slots';

const point = decimalText(2);
const commaText = new Slot(
	'amount',
	(value) => Number(value).toFixed(2).replace('.', ','),
	(value) =>
		typeof value === 'string' && /^-?\d+,\d\d$/.test(value)
			? point.read(value.replace(',', '.'))
			: undefined,
	'text with two digits behind a comma',
);
const cents = minor(100);
const centText = new Slot(
	'amount',
	(value) => `${Math.round(Number(value) * 100)}`,
	(value) =>
		typeof value === 'string' && /^-?\d+$/.test(value) ? cents.read(Number(value)) : undefined,
	'text with a whole number of cents',
);
const compact = dayAs((y, m, d) => `${y}${m}${d}`, /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)$/);

const element = {
	Amount: { '@cur': 'EUR', $: commaText },
	Day: { $: compact },
	Text: { $: text('description') },
	Account: { $: text('accountCode') },
	Window: { $: text('destinationAccount') },
	Voucher: { $: text('externalRef') },
};
const input = {
	cents: centText,
	day,
	note: text('description'),
	ledger: text('accountCode'),
	billTo: text('destinationAccount'),
	mutationId: text('externalRef'),
};
const value = (name: string, of: Slot) => ({ custom_field: { pk: 7, name }, value: of });
const values = [
	value('Amount', decimal),
	value('Day', day),
	value('Text', text('description')),
	value('Code', text('accountCode')),
	value('Payer', text('destinationAccount')),
	value('Ref', text('externalRef')),
];

/** Still more, of services whose JSON shows what it was made from: XML, a graph, or rows of a form. */
export const MARKUP_SPELLINGS = {
	/** One item is no list, and none is an empty text. */
	fromXml: {
		listed: ({ res }) => res,
		created: { Charge: { '@attributes': { res: text('reservationId') }, ...element } },
		changed: { Charge: element },
		shown: { '@attributes': { id: text('id'), res: text('reservationId') }, ...element },
		single: (Charge) => ({ Envelope: { Body: { Charge } } }),
		list: (items) => ({
			Envelope: {
				Body: {
					Charges:
						items.length === 0 ? '' : { Charge: items.length > 1 ? items : (items[0] ?? null) },
				},
			},
		}),
	},
	graph: {
		listed: ({ reservation }) => reservation,
		created: { input: { reservationId: text('reservationId'), ...input } },
		changed: { input },
		shown: { id: text('id'), reservationId: text('reservationId'), ...input },
		single: (charge) => ({ data: { chargeUpdate: { userErrors: [], charge } } }),
		list: (items) => ({
			data: {
				reservation: { id: 'r', charges: { edges: items.map((node) => ({ cursor: 'k', node })) } },
			},
		}),
	},
	formRows: {
		listed: ({ booking }) => booking,
		created: { booking: text('reservationId'), values },
		changed: { values },
		shown: { pk: text('id'), values: [...values].reverse() },
		list: (charges) => ({ booking: { pk: 1, charges } }),
	},
} satisfies Record<string, Spelling>;
