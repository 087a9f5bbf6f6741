import type { Spelling } from './dialect';
import type { JsonObject, JsonValue } from './json';

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
const named = {
	amount: '{amount as text}',
	date: '{date}',
	text: '{description}',
	ref: '{reference}',
};
const namedFields = Object.entries(named).map(([name, value]) => ({ name, value }));
/** Of a service that knows neither accounts nor references. */
const plain = (amount: JsonObject, amountShown = amount): Spelling => {
	const fields = { ...amount, day: '{date}', what: '{description}' };
	return {
		listed: { reservationId: '{reservationId}' },
		created: { reservationId: '{reservationId}', ...fields },
		changed: fields,
		shown: { id: '{id}', ...fields, ...amountShown },
	};
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
	jsonApi: {
		headers: { 'x-api-version': '2' },
		listed: { 'filter[reservation]': '{reservationId}' },
		created: {
			data: {
				type: 'charges',
				attributes: jsonApiAttributes,
				relationships: { reservation: { data: { type: 'reservations', id: '{reservationId}' } } },
			},
		},
		changed: { data: { type: 'charges', attributes: jsonApiAttributes } },
		shown: { type: 'charges', id: '{id}', attributes: jsonApiAttributes },
		single: (data) => ({ data }),
		list: (data) => ({ data, meta: { kind: 'list' } }),
	},
	moneyObject: {
		idType: 'number',
		listed: { filter: 'booking$eq:{reservationId}' },
		created: { booking_id: '{reservationId as number}', ...moneyFields },
		changed: moneyFields,
		shown: { id: '{id as number}', booking_id: '{reservationId as number}', ...moneyFields },
		list: (results) => ({ results }),
	},
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
	rootList: {
		listed: { booking: '{reservationId}' },
		created: [{ booking: 'B-{reservationId}', ...listFields }],
		changed: [listFields],
		shown: { uid: '{id}', booking: 'B-{reservationId}', ...listFields },
		single: (item) => [item],
	},
	yen: plain({ yen: '{amount as minorUnits(0)}' }),
	dinars: plain({ fils: '{amount as minorUnits(3)}' }, { fils: '{amount as text(3)}' }),
	customFields: {
		listed: { q: 'res={reservationId}' },
		created: { res: '{reservationId}', fields: namedFields },
		changed: { fields: namedFields },
		shown: { key: '{id}', values: { ...named, amount: '{amount}', date: '{date as dd/MM/yyyy}' } },
		single: (item) => ({ response: { payload: item } }),
		list: (items) => ({ response: { items } }),
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
