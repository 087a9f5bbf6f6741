import type { REAL_SPELLINGS } from '../../service/spellings';

/** What a user pastes for a service: the examples, amounts that its currency can have, and which fields it has places for. */
export interface PastedSettings {
	settings: { [setting: string]: unknown };
	/** Query at the end of the base URL. */
	query?: string;
	amounts?: [number, number];
	accounts?: { accountCode: string; destinationAccount: string };
}

/** Accounts as most services take them. */
export const accounts = { accountCode: '4400', destinationAccount: 'GUEST' };

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
export const REAL_SETTINGS: Record<keyof typeof REAL_SPELLINGS, PastedSettings> = {
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
