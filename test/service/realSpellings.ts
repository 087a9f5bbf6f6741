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

const jsonApiAttributes = {
	amount: decimalText(2),
	chargedOn: day,
	label: text('description'),
	ledger: text('accountCode'),
	folio: text('destinationAccount'),
	externalId: text('externalRef'),
};
const moneyFields = {
	total: { value: decimal, currency: 'EUR' },
	service_date: utc,
	title: text('description'),
	gl_code: text('accountCode'),
	routed_to: text('destinationAccount'),
	external_ref: text('externalRef'),
};
const pmsFields = {
	Price: decimal,
	PostingDate: slashed,
	Remark: text('description'),
	Account: whole('accountCode'),
	Window: text('destinationAccount'),
	Voucher: text('externalRef'),
};
const centFields = {
	unit_amount: minor(100),
	created_for: seconds,
	memo: text('description'),
	account: text('accountCode'),
	destination: text('destinationAccount'),
	metadata: { ref: text('externalRef') },
};
const listFields = {
	price: decimalText(2),
	at: withTime,
	note: text('description'),
	code: text('accountCode'),
	target: text('destinationAccount'),
	ref: text('externalRef'),
};

/** Ways in which services of this kind spell the same things, strict about names, types and constants. */
export const REAL_SPELLINGS = {
	jsonApi: {
		headers: { 'x-api-version': '2' },
		listed: (query) => query['filter[reservation]'],
		created: {
			data: {
				type: 'charges',
				attributes: jsonApiAttributes,
				relationships: {
					reservation: { data: { type: 'reservations', id: text('reservationId') } },
				},
			},
		},
		changed: { data: { type: 'charges', attributes: jsonApiAttributes } },
		shown: { type: 'charges', id: text('id'), attributes: jsonApiAttributes },
		single: (data) => ({ data }),
		list: (data) => ({ data, meta: { kind: 'list' } }),
	},
	moneyObject: {
		listed: ({ filter }) => afterText(filter, 'booking$eq:'),
		created: { booking_id: whole('reservationId'), ...moneyFields },
		changed: moneyFields,
		shown: { id: whole('id'), booking_id: whole('reservationId'), ...moneyFields },
		list: (results) => ({ results }),
	},
	propertyManagement: {
		headers: { 'x-hotel-key': 'gate-17' },
		query: { hotelCode: 'BER1' },
		listed: ({ ResNo }) => ResNo,
		created: { Header: { ResNo: text('reservationId'), Source: 'API' }, Line: pmsFields },
		changed: { Line: pmsFields },
		shown: { LineNo: whole('id'), ...pmsFields },
		single: (Line) => ({ Success: true, Result: { Line } }),
		list: (Lines) => ({ Success: true, Lines }),
	},
	cents: {
		listed: ({ customer }) => customer,
		created: { customer: text('reservationId'), currency: 'eur', ...centFields },
		changed: centFields,
		shown: {
			id: text('id'),
			object: 'item',
			customer: text('reservationId'),
			currency: 'eur',
			...centFields,
		},
		list: (data) => ({ object: 'list', data }),
	},
	rootList: {
		listed: ({ booking }) => booking,
		created: [{ booking: around('B-', 'reservationId'), ...listFields }],
		changed: [listFields],
		shown: { uid: text('id'), booking: around('B-', 'reservationId'), ...listFields },
		single: (item) => [item],
	},
	yen: {
		listed: ({ reservationId }) => reservationId,
		created: {
			reservationId: text('reservationId'),
			yen: minor(1),
			day,
			what: text('description'),
		},
		changed: { yen: minor(1), day, what: text('description') },
		shown: { id: text('id'), yen: minor(1), day, what: text('description') },
	},
	dinars: {
		listed: ({ reservationId }) => reservationId,
		created: {
			reservationId: text('reservationId'),
			fils: minor(1000),
			day,
			what: text('description'),
		},
		changed: { fils: minor(1000), day, what: text('description') },
		shown: { id: text('id'), fils: decimalText(3), day, what: text('description') },
	},
	customFields: {
		listed: ({ q }) => afterText(q, 'res='),
		created: {
			res: text('reservationId'),
			fields: [
				{ name: 'amount', value: decimalText(2) },
				{ name: 'date', value: day },
				{ name: 'text', value: text('description') },
				{ name: 'ref', value: text('externalRef') },
			],
		},
		changed: {
			fields: [
				{ name: 'amount', value: decimalText(2) },
				{ name: 'date', value: day },
				{ name: 'text', value: text('description') },
				{ name: 'ref', value: text('externalRef') },
			],
		},
		shown: {
			key: text('id'),
			values: {
				amount: decimal,
				date: slashed,
				text: text('description'),
				ref: text('externalRef'),
			},
		},
		single: (item) => ({ response: { payload: item } }),
		list: (items) => ({ response: { items } }),
	},
} satisfies Record<string, Spelling>;

function afterText(value: string | undefined, before: string): string | undefined {
	return value?.startsWith(before) ? value.slice(before.length) : undefined;
}
