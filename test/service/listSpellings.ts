import type { Spelling } from './dialect';
import type { Pattern } from './pattern';
import { day, decimal, text, utc, whole } from './slots';

const euros = { amount: decimal, currency: 'EUR' };
const replace = (path: string, value: Pattern) => ({ op: 'replace', path, value });
const posting = {
	transactionCode: text('accountCode'),
	price: euros,
	transactionDate: day,
	postingRemark: text('description'),
	folioWindowNo: whole('destinationAccount'),
	postingReference: text('externalRef'),
};
const gross = { Currency: 'EUR', GrossValue: decimal, TaxCodes: ['DE-S'] };
const line = {
	Amount: decimal,
	DetailType: 'SalesItem',
	Description: text('description'),
	SalesItem: {
		ServiceDate: day,
		ItemRef: { value: text('accountCode') },
		ClassRef: { value: text('destinationAccount') },
	},
};

/** More of the same, of services in whose bodies, filters or answers a charge stands within lists. */
export const LIST_SPELLINGS = {
	jsonPatch: {
		listed: ({ folioIds }) => folioIds,
		created: {
			folioId: text('reservationId'),
			serviceType: 'Other',
			name: text('description'),
			amount: euros,
			serviceDate: day,
			subAccountId: text('accountCode'),
			target: text('destinationAccount'),
			receipt: text('externalRef'),
		},
		changed: [
			replace('/name', text('description')),
			replace('/amount', euros),
			replace('/serviceDate', day),
			replace('/subAccountId', text('accountCode')),
			replace('/target', text('destinationAccount')),
			replace('/receipt', text('externalRef')),
		],
		shown: {
			id: text('id'),
			folio: { id: text('reservationId') },
			name: text('description'),
			amount: { grossAmount: decimal, currency: 'EUR' },
			serviceDate: day,
			subAccount: { id: text('accountCode'), name: 'Extras' },
			target: text('destinationAccount'),
			receipt: text('externalRef'),
		},
		list: (charges) => ({ charges, count: charges.length }),
		updateAnswer: 'empty204',
	},
	folioWindows: {
		headers: { 'x-hotelid': 'BER1' },
		listed: ({ reservationId }) => reservationId,
		created: {
			reservationId: { id: text('reservationId'), type: 'Reservation' },
			charges: [posting],
		},
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
		listed: ({ ServiceOrderIds }) => ServiceOrderIds,
		created: {
			ServiceOrderId: text('reservationId'),
			Items: [
				{
					Name: text('description'),
					UnitAmount: gross,
					ConsumptionUtc: utc,
					CategoryId: text('accountCode'),
					BillId: text('destinationAccount'),
					ExternalIdentifier: text('externalRef'),
				},
			],
			Client: 'n8n',
		},
		changed: {
			Client: 'n8n',
			Name: { Value: text('description') },
			UnitAmount: { Value: gross },
			ConsumptionUtc: { Value: utc },
			CategoryId: { Value: text('accountCode') },
			BillId: { Value: text('destinationAccount') },
			ExternalIdentifier: { Value: text('externalRef') },
		},
		shown: {
			Id: text('id'),
			ServiceOrderId: text('reservationId'),
			Name: text('description'),
			UnitAmount: { Currency: 'EUR', GrossValue: decimal },
			ConsumedUtc: utc,
			CategoryId: text('accountCode'),
			BillId: text('destinationAccount'),
			ExternalIdentifier: text('externalRef'),
		},
		single: (item) => ({ OrderItems: [item], Cursor: null }),
		list: (OrderItems) => ({ OrderItems, Cursor: null }),
	},
	queryLanguage: {
		query: { minorversion: '75' },
		listed: ({ query = '' }) => /^select \* from Charge where Ref = '(\w+)'$/.exec(query)?.[1],
		created: {
			CustomerRef: { value: text('reservationId') },
			Line: [line],
			DocNumber: text('externalRef'),
		},
		changed: { sparse: true, Line: [line], DocNumber: text('externalRef') },
		shown: {
			Id: text('id'),
			CustomerRef: { value: text('reservationId') },
			Line: [line],
			DocNumber: text('externalRef'),
		},
		single: (Charge) => ({ Charge, time: '2026-11-21T09:00:00Z' }),
		list: (Charge) => ({ QueryResponse: { Charge, maxResults: Charge.length } }),
	},
} satisfies Record<string, Spelling>;
