import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { LIST_SPELLINGS, REAL_SPELLINGS } from '../../service/spellings';
import type { Hotel } from './hotel';

/** What a user pastes for a service: the examples, amounts that its currency can have, and which fields it has places for. */
export interface PastedSettings {
	settings: { [setting: string]: unknown };
	/** Query at the end of the base URL. */
	query?: string;
	amounts?: [number, number];
	accounts?: { accountCode: string; destinationAccount: string };
}

/** Accounts as most services take them. */
const accounts = { accountCode: '4400', destinationAccount: 'GUEST' };

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
const REAL_SETTINGS: Record<keyof typeof REAL_SPELLINGS, PastedSettings> = {
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
			listQuery: { 'filter[reservation]': '{reservationId}' },
			listResponse: {
				data: [{ type: 'charges', id: '{id}', attributes: jsonApiAttributes }],
				meta: { kind: 'list' },
			},
		},
	},
	moneyObject: {
		accounts,
		settings: {
			createBody: { booking_id: '{reservationId as number}', ...moneyFields },
			listQuery: { filter: 'booking$eq:{reservationId}' },
			listResponse: {
				results: [{ id: '{id}', booking_id: '{reservationId}', ...moneyFields }],
			},
		},
	},
	propertyManagement: {
		accounts,
		query: '?hotelCode=BER1',
		settings: {
			requestHeaders: { 'X-Hotel-Key': 'gate-17' },
			createBody: { Header: { ResNo: '{reservationId}', Source: 'API' }, Line: pmsFields },
			listQuery: { ResNo: '{reservationId}' },
			listResponse: { Success: true, Lines: [{ LineNo: '{id}', ...pmsFields }] },
		},
	},
	cents: {
		accounts,
		settings: {
			createBody: { customer: '{reservationId}', currency: 'eur', ...centFields },
			listResponse: {
				object: 'list',
				data: [{ id: '{id}', customer: '{reservationId}', ...centFields }],
			},
		},
	},
	rootList: {
		accounts,
		settings: {
			createBody: [{ booking: 'B-{reservationId}', ...listFields }],
			listQuery: { booking: '{reservationId}' },
			listResponse: [{ uid: '{id}', booking: 'B-{reservationId}', ...listFields }],
		},
	},
	yen: {
		amounts: [1200, 980],
		settings: {
			createBody: {
				reservationId: '{reservationId}',
				yen: '{amount as minorUnits(0)}',
				day: '{date}',
				what: '{description}',
			},
		},
	},
	dinars: {
		amounts: [12.345, 0.5],
		settings: {
			createBody: {
				reservationId: '{reservationId}',
				fils: '{amount as minorUnits(3)}',
				day: '{date}',
				what: '{description}',
			},
			listResponse: [
				{ id: '{id}', fils: '{amount as text(3)}', day: '{date}', what: '{description}' },
			],
		},
	},
	customFields: {
		settings: {
			createBody: { res: '{reservationId}', fields: named },
			listQuery: { q: 'res={reservationId}' },
			listResponse: {
				response: {
					items: [
						{
							key: '{id}',
							values: {
								amount: '{amount}',
								date: '{date as dd/MM/yyyy}',
								text: '{description}',
								ref: '{reference}',
							},
						},
					],
				},
			},
		},
	},
};

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
const LIST_SETTINGS: Record<keyof typeof LIST_SPELLINGS, PastedSettings> = {
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

const SPELLINGS = { ...REAL_SPELLINGS, ...LIST_SPELLINGS };
type Spelled = keyof typeof SPELLINGS;

/** What a user pastes for each service that spells in its own way. */
export const PASTED: Record<Spelled, PastedSettings> = { ...REAL_SETTINGS, ...LIST_SETTINGS };
/** Those whose IDs are numbers. */
const NUMBERED: Spelled[] = ['moneyObject', 'propertyManagement', 'folioWindows'];

/**
 * The service spells in its own way, and the user has pasted its examples.
 *
 * @param unknown examples that are left out
 */
export function paste(hotel: Hotel, name: Spelled, unknown: string[] = []): void {
	const { settings, query = '' } = PASTED[name];
	const idType = NUMBERED.includes(name) ? 'number' : 'string';
	const texts = Object.entries(settings)
		.filter(([setting]) => !unknown.includes(setting))
		.map(([setting, value]) => [setting, JSON.stringify(value)]);
	hotel.speak(
		{ spelling: SPELLINGS[name], referenceField: 'externalRef', idType },
		Object.fromEntries(texts) as ICredentialDataDecryptedObject,
	);
	const baseUrl = `${hotel.service.url}${query}`;
	hotel.credential.edit({ baseUrl, testBaseUrl: baseUrl });
}
