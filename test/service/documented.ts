import type { Dialect, Spelling } from './dialect';
import { encodeItem } from './itemFields';
import { isJsonObject, mergeDeeply, nestAt } from './json';
import type { JsonObject, JsonValue } from './json';
import type { Property } from './slots';
import { day, decimal, decimalText, slashed, text } from './slots';
import type { Pattern } from './spelling';
import { fillPattern } from './spelling';
import { SPELLINGS } from './spellings';

/** The requests that a service documents, with the values of its own examples in them. */
export interface DocumentedRequests {
	createBody: JsonValue;
	updateBody: JsonValue;
	listQuery: JsonValue;
}

/** What the documentation shows a charge with. */
const SAMPLE: Record<Property, string | number> = {
	id: '981',
	reservationId: '7731',
	amount: 30,
	date: '2026-03-14',
	description: 'Breakfast for two',
	accountCode: '4410',
	destinationAccount: 'COMPANY',
	externalRef: 'my-key-1',
};
const NUMBERED_WINDOWS = { ...SAMPLE, destinationAccount: '1' };

export function documentedBySpelling(name: string, spelling: Spelling): DocumentedRequests {
	const sample = name === 'folioWindows' ? NUMBERED_WINDOWS : SAMPLE;
	const filled = (pattern: Pattern): JsonValue =>
		fillPattern(pattern, ({ property, write }) => write(sample[property])) ?? null;
	const { created, changed, listed } = spelling;
	return { createBody: filled(created), updateBody: filled(changed), listQuery: filled(listed) };
}

export function documentedByDialect(dialect: Dialect): DocumentedRequests {
	const { amount, date, description, accountCode, destinationAccount, externalRef } = SAMPLE;
	const item = encodeItem(
		{
			amount: Number(amount),
			date: String(date),
			description: String(description),
			accountCode: String(accountCode),
			destinationAccount: String(destinationAccount),
			reference: String(externalRef),
		},
		dialect,
	);
	const owner = nestAt(dialect.reservationIdField, SAMPLE.reservationId);
	return {
		createBody: mergeDeeply(owner, item),
		updateBody: item,
		listQuery: { ...asQuery(owner), ...pagesOf(dialect) },
	};
}

function asQuery(owner: JsonValue): JsonObject {
	return isJsonObject(owner) ? owner : {};
}

function pagesOf({ pagination, firstPage }: Dialect): JsonObject {
	const limit = 50;
	const pages: Record<Dialect['pagination'], JsonObject> = {
		none: {},
		page: { page: firstPage, limit },
		offset: { offset: 100, limit },
		cursor: { cursor: 'eyJpZCI6OTgxfQ', limit },
		lastItem: { starting_after: '981', limit },
		nextLink: { limit },
	};
	return pages[pagination];
}

const reference = text('externalRef');
const reservation = text('reservationId');
const germanFields = {
	Betrag: decimal,
	Datum: slashed,
	Bezeichnung: text('description'),
	Konto: text('accountCode'),
	Belegreferenz: reference,
};

/** Beside those whose examples are pasted with placeholders. */
const MORE_SPELLINGS = {
	keyedById: {
		listed: { stay: reservation },
		created: { stay: reservation, price: decimal, day, title: text('description'), ref: reference },
		changed: { price: decimal, day, title: text('description'), ref: reference },
		shown: {
			id: text('id'),
			stay: reservation,
			price: decimal,
			day,
			title: text('description'),
			ref: reference,
		},
		list: (items) => ({
			charges: Object.fromEntries(
				items.filter(isJsonObject).map(({ id, ...item }) => [`${id as string}`, item]),
			),
		}),
	},
	grossAndNet: {
		listed: { booking_id: reservation },
		created: {
			booking_id: reservation,
			price: { gross: decimalText(2), tax_rate: 7 },
			service_date: day,
			name: text('description'),
			revenue_account: text('accountCode'),
			external_reference: reference,
		},
		changed: {
			price: { gross: decimalText(2), tax_rate: 7 },
			service_date: day,
			name: text('description'),
			revenue_account: text('accountCode'),
			external_reference: reference,
		},
		shown: {
			id: text('id'),
			booking_id: reservation,
			price: { net: '10.50', gross: decimalText(2), tax_amount: '2.00' },
			service_date: day,
			name: text('description'),
			revenue_account: text('accountCode'),
			external_reference: reference,
		},
		list: (data) => ({ data, meta: { version: 3 } }),
	},
	otherNames: {
		listed: { 'filter[reservation_id]': reservation },
		created: {
			charge: {
				reservation_id: reservation,
				unit_price: decimal,
				service_day: day,
				text: text('description'),
				gl_account: text('accountCode'),
				client_reference: reference,
			},
		},
		changed: { charge: { unit_price: decimal, service_day: day, text: text('description') } },
		shown: {
			uuid: text('id'),
			stay: { id: reservation, state: 'confirmed' },
			total: { value: decimal, currency: 'EUR' },
			consumed_on: day,
			description: text('description'),
			ledger: { code: text('accountCode') },
			externalReference: reference,
			created_at: '2026-11-01T10:00:00Z',
		},
		single: (charge) => ({ charge }),
		list: (charges) => ({ charges }),
	},
	german: {
		listed: { Reservierung: reservation },
		created: { Reservierung: reservation, ...germanFields },
		changed: germanFields,
		shown: { Nr: text('id'), Reservierung: reservation, ...germanFields, Mwst: 19 },
		list: (Posten) => ({ Posten }),
	},
} satisfies Record<string, Spelling>;

export const DOCUMENTED_SPELLINGS: Record<string, Spelling> = { ...SPELLINGS, ...MORE_SPELLINGS };

/** Those that differ from the documentation's own names here and there. */
export const DOCUMENTED_DIALECTS: Record<string, Partial<Dialect>> = {
	'lists of a day each': { itemsField: 'days[].charges' },
	'a bare list, and prices': {
		itemsField: '',
		amountField: 'price',
		idType: 'number',
		idField: 'no',
	},
	'amounts as text in an object, in a list further inside': {
		...{ amountField: 'price.value', amountFormat: 'string' },
		...{ itemsField: 'data.lines', descriptionField: 'texts.title' },
	},
	'amounts in cents': { amountField: 'amountCents', amountFormat: 'minorUnits' },
	'dates with a time': { dateField: 'serviceDay', dateFormat: 'dateTime' },
	'everything in a wrapper, and answers without a body': {
		...{ itemEnvelope: 'data', itemsField: 'data', idField: 'uuid' },
		...{ createAnswer: 'idOnly', updateAnswer: 'empty204' },
	},
	'ledger codes and folios': { accountCodeField: 'ledgerCode', destinationAccountField: 'folio' },
	cursors: { pagination: 'cursor', nextCursorField: 'meta.nextCursor', maxPageSize: 1 },
	'the next address': { pagination: 'nextLink', nextLinkField: 'links.next', maxPageSize: 1 },
	'links in a header': { pagination: 'nextLink', maxPageSize: 1 },
	'numbered pages': { pagination: 'page', maxPageSize: 1, idType: 'number', idField: 'no' },
	'pages from 0': { pagination: 'page', firstPage: 0, maxPageSize: 1 },
	offsets: { pagination: 'offset', maxPageSize: 1, referenceField: 'externalId' },
	'the last item of a page': { pagination: 'lastItem', maxPageSize: 1 },
};
