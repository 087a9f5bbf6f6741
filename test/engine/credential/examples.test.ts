import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NUMBERED_PAGES } from '../../service/spellings';
import { useCannedService } from '../support/cannedService';
import { CHARGE, useHotel } from '../support/hotel';
import { paste, PASTED, type PastedSettings } from '../support/pastedSettings';
import { byId, runServiceItem } from '../support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const entries = Object.entries(PASTED) as Array<[keyof typeof PASTED, PastedSettings]>;
const reservationId = '1001';
const timezone = 'Europe/Berlin';

async function run(operation: string, parameters: INodeParameters): Promise<IDataObject[]> {
	const done = await hotel.run(operation, { simplify: true, ...parameters }, { timezone });
	expect(done.error?.message).toBeUndefined();
	return done.json();
}

describe.each(entries)('a service that spells like %s', (name, pasted) => {
	const { amounts = [12.5, 20], accounts: codes } = pasted;
	const [amount, other] = amounts;
	const plain = { amount, date: '2026-11-21', description: 'Late checkout' };
	const shown = { ...plain, ...codes };
	const additional: INodeParameters = { additionalFields: codes ?? {} };

	beforeEach(() => paste(hotel, name));

	it('takes a charge through its whole life, and knows it by its fields, with settings alone', async () => {
		const wanted = { reservationId, preventDuplicates: 'sameFields', ...plain, ...additional };
		const [created] = await run('create', wanted);
		expect(created).toMatchObject({ action: 'created' });
		expect(await run('create', wanted)).toMatchObject([{ action: 'alreadyExisted' }]);

		const id = created?.id as string;
		expect(await run('get', { serviceId: byId(id) })).toMatchObject([shown]);
		const updated = { serviceId: byId(id), updateFields: { amount: other } };
		expect(await run('update', updated)).toMatchObject([{ amount: other }]);
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
		expect(await run('upsert', wanted)).toMatchObject([{ action: 'created', amount }]);
		expect(await run('upsert', wanted)).toMatchObject([{ action: 'unchanged' }]);
		const changed = { ...wanted, amount: other, description: 'Spa' };
		expect(await run('sync', changed)).toMatchObject([{ action: 'updated' }]);
		expect(await run('sync', changed)).toMatchObject([{ action: 'unchanged' }]);
		expect(hotel.service.books.all()).toHaveLength(1);
		expect(hotel.service.books.changes).toMatchObject({ created: 1, updated: 1 });
	});
});

it('nothing of it holds while Custom API Format is off, and a change holds at once', async () => {
	hotel.speak({ amountField: 'total' });
	for (const customApiFormat of [false, true]) {
		hotel.credential.edit({ customApiFormat });
		await hotel.run('create', CHARGE);
	}

	const { amount, ...others } = CHARGE;
	expect(hotel.bodies).toEqual([CHARGE, { ...others, total: amount }]);
});

it('{{amount}}, which n8n takes for an expression, is told from {amount}', async () => {
	const createBody = '={ "reservationId": "{reservationId}", "amount": "{{amount}}" }';
	const run = await canned.run('create', CHARGE, { createBody });
	expect(run.error?.message).toMatch(/^'Create Body' .* has no \{amount\}/);
	expect(run.error?.description).toMatch(/in single braces and with the field on Fixed/);
	expect(canned.asked).toEqual([]);
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
	expect(run.hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^Left out, as 'Create Body' .*: 'Date' and 'Description'$/),
	]);
});

it('a charge is brought up to date, and then left alone, though no example has a place for its date', async () => {
	const createBody =
		'{ "reservationId": "{reservationId}", "amount": "{amount}", "description": "{description}" }';
	hotel.speak({ requiredFields: ['amount'] }, { createBody });
	const actions: unknown[] = [];
	for (const amount of [25, 30, 30]) {
		const run = await hotel.run('upsert', { ...CHARGE, amount, reference: 'order-1' });
		actions.push(run.error?.message ?? run.json()[0]?.action);
	}
	expect(actions).toEqual(['created', 'updated', 'unchanged']);
});

it('the reservation that Update Body always sends is that of the form where the item shows none', async () => {
	hotel.speak({}, { updateBody: '{ "amount": "{amount}", "booking": "{reservationId!}" }' });
	hotel.seed('si-1');
	hotel.edit('si-1', { reservationId: null });
	const parameters = { reservationId: 'R-1', serviceId: byId('si-1'), updateFields: { amount: 2 } };
	await hotel.run('update', parameters);

	expect(hotel.bodies).toEqual([{ amount: 2, booking: 'R-1' }]);
});

it('headers, and the query of the address, are sent with every request and shown in no error', async () => {
	const credential = canned.credential({ requestHeaders: '{ "X-Property": "property-4711" }' });
	credential.edit({ baseUrl: `${credential.data.baseUrl as string}/?hotelKey=gate-17` });
	const message = 'Unknown property property-4711 at gate-17';
	canned.answer = { status: 400, body: { message } };
	const refused = await runServiceItem(credential, 'getAll', { reservationId: '5512' });

	expect(canned.asked).toEqual(['GET /services?hotelKey=gate-17&reservationId=5512']);
	expect(refused.error?.message).toMatch(/Unknown property \*\*\* at \*\*\*/);
	expect(refused.stored).not.toMatch(/property-4711|gate-17/);
});

const page = readFileSync(path.join(__dirname, '..', '..', '..', 'docs', 'api-format.md'), 'utf8');
const [, example = ''] = page.split('\n## Worked example\n');

/** The credential's names of what the page calls by its label. */
const SETTINGS: Record<string, string> = {
	'Create Body': 'createBody',
	'Update Body': 'updateBody',
	'List Query': 'listQuery',
	'List Response': 'listResponse',
	'Request Headers': 'requestHeaders',
};

/** What the page shows: the request the service documents, and what to enter. */
function read(section: string) {
	const [, body = ''] = /`POST \/services`\n\n```json\n([\s\S]*?)```/.exec(section) ?? [];
	const pasted = [...section.matchAll(/\*\*([^*]+)\*\*[^\n]*\n\n```json\n([\s\S]*?)```/g)];
	const settings = pasted.map(([, label = '', text = '']) => [SETTINGS[label] ?? label, text]);
	return {
		documented: JSON.parse(body) as unknown,
		settings: Object.fromEntries(settings) as Record<string, string>,
	};
}

describe('the worked example', () => {
	const { documented, settings } = read(example);
	const destinationAccount = 'GUEST';
	const charge: INodeParameters = {
		reservationId: '5512',
		reference: 'order-1',
		amount: '25.00',
		date: '2026-11-21',
		description: 'Late checkout until 14:00',
		additionalFields: { accountCode: '4400', destinationAccount },
	};

	beforeEach(() => {
		hotel.speak({ spelling: NUMBERED_PAGES, referenceField: 'externalRef' }, settings);
	});

	it('sends the body that the service documents, once, and shows all fields under the names of the node', async () => {
		await run('upsert', charge);
		expect(hotel.bodies).toEqual([documented]);
		expect(await run('upsert', charge)).toMatchObject([{ action: 'unchanged' }]);
		const { description, date } = charge;
		expect(await run('getAll', { reservationId: '5512', simplify: true })).toMatchObject([
			{ amount: 25, date, description, accountCode: '4400', destinationAccount },
		]);
		expect(await run('sync', { ...charge, amount: '30.00' })).toMatchObject([
			{ action: 'updated' },
		]);
		expect(hotel.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 0 });
	});
});

// Every mistake is a case of the unit tests.
const serviceId = byId('7');
const protectedCharge = { ...CHARGE, reference: 'order-1' };

it.each<[string, INodeParameters, object]>([
	['create', CHARGE, { listResponse: '{ "a": "{dat}" }' }],
	['create', { ...CHARGE, preventDuplicates: 'sameFields' }, { updateBody: '{ "a": "{id}" }' }],
	['get', { serviceId }, { createBody: '{ "a": "{amout}" }' }],
	['getAll', { reservationId: '5512' }, { requestHeaders: '{ "a b": "c" }' }],
	['update', { serviceId, updateFields: { amount: '20' } }, { listQuery: '{ "a": "{res}" }' }],
	['delete', { serviceId }, { updateBody: '{ "a": "{amount as cents}" }' }],
	['upsert', protectedCharge, { requestHeaders: '{ "a b": "c" }' }],
	['sync', protectedCharge, { updateBody: '{ "a": "{amount as cents}" }' }],
])('nothing is sent, no login either, with a bad example: %s %j %j', async (...row) => {
	const [operation, parameters, mistake] = row;
	const run = await canned.run(operation, parameters, { ...mistake });

	expect(run.error?.message).toMatch(/^'[A-Z][A-Za-z ]+' in the Reservation Service credential /);
	expect(run.error?.description).toBeTruthy();
	expect(canned.asked).toEqual([]);
});
