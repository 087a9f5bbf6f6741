import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
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

/** What a user pastes from the documentation of each service. */
const CASES: Record<keyof typeof REAL_SPELLINGS, Case> = {
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
		const spelling = REAL_SPELLINGS[name as keyof typeof REAL_SPELLINGS];
		const isNumbered = ['moneyObject', 'propertyManagement'].includes(name);
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

		await run('update', { serviceId: byId(id), updateFields: { amount: other } });
		expect(await run('get', { serviceId: byId(id) })).toMatchObject([{ ...shown, amount: other }]);
		const changes = { date: '2026-11-22', description: 'Spa' };
		await run('update', { serviceId: byId(id), updateFields: changes });
		const changed = { ...shown, ...changes, amount: other };
		expect(await run('getAll', { reservationId, returnAll: true })).toMatchObject([changed]);

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
