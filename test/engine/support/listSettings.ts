import type { LIST_SPELLINGS } from '../../service/spellings';
import { accounts, type PastedSettings } from './realSettings';

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
			listQuery: { folioIds: '{reservationId}' },
			listResponse: {
				charges: [
					{
						id: '{id}',
						folio: { id: '{reservationId}' },
						name: '{description}',
						amount: { grossAmount: '{amount}', currency: 'EUR' },
						serviceDate: '{date}',
						subAccount: { id: '{accountCode}' },
						target: '{destinationAccount}',
						receipt: '{reference}',
					},
				],
				count: 1,
			},
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
			listQuery: { reservationId: '{reservationId}' },
			listResponse: {
				folioInformation: {
					folioWindows: [{ folios: [{ postings: [{ transactionNo: '{id}', ...posting }] }] }],
				},
			},
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
			listQuery: { ServiceOrderIds: '{reservationId}' },
			listResponse: {
				OrderItems: [
					{
						Id: '{id}',
						ServiceOrderId: '{reservationId}',
						Name: '{description}',
						UnitAmount: { Currency: 'EUR', GrossValue: '{amount}' },
						ConsumedUtc: '{date as utc}',
						CategoryId: '{accountCode}',
						BillId: '{destinationAccount}',
						ExternalIdentifier: '{reference}',
					},
				],
				Cursor: null,
			},
		},
	},
	queryLanguage: {
		accounts,
		query: '?minorversion=75',
		settings: {
			createBody: {
				CustomerRef: { value: '{reservationId}' },
				Line: [line],
				DocNumber: '{reference}',
			},
			updateBody: { sparse: true, Line: [line], DocNumber: '{reference}' },
			listQuery: { query: "select * from Charge where Ref = '{reservationId}'" },
			listResponse: {
				QueryResponse: {
					Charge: [
						{
							Id: '{id}',
							CustomerRef: { value: '{reservationId}' },
							Line: [line],
							DocNumber: '{reference}',
						},
					],
				},
			},
		},
	},
};
