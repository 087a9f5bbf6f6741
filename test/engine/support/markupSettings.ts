import type { MARKUP_SPELLINGS } from '../../service/markupSpellings';
import { accounts, type PastedSettings } from './pastedSettings';

const element = {
	Amount: { '@cur': 'EUR', $: '{amount as commaText}' },
	Day: { $: '{date as yyyyMMdd}' },
	Text: { $: '{description}' },
	Account: { $: '{accountCode}' },
	Window: { $: '{destinationAccount}' },
	Voucher: { $: '{reference}' },
};
const graphInput = {
	cents: '{amount as minorUnits as text}',
	day: '{date}',
	note: '{description}',
	ledger: '{accountCode}',
	billTo: '{destinationAccount}',
	mutationId: '{reference}',
};
const row = (name: string, value: string) => ({ custom_field: { pk: 7, name }, value });
const rows = [
	row('Amount', '{amount}'),
	row('Day', '{date}'),
	row('Text', '{description}'),
	row('Code', '{accountCode}'),
	row('Payer', '{destinationAccount}'),
	row('Ref', '{reference}'),
];

/** What a user pastes from the documentation of each service of `markupSpellings`. */
export const MARKUP_SETTINGS: Record<keyof typeof MARKUP_SPELLINGS, PastedSettings> = {
	fromXml: {
		accounts,
		settings: {
			createBody: { Charge: { '@attributes': { res: '{reservationId}' }, ...element } },
			updateBody: { Charge: element },
			returnedItem: { '@attributes': { id: '{id}', res: '{reservationId}' }, ...element },
			listQuery: { res: '{reservationId}' },
			itemsField: 'Envelope.Body.Charges.Charge',
		},
	},
	graph: {
		accounts,
		settings: {
			createBody: { input: { reservationId: '{reservationId}', ...graphInput } },
			updateBody: { input: graphInput },
			returnedItem: { id: '{id}', reservationId: '{reservationId}', ...graphInput },
			listQuery: { reservation: '{reservationId}' },
			itemsField: 'data.reservation.charges.edges[].node',
		},
	},
	formRows: {
		accounts,
		settings: {
			createBody: { booking: '{reservationId}', values: rows },
			updateBody: { values: rows },
			returnedItem: { pk: '{id}', values: rows },
			listQuery: { booking: '{reservationId}' },
			itemsField: 'booking.charges',
		},
	},
};
