import type { REAL_SPELLINGS } from '../../service/realSpellings';
import { accounts, type PastedSettings } from './pastedSettings';

const jsonApiAttributes = {
	amount: '{amount as text}',
	chargedOn: '{date}',
	label: '{description}',
	ledger: '{accountCode}',
	folio: '{destinationAccount}',
	externalId: '{reference}',
};
const moneyFields = {
	total: { value: '{amount}', currency: 'EUR' },
	service_date: '{date as utc}',
	title: '{description}',
	gl_code: '{accountCode}',
	routed_to: '{destinationAccount}',
	external_ref: '{reference}',
};
const pmsFields = {
	Price: '{amount}',
	PostingDate: '{date as dd/MM/yyyy}',
	Remark: '{description}',
	Account: '{accountCode as number}',
	Window: '{destinationAccount}',
	Voucher: '{reference}',
};
const centFields = {
	unit_amount: '{amount as minorUnits}',
	created_for: '{date as unixSeconds}',
	memo: '{description}',
	account: '{accountCode}',
	destination: '{destinationAccount}',
	metadata: { ref: '{reference}' },
};
const listFields = {
	price: '{amount as text}',
	at: '{date as yyyy-MM-dd HH:mm:ss}',
	note: '{description}',
	code: '{accountCode}',
	target: '{destinationAccount}',
	ref: '{reference}',
};
const named = [
	{ name: 'amount', value: '{amount as text}' },
	{ name: 'date', value: '{date}' },
	{ name: 'text', value: '{description}' },
	{ name: 'ref', value: '{reference}' },
];

/** What a user pastes from the documentation of each service of `realSpellings`. */
export const REAL_SETTINGS: Record<keyof typeof REAL_SPELLINGS, PastedSettings> = {
	jsonApi: {
		accounts,
		settings: {
			requestHeaders: { 'X-Api-Version': '2' },
			createBody: {
				data: {
					type: 'charges',
					attributes: jsonApiAttributes,
					relationships: { reservation: { data: { type: 'reservations', id: '{reservationId}' } } },
				},
			},
			returnedItem: { type: 'charges', id: '{id}', attributes: jsonApiAttributes },
			listQuery: { 'filter[reservation]': '{reservationId}' },
		},
	},
	moneyObject: {
		accounts,
		settings: {
			createBody: { booking_id: '{reservationId as number}', ...moneyFields },
			returnedItem: {
				id: '{id as number}',
				booking_id: '{reservationId as number}',
				...moneyFields,
			},
			listQuery: { filter: 'booking$eq:{reservationId}' },
		},
	},
	propertyManagement: {
		accounts,
		settings: {
			requestHeaders: { 'X-Hotel-Key': 'gate-17' },
			requestQuery: { hotelCode: 'BER1' },
			createBody: { Header: { ResNo: '{reservationId}', Source: 'API' }, Line: pmsFields },
			updateBody: { Line: pmsFields },
			returnedItem: { LineNo: '{id as number}', ...pmsFields },
			listQuery: { ResNo: '{reservationId}' },
			itemsField: 'Lines',
		},
	},
	cents: {
		accounts,
		settings: {
			createBody: { customer: '{reservationId}', currency: 'eur', ...centFields },
			returnedItem: { id: '{id}', customer: '{reservationId}', ...centFields },
			listQuery: { customer: '{reservationId}' },
		},
	},
	rootList: {
		accounts,
		settings: {
			createBody: [{ booking: 'B-{reservationId}', ...listFields }],
			returnedItem: { uid: '{id}', booking: 'B-{reservationId}', ...listFields },
			listQuery: { booking: '{reservationId}' },
		},
	},
	yen: {
		amounts: [1200, 980],
		settings: {
			currencyDecimals: 0,
			amountField: 'yen',
			amountFormat: 'minorUnits',
			dateField: 'day',
			descriptionField: 'what',
		},
	},
	dinars: {
		amounts: [12.345, 0.5],
		settings: {
			currencyDecimals: 3,
			createBody: {
				reservationId: '{reservationId}',
				fils: '{amount as minorUnits}',
				day: '{date}',
				what: '{description}',
			},
			returnedItem: { id: '{id}', fils: '{amount as text}', day: '{date}', what: '{description}' },
		},
	},
	customFields: {
		settings: {
			createBody: { res: '{reservationId}', fields: named },
			returnedItem: {
				key: '{id}',
				values: {
					amount: '{amount}',
					date: '{date as dd/MM/yyyy}',
					text: '{description}',
					ref: '{reference}',
				},
			},
			listQuery: { q: 'res={reservationId}' },
			itemsField: 'response.items',
		},
	},
};
