import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { LIST_SPELLINGS } from '../service/listSpellings';
import { MARKUP_SPELLINGS } from '../service/markupSpellings';
import { REAL_SPELLINGS } from '../service/realSpellings';
import { byId } from './support/serviceItemNode';
import { useHotel } from './support/hotel';

const hotel = useHotel();

/** Amounts that the currency can have, and which fields a service has places for. */
interface Case {
	settings: { [setting: string]: unknown };
	amounts?: [number, number];
	accounts?: { accountCode: string; destinationAccount: string };
	/** What Simplify gives out otherwise than it was entered. */
	shown?: object;
}

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

const element = {
	Amount: { '@cur': 'EUR', $: '{amount as commaText}' },
	Day: { $: '{date as yyyyMMdd}' },
	Text: { $: '{description}' },
	Account: { $: '{accountCode}' },
	Window: { $: '{destinationAccount}' },
	Voucher: { $: '{reference}' },
};
const graphInput = {
	cents: '{amount as minorUnits as text}',
	day: '{date}',
	note: '{description}',
	ledger: '{accountCode}',
	billTo: '{destinationAccount}',
	mutationId: '{reference}',
};
const row = (name: string, value: string) => ({ custom_field: { pk: 7, name }, value });
const rows = [
	row('Amount', '{amount}'),
	row('Day', '{date}'),
	row('Text', '{description}'),
	row('Code', '{accountCode}'),
	row('Payer', '{destinationAccount}'),
	row('Ref', '{reference}'),
];

const SPELLINGS = { ...REAL_SPELLINGS, ...LIST_SPELLINGS, ...MARKUP_SPELLINGS };
const NUMBERED = ['moneyObject', 'propertyManagement', 'folioWindows'];

/** What a user pastes from the documentation of each service. */
const CASES: Record<keyof typeof SPELLINGS, Case> = {
	fromXml: {
		accounts,
		settings: {
			createBody: { Charge: { '@attributes': { res: '{reservationId}' }, ...element } },
			updateBody: { Charge: element },
			returnedItem: { '@attributes': { id: '{id}', res: '{reservationId}' }, ...element },
			listQuery: { res: '{reservationId}' },
			itemsField: 'Envelope.Body.Charges.Charge',
		},
	},
	graph: {
		accounts,
		settings: {
			createBody: { input: { reservationId: '{reservationId}', ...graphInput } },
			updateBody: { input: graphInput },
			returnedItem: { id: '{id}', reservationId: '{reservationId}', ...graphInput },
			listQuery: { reservation: '{reservationId}' },
			itemsField: 'data.reservation.charges.edges[].node',
		},
	},
	formRows: {
		accounts,
		settings: {
			createBody: { booking: '{reservationId}', values: rows },
			updateBody: { values: rows },
			returnedItem: { pk: '{id}', values: rows },
			listQuery: { booking: '{reservationId}' },
			itemsField: 'booking.charges',
		},
	},
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
		shown: { destinationAccount: 2 },
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
			returnedItem: { type: 'charges', id: '{id}', attributes: jsonApiAttributes },
			listQuery: { 'filter[reservation]': '{reservationId}' },
		},
	},
	moneyObject: {
		accounts,
		settings: {
			createBody: { booking_id: '{reservationId as number}', ...moneyFields },
			returnedItem: {
				id: '{id as number}',
				booking_id: '{reservationId as number}',
				...moneyFields,
			},
			listQuery: { filter: 'booking$eq:{reservationId}' },
		},
	},
	propertyManagement: {
		accounts,
		shown: { accountCode: 4400 },
		settings: {
			requestHeaders: { 'X-Hotel-Key': 'gate-17' },
			requestQuery: { hotelCode: 'BER1' },
			createBody: { Header: { ResNo: '{reservationId}', Source: 'API' }, Line: pmsFields },
			updateBody: { Line: pmsFields },
			returnedItem: { LineNo: '{id as number}', ...pmsFields },
			listQuery: { ResNo: '{reservationId}' },
			itemsField: 'Lines',
		},
	},
	cents: {
		accounts,
		settings: {
			createBody: { customer: '{reservationId}', currency: 'eur', ...centFields },
			returnedItem: { id: '{id}', customer: '{reservationId}', ...centFields },
			listQuery: { customer: '{reservationId}' },
		},
	},
	rootList: {
		accounts,
		settings: {
			createBody: [{ booking: 'B-{reservationId}', ...listFields }],
			returnedItem: { uid: '{id}', booking: 'B-{reservationId}', ...listFields },
			listQuery: { booking: '{reservationId}' },
		},
	},
	yen: {
		amounts: [1200, 980],
		settings: {
			currencyDecimals: 0,
			amountField: 'yen',
			amountFormat: 'minorUnits',
			dateField: 'day',
			descriptionField: 'what',
		},
	},
	dinars: {
		amounts: [12.345, 0.5],
		settings: {
			currencyDecimals: 3,
			createBody: {
				reservationId: '{reservationId}',
				fils: '{amount as minorUnits}',
				day: '{date}',
				what: '{description}',
			},
			returnedItem: { id: '{id}', fils: '{amount as text}', day: '{date}', what: '{description}' },
		},
	},
	customFields: {
		settings: {
			createBody: { res: '{reservationId}', fields: named },
			returnedItem: {
				key: '{id}',
				values: {
					amount: '{amount}',
					date: '{date as dd/MM/yyyy}',
					text: '{description}',
					ref: '{reference}',
				},
			},
			listQuery: { q: 'res={reservationId}' },
			itemsField: 'response.items',
		},
	},
};

const reservationId = '1001';
const timezone = 'Europe/Berlin';
const simplify = { simplify: true };

describe.each(Object.entries(CASES))('a service that spells like %s', (name, testCase) => {
	const { settings, amounts = [12.5, 20], accounts: codes } = testCase;
	const [amount, other] = amounts;
	const plain = { amount, date: '2026-11-21', description: 'Late checkout' };
	const shown = { ...plain, ...codes, ...testCase.shown };

	beforeEach(() => {
		const spelling = SPELLINGS[name as keyof typeof SPELLINGS];
		const isNumbered = NUMBERED.includes(name);
		const given = Object.entries(settings).map(([setting, value]) => [
			setting,
			typeof value === 'object' ? JSON.stringify(value) : value,
		]);
		hotel.speak(
			{ spelling, referenceField: 'externalRef', idType: isNumbered ? 'number' : 'string' },
			Object.fromEntries(given) as ICredentialDataDecryptedObject,
		);
	});

	async function run(operation: string, parameters: INodeParameters): Promise<IDataObject[]> {
		const options = operation === 'delete' ? {} : simplify;
		const done = await hotel.run(operation, { options, ...parameters }, { timezone });
		expect(done.error?.message).toBeUndefined();
		return done.json();
	}
	const create = async (): Promise<string> => {
		const [item] = await run('create', { reservationId, ...plain, ...additional });
		const id = item?.id;
		return typeof id === 'number' ? String(id) : (id as string);
	};
	const additional: INodeParameters = { additionalFields: codes ?? {} };

	it('takes a charge through its whole life, with settings alone', async () => {
		const id = await create();
		expect(await run('get', { serviceId: byId(id) })).toMatchObject([shown]);
		expect(await run('getAll', { reservationId, returnAll: true })).toMatchObject([shown]);

		const updated = { serviceId: byId(id), updateFields: { amount: other } };
		expect(await run('update', updated)).toMatchObject([{ amount: other }]);
		expect(await run('get', { serviceId: byId(id) })).toMatchObject([{ ...shown, amount: other }]);
		const changes = { date: '2026-11-22', description: 'Spa' };
		const changed = { serviceId: byId(id), updateFields: changes };
		expect(await run('update', changed)).toMatchObject([changes]);
		const last = { ...shown, ...changes, amount: other };
		expect(await run('getAll', { reservationId, returnAll: true })).toMatchObject([last]);

		expect(await run('delete', { serviceId: byId(id) })).toEqual([{ deleted: true }]);
		expect(await run('getAll', { reservationId, returnAll: true })).toEqual([]);
	});

	it('creates once, and brings up to date only what differs', async () => {
		const wanted = { reservationId, reference: 'order-1', ...plain, ...additional };
		expect(await run('upsert', wanted)).toMatchObject([{ _action: 'created', amount }]);
		expect(await run('upsert', wanted)).toMatchObject([{ _action: 'unchanged' }]);
		expect(await run('upsert', { ...wanted, amount: other })).toMatchObject([
			{ _action: 'updated', amount: other },
		]);
		expect(await run('sync', { ...wanted, amount: other })).toMatchObject([
			{ action: 'unchanged' },
		]);
		expect(await run('sync', { ...wanted, description: 'Spa' })).toMatchObject([
			{ action: 'updated' },
		]);
		expect(hotel.service.books.all()).toHaveLength(1);
		expect(hotel.service.books.changes).toMatchObject({ created: 1, updated: 2 });
	});

	it('is right by Check and its write test', async () => {
		hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url });
		await run('create', { reservationId, ...plain, ...additional });
		await run('create', { reservationId, ...plain, ...additional, amount: other });
		const check = { resource: 'apiFormat', reservationId, writeTest: true };
		const report = await run('check', check);

		expect(report.filter(({ verdict }) => verdict === 'change')).toEqual([]);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

	it('recognizes a charge by its fields', async () => {
		const wanted = { reservationId, preventDuplicates: 'sameFields', ...plain, ...additional };
		expect(await run('create', wanted)).toMatchObject([{ _action: 'created' }]);
		expect(await run('create', wanted)).toMatchObject([{ _action: 'alreadyExisted' }]);
	});
});

describe('an example that cannot be used', () => {
	it.each([
		['createBody', '{ "price": "{amout}" }', `'Create Body'`, '{amount}'],
		['createBody', '{ "price": {amount} }', `'Create Body'`, '"{amount}"'],
		[
			'returnedItem',
			'{ "day": "{date as DD/MM/YYYY}" }',
			`'Returned Service Item'`,
			'{date as dd/MM/yyyy}',
		],
		['requestHeaders', '{ "Authorization": "x" }', `'Request Headers'`, 'Authorization'],
	])('is named before anything is sent: %s %s', async (setting, value, label, right) => {
		hotel.credential.edit({ customApiFormat: true, [setting]: value });
		const charge = { reservationId, amount: 1, date: '2026-11-21', description: 'x' };
		const run = await hotel.run('create', charge);

		expect(run.error?.message).toContain(label);
		expect(`${run.error?.message} ${run.error?.description}`).toContain(right);
		expect(hotel.service.log.entries).toEqual([]);
	});
});

it('a charge without its date is made with one word about it', async () => {
	hotel.speak(
		{ requiredFields: ['amount'] },
		{ createBody: '{ "reservationId": "{reservationId}", "amount": "{amount}" }' },
	);
	const charge = { reservationId: 'R-1', amount: 1, date: '2026-11-21', description: 'x' };
	const run = await hotel.run('create', charge, { items: [{}, {}] });

	expect(run.error).toBeUndefined();
	expect(hotel.bodies[0]).toEqual({ reservationId: 'R-1', amount: 1 });
	expect(run.hints.map(({ message }) => message).join('; ')).toMatch(
		/^'Date' was left out.*; 'Description' was left out.*'Create Body'[^;]*$/,
	);
});

it('what Update Body always sends is read first', async () => {
	const updateBody = '{ "amount": "{amount}", "date": "{date!}", "description": "{description}" }';
	hotel.speak({}, { updateBody });
	const charge = { reservationId: 'R-1', amount: 1, date: '2026-11-21', description: 'x' };
	await hotel.run('create', charge);
	await hotel.run('update', { serviceId: byId('si-1'), updateFields: { amount: 2 } });
	await hotel.run('update', { serviceId: byId('si-1'), updateFields: { date: '2026-11-22' } });

	expect(hotel.bodies.slice(1)).toEqual([
		{ amount: 2, date: '2026-11-21' },
		{ date: '2026-11-22' },
	]);
	expect(hotel.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'PATCH', 'PATCH']);
});
