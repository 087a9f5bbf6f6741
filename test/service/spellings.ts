import type { Spelling } from './dialect';
import type { JsonObject, JsonValue } from './json';

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
const euros = { amount: '{amount}', currency: 'EUR' };
const replace = (path: string, value: JsonValue) => ({ op: 'replace', path, value });
const folioCharge = {
	name: '{description}',
	serviceDate: '{date}',
	target: '{destinationAccount}',
	receipt: '{reference}',
};
const posting = {
	transactionCode: '{accountCode}',
	price: euros,
	transactionDate: '{date}',
	postingRemark: '{description}',
	folioWindowNo: '{destinationAccount as number}',
	postingReference: '{reference}',
};
const orderItem = {
	Name: '{description}',
	CategoryId: '{accountCode}',
	BillId: '{destinationAccount}',
	ExternalIdentifier: '{reference}',
	UnitAmount: { Currency: 'EUR', GrossValue: '{amount}', TaxCodes: ['DE-S'] },
	ConsumptionUtc: '{date as utc}',
};
const eachInValue = (fields: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(fields).map(([name, Value]) => [name, { Value }]));

/** Ways in which services of this kind spell the same things, strict about names, types and constants. */
export const SPELLINGS = {
	propertyManagement: {
		idType: 'number',
		headers: { 'x-hotel-key': 'gate-17' },
		listed: { hotelCode: 'BER1', ResNo: '{reservationId}' },
		created: { Header: { ResNo: '{reservationId}', Source: 'API' }, Line: pmsFields },
		changed: { Line: pmsFields },
		shown: { LineNo: '{id as number}', ...pmsFields },
		single: (Line) => ({ Success: true, Result: { Line } }),
		list: (Lines) => ({ Success: true, Lines }),
	},
	cents: {
		listed: { customer: '{reservationId}' },
		created: { customer: '{reservationId}', currency: 'eur', ...centFields },
		changed: centFields,
		shown: { id: '{id}', object: 'item', customer: '{reservationId}', ...centFields },
		list: (data) => ({ object: 'list', data }),
	},
	jsonPatch: {
		listed: { folioIds: '{reservationId}' },
		created: {
			folioId: '{reservationId}',
			serviceType: 'Other',
			amount: euros,
			subAccountId: '{accountCode}',
			...folioCharge,
		},
		changed: [
			replace('/name', '{description}'),
			replace('/amount', euros),
			replace('/serviceDate', '{date}'),
			replace('/subAccountId', '{accountCode}'),
			replace('/target', '{destinationAccount}'),
			replace('/receipt', '{reference}'),
		],
		shown: {
			id: '{id}',
			folio: { id: '{reservationId}' },
			amount: { grossAmount: '{amount}', currency: 'EUR' },
			subAccount: { id: '{accountCode}', name: 'Extras' },
			...folioCharge,
		},
		list: (charges) => ({ charges, count: charges.length }),
		updateAnswer: 'empty204',
	},
	folioWindows: {
		idType: 'number',
		headers: { 'x-hotelid': 'BER1' },
		listed: { reservationId: '{reservationId}' },
		created: { reservationId: { id: '{reservationId}', type: 'Reservation' }, charges: [posting] },
		changed: { charges: [posting] },
		shown: { transactionNo: '{id as number}', ...posting },
		single: (item) => ({ postings: [item], links: [] }),
		list: (postings) => ({
			folioInformation: {
				folioWindows: [
					{ folioWindowNo: 1, balance: { amount: 0 }, folios: [{ type: 'A', postings: [] }] },
					{ folioWindowNo: 2, balance: { amount: 80 }, folios: [{ type: 'A', postings }] },
				],
			},
		}),
	},
	valueWrappers: {
		listed: { ServiceOrderIds: '{reservationId}' },
		created: {
			ServiceOrderId: '{reservationId}',
			Items: [orderItem],
			Client: 'n8n',
		},
		changed: { Client: 'n8n', ...eachInValue(orderItem) },
		shown: {
			Id: '{id}',
			ServiceOrderId: '{reservationId}',
			...orderItem,
			UnitAmount: { Currency: 'EUR', GrossValue: '{amount}' },
		},
		single: (item) => ({ OrderItems: [item], Cursor: null }),
		list: (OrderItems) => ({ OrderItems, Cursor: null }),
	},
} satisfies Record<string, Spelling>;
