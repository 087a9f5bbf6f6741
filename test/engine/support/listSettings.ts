import type { LIST_SPELLINGS } from '../../service/listSpellings';
import { accounts, type PastedSettings } from './pastedSettings';

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
const euros = { amount: '{amount}', currency: 'EUR' };
const posting = {
	transactionCode: '{accountCode}',
	price: euros,
	transactionDate: '{date}',
	postingRemark: '{description}',
	folioWindowNo: '{destinationAccount as number}',
	postingReference: '{reference}',
};
const invoiceItem = {
	title: '{description}',
	amount: '{amount}',
	day: '{date}',
	code: '{accountCode}',
	target: '{destinationAccount}',
	note: '{reference}',
};
const extra = {
	amount: '{amount}',
	currency: 'AUD',
	startTimeLocal: '{date as dd/MM/yyyy}',
	fields: [
		{ label: 'Description', value: '{description}' },
		{ label: 'GL Code', value: '{accountCode}' },
		{ label: 'Bill To', value: '{destinationAccount}' },
		{ label: 'Agent Reference', value: '{reference}' },
	],
};
const gross = { Currency: 'EUR', GrossValue: '{amount}', TaxCodes: ['DE-S'] };
const line = {
	Amount: '{amount}',
	DetailType: 'SalesItem',
	Description: '{description}',
	SalesItem: {
		ServiceDate: '{date}',
		ItemRef: { value: '{accountCode}' },
		ClassRef: { value: '{destinationAccount}' },
	},
};

/** What a user pastes from the documentation of each service of `listSpellings`. */
export const LIST_SETTINGS: Record<keyof typeof LIST_SPELLINGS, PastedSettings> = {
	jsonPatch: {
		accounts,
		settings: {
			createBody: {
				folioId: '{reservationId}',
				serviceType: 'Other',
				name: '{description}',
				amount: euros,
				serviceDate: '{date}',
				subAccountId: '{accountCode}',
				target: '{destinationAccount}',
				receipt: '{reference}',
			},
			updateBody: [
				replace('/name', '{description}'),
				replace('/amount', euros),
				replace('/serviceDate', '{date}'),
				replace('/subAccountId', '{accountCode}'),
				replace('/target', '{destinationAccount}'),
				replace('/receipt', '{reference}'),
			],
			returnedItem: {
				id: '{id}',
				folio: { id: '{reservationId}' },
				name: '{description}',
				amount: { grossAmount: '{amount}' },
				serviceDate: '{date}',
				subAccount: { id: '{accountCode}' },
				target: '{destinationAccount}',
				receipt: '{reference}',
			},
			listQuery: { folioIds: '{reservationId}' },
			itemsField: 'charges',
		},
	},
	folioWindows: {
		accounts: { accountCode: '4400', destinationAccount: '2' },
		settings: {
			requestHeaders: { 'x-hotelid': 'BER1' },
			createBody: {
				reservationId: { id: '{reservationId}', type: 'Reservation' },
				charges: [posting],
			},
			updateBody: { charges: [posting] },
			returnedItem: { transactionNo: '{id as number}', ...posting },
			itemsField: 'folioInformation.folioWindows[].folios[].postings',
		},
	},
	jsonFilter: {
		accounts,
		settings: {
			createBody: {
				reservationId: '{reservationId}',
				invoiceItem: { normalType: 'AFE', currency: 'EUR', ...invoiceItem },
			},
			updateBody: invoiceItem,
			returnedItem: { _id: '{id}', ...invoiceItem },
			listQuery: { filters: '[{"field":"_id","operator":"$eq","value":"{reservationId}"}]' },
			itemsField: 'results[].money.invoiceItems',
		},
	},
	labelledFields: {
		accounts,
		settings: {
			createBody: { orderNumber: '{reservationId}', ...extra },
			updateBody: extra,
			returnedItem: { extraId: '{id}', orderNumber: '{reservationId}', ...extra },
			listQuery: { orderNumber: '{reservationId}' },
			itemsField: 'extras',
		},
	},
	valueWrappers: {
		accounts,
		settings: {
			createBody: {
				ServiceOrderId: '{reservationId}',
				Items: [
					{
						Name: '{description}',
						UnitAmount: gross,
						ConsumptionUtc: '{date as utc}',
						CategoryId: '{accountCode}',
						BillId: '{destinationAccount}',
						ExternalIdentifier: '{reference}',
					},
				],
				Client: 'n8n',
			},
			updateBody: {
				Client: 'n8n',
				Name: { Value: '{description}' },
				UnitAmount: { Value: gross },
				ConsumptionUtc: { Value: '{date as utc}' },
				CategoryId: { Value: '{accountCode}' },
				BillId: { Value: '{destinationAccount}' },
				ExternalIdentifier: { Value: '{reference}' },
			},
			returnedItem: {
				Id: '{id}',
				ServiceOrderId: '{reservationId}',
				Name: '{description}',
				UnitAmount: { GrossValue: '{amount}' },
				ConsumedUtc: '{date as utc}',
				CategoryId: '{accountCode}',
				BillId: '{destinationAccount}',
				ExternalIdentifier: '{reference}',
			},
			listQuery: { ServiceOrderIds: '{reservationId}' },
			itemsField: 'OrderItems',
		},
	},
	queryLanguage: {
		accounts,
		settings: {
			requestQuery: { minorversion: '75' },
			createBody: {
				CustomerRef: { value: '{reservationId}' },
				Line: [line],
				DocNumber: '{reference}',
			},
			updateBody: { sparse: true, Line: [line], DocNumber: '{reference}' },
			returnedItem: {
				Id: '{id}',
				CustomerRef: { value: '{reservationId}' },
				Line: [line],
				DocNumber: '{reference}',
			},
			listQuery: { query: "select * from Charge where Ref = '{reservationId}'" },
			itemsField: 'QueryResponse.Charge',
		},
	},
};
