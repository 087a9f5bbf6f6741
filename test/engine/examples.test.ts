import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { LIST_SPELLINGS } from '../service/listSpellings';
import { MARKUP_SPELLINGS } from '../service/markupSpellings';
import { REAL_SPELLINGS } from '../service/realSpellings';
import { useHotel } from './support/hotel';
import { LIST_SETTINGS } from './support/listSettings';
import { MARKUP_SETTINGS } from './support/markupSettings';
import type { PastedSettings } from './support/pastedSettings';
import { REAL_SETTINGS } from './support/realSettings';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const SPELLINGS = { ...REAL_SPELLINGS, ...LIST_SPELLINGS, ...MARKUP_SPELLINGS };
const SETTINGS: { [spelling: string]: PastedSettings } = {
	...REAL_SETTINGS,
	...LIST_SETTINGS,
	...MARKUP_SETTINGS,
};
const NUMBERED = ['moneyObject', 'propertyManagement', 'folioWindows'];

const reservationId = '1001';
const timezone = 'Europe/Berlin';
const simplify = { simplify: true };

describe.each(Object.entries(SETTINGS))('a service that spells like %s', (name, pasted) => {
	const { settings, amounts = [12.5, 20], accounts: codes } = pasted;
	const [amount, other] = amounts;
	const plain = { amount, date: '2026-11-21', description: 'Late checkout' };
	const shown = { ...plain, ...codes };

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
