import type { Spelling } from './dialect';
import type { JsonValue } from './json';
import type { Property } from './pattern';
import { Slot } from './pattern';

/** Zone in which the hotels of these services stand; their days begin an hour before those of UTC in winter. */
const WINTER_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

const text = (property: Property): Slot =>
	new Slot(property, String, (value) => (typeof value === 'string' ? value : undefined), 'text');
const whole = (property: Property): Slot =>
	new Slot(
		property,
		Number,
		(value) =>
			typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined,
		'a whole number',
	);
const decimal = new Slot(
	'amount',
	Number,
	(value) => (typeof value === 'number' ? value : undefined),
	'a number',
);
const decimalText = (digits: number): Slot =>
	new Slot(
		'amount',
		(value) => Number(value).toFixed(digits),
		(value) =>
			typeof value === 'string' && value.split('.')[1]?.length === digits
				? Number(value)
				: undefined,
		`text with ${digits} digits behind the point`,
	);
const minor = (factor: number): Slot =>
	new Slot(
		'amount',
		(value) => Math.round(Number(value) * factor),
		(value) => (Number.isSafeInteger(value) ? Number(value) / factor : undefined),
		'a whole number of minor units',
	);
const day = new Slot('date', String, (value) => (isDay(value) ? value : undefined), 'a day');
/** A day written otherwise: the groups of `form` are named y, m and d. */
const dayAs = (write: (y: string, m: string, d: string) => string, form: RegExp): Slot =>
	new Slot(
		'date',
		(value) => write(...(String(value).split('-') as [string, string, string])),
		(value) => {
			const { y, m, d } = (typeof value === 'string' && form.exec(value)?.groups) || {};
			return y !== undefined ? `${y}-${m}-${d}` : undefined;
		},
		String(form),
	);
const slashed = dayAs((y, m, d) => `${d}/${m}/${y}`, /^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$/);
const withTime = dayAs(
	(y, m, d) => `${y}-${m}-${d} 00:00:00`,
	/^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d) 00:00:00$/,
);
/** The moment the day begins at the hotel. */
const seconds = new Slot(
	'date',
	(value) => (Date.parse(String(value)) - WINTER_OFFSET_MS) / 1000,
	(value) => dayBeginningAt(Number.isSafeInteger(value) ? Number(value) * 1000 : NaN),
	'the second a day begins',
);
const utc = new Slot(
	'date',
	(value) =>
		new Date(Date.parse(String(value)) - WINTER_OFFSET_MS).toISOString().slice(0, 19) + 'Z',
	(value) =>
		dayBeginningAt(typeof value === 'string' && value.endsWith('Z') ? Date.parse(value) : NaN),
	'the moment a day begins, in UTC',
);
const isDay = (value: JsonValue): value is string =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

function dayBeginningAt(moment: number): string | undefined {
	const local = moment + WINTER_OFFSET_MS;
	return local % DAY_MS === 0 ? new Date(local).toISOString().slice(0, 10) : undefined;
}

/** Text between other text. */
function around(before: string, property: Property): Slot {
	return new Slot(
		property,
		(value) => `${before}${value}`,
		(value) =>
			typeof value === 'string' && value.startsWith(before)
				? value.slice(before.length)
				: undefined,
		`text that begins with ${before}`,
	);
}

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
