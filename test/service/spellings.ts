import type { Spelling } from './dialect';
import {
	around,
	day,
	decimal,
	decimalText,
	minor,
	seconds,
	slashed,
	text,
	utc,
	whole,
	withTime,
} from './slots';
import type { Pattern } from './spelling';

const id = text('id');
const reservationId = text('reservationId');
const description = text('description');
const accountCode = text('accountCode');
const destination = text('destinationAccount');
const reference = text('externalRef');

const jsonApiAttributes = {
	amount: decimalText(2),
	chargedOn: day,
	label: description,
	ledger: accountCode,
	folio: destination,
	externalId: reference,
};
const moneyFields = {
	total: { value: decimal, currency: 'EUR' },
	service_date: utc,
	title: description,
	gl_code: accountCode,
	routed_to: destination,
	external_ref: reference,
};
const pmsFields = {
	Price: decimal,
	PostingDate: slashed,
	Remark: description,
	Account: whole('accountCode'),
	Window: destination,
	Voucher: reference,
};
const centFields = {
	unit_amount: minor(2),
	created_for: seconds,
	memo: description,
	account: accountCode,
	destination,
	metadata: { ref: reference },
};
const listFields = {
	price: decimalText(2),
	at: withTime,
	note: description,
	code: accountCode,
	target: destination,
	ref: reference,
};

const namedFields = [
	{ name: 'amount', value: decimalText(2) },
	{ name: 'date', value: day },
	{ name: 'text', value: description },
	{ name: 'ref', value: reference },
];

const euros = { amount: decimal, currency: 'EUR' };
const replace = (path: string, value: Pattern) => ({ op: 'replace', path, value });
const folioCharge = {
	name: description,
	serviceDate: day,
	target: destination,
	receipt: reference,
};
const posting = {
	transactionCode: accountCode,
	price: euros,
	transactionDate: day,
	postingRemark: description,
	folioWindowNo: whole('destinationAccount'),
	postingReference: reference,
};
const gross = { Currency: 'EUR', GrossValue: decimal, TaxCodes: ['DE-S'] };
const orderItem = {
	Name: description,
	CategoryId: accountCode,
	BillId: destination,
	ExternalIdentifier: reference,
};

/** Ways in which services of this kind spell the same things, strict about names, types and constants. */
export const SPELLINGS = {
	jsonApi: {
		headers: { 'x-api-version': '2' },
		listed: { 'filter[reservation]': reservationId },
		created: {
			data: {
				type: 'charges',
				attributes: jsonApiAttributes,
				relationships: { reservation: { data: { type: 'reservations', id: reservationId } } },
			},
		},
		changed: { data: { type: 'charges', attributes: jsonApiAttributes } },
		shown: { type: 'charges', id, attributes: jsonApiAttributes },
		single: (data) => ({ data }),
		list: (data) => ({ data, meta: { kind: 'list' } }),
	},
	moneyObject: {
		idType: 'number',
		listed: { filter: around('booking$eq:', 'reservationId') },
		created: { booking_id: whole('reservationId'), ...moneyFields },
		changed: moneyFields,
		shown: { id: whole('id'), booking_id: whole('reservationId'), ...moneyFields },
		list: (results) => ({ results }),
	},
	propertyManagement: {
		idType: 'number',
		headers: { 'x-hotel-key': 'gate-17' },
		listed: { hotelCode: 'BER1', ResNo: reservationId },
		created: { Header: { ResNo: reservationId, Source: 'API' }, Line: pmsFields },
		changed: { Line: pmsFields },
		shown: { LineNo: whole('id'), ...pmsFields },
		single: (Line) => ({ Success: true, Result: { Line } }),
		list: (Lines) => ({ Success: true, Lines }),
	},
	cents: {
		listed: { customer: reservationId },
		created: { customer: reservationId, currency: 'eur', ...centFields },
		changed: centFields,
		shown: { id, object: 'item', customer: reservationId, currency: 'eur', ...centFields },
		list: (data) => ({ object: 'list', data }),
	},
	rootList: {
		listed: { booking: reservationId },
		created: [{ booking: around('B-', 'reservationId'), ...listFields }],
		changed: [listFields],
		shown: { uid: id, booking: around('B-', 'reservationId'), ...listFields },
		single: (item) => [item],
	},
	yen: {
		listed: { reservationId: reservationId },
		created: { reservationId, yen: minor(0), day, what: description },
		changed: { yen: minor(0), day, what: description },
		shown: { id, yen: minor(0), day, what: description },
	},
	dinars: {
		listed: { reservationId: reservationId },
		created: { reservationId, fils: minor(3), day, what: description },
		changed: { fils: minor(3), day, what: description },
		shown: { id, fils: decimalText(3), day, what: description },
	},
	customFields: {
		listed: { q: around('res=', 'reservationId') },
		created: { res: reservationId, fields: namedFields },
		changed: { fields: namedFields },
		shown: {
			key: id,
			values: { amount: decimal, date: slashed, text: description, ref: reference },
		},
		single: (item) => ({ response: { payload: item } }),
		list: (items) => ({ response: { items } }),
	},
	// More of the same, of services in whose bodies, filters or answers a charge stands within lists.
	jsonPatch: {
		listed: { folioIds: reservationId },
		created: {
			folioId: reservationId,
			serviceType: 'Other',
			amount: euros,
			subAccountId: accountCode,
			...folioCharge,
		},
		changed: [
			replace('/name', description),
			replace('/amount', euros),
			replace('/serviceDate', day),
			replace('/subAccountId', accountCode),
			replace('/target', destination),
			replace('/receipt', reference),
		],
		shown: {
			id,
			folio: { id: reservationId },
			amount: { grossAmount: decimal, currency: 'EUR' },
			subAccount: { id: accountCode, name: 'Extras' },
			...folioCharge,
		},
		list: (charges) => ({ charges, count: charges.length }),
		updateAnswer: 'empty204',
	},
	folioWindows: {
		idType: 'number',
		headers: { 'x-hotelid': 'BER1' },
		listed: { reservationId: reservationId },
		created: { reservationId: { id: reservationId, type: 'Reservation' }, charges: [posting] },
		changed: { charges: [posting] },
		shown: { transactionNo: whole('id'), ...posting },
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
		listed: { ServiceOrderIds: reservationId },
		created: {
			ServiceOrderId: reservationId,
			Items: [{ ...orderItem, UnitAmount: gross, ConsumptionUtc: utc }],
			Client: 'n8n',
		},
		changed: {
			Client: 'n8n',
			Name: { Value: description },
			UnitAmount: { Value: gross },
			ConsumptionUtc: { Value: utc },
			CategoryId: { Value: accountCode },
			BillId: { Value: destination },
			ExternalIdentifier: { Value: reference },
		},
		shown: {
			Id: id,
			ServiceOrderId: reservationId,
			...orderItem,
			UnitAmount: { Currency: 'EUR', GrossValue: decimal },
			ConsumedUtc: utc,
		},
		single: (item) => ({ OrderItems: [item], Cursor: null }),
		list: (OrderItems) => ({ OrderItems, Cursor: null }),
	},
} satisfies Record<string, Spelling>;
