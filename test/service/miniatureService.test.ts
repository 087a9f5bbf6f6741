import type { AxiosInstance } from 'axios';
import { connect, connectAs } from './client';
import { DEFAULT_ACCOUNT, startMiniatureService, type MiniatureService } from './miniatureService';
import { SAMPLE } from './slots';
import { dialectOf, fillPattern } from './spelling';
import { SPELLINGS } from './spellings';
import type { Spelling } from './dialect';

let service: MiniatureService;
let client: AxiosInstance;

beforeEach(async () => {
	service = await startMiniatureService();
	client = await connectAs(service);
});

afterEach(() => service.stop());

const late = { amount: 35, date: '2026-11-21', description: 'Late checkout' };
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

/** The judge of all other tests keeps to the service's documentation, to the letter. Its faults are seen where they are used. */
it('POST /token gives a token for the right account and key', async () => {
	const { status, data } = await connect(service).post<unknown>('/token', DEFAULT_ACCOUNT);
	const message = 'Authentication was successful';
	const token = expect.stringMatching(/^\S+$/) as string;
	const said = { success: true, token_type: 'Bearer', message, token, expires_in: 86_400 };
	expect([status, data]).toEqual([200, said]);
});

it.each([
	['an Authorization header', DEFAULT_ACCOUNT, { Authorization: 'Bearer x' }],
	['another content type', JSON.stringify(DEFAULT_ACCOUNT), { 'Content-Type': 'text/plain' }],
	['malformed JSON', '{"accountId":', { 'Content-Type': 'application/json' }],
	['no key', { accountId: 'hotel-1' }, {}],
	['a number as account', { accountId: 1, key: 'key-1' }, {}],
])('POST /token refuses %s with 400', async (_, body, headers) => {
	expect((await connect(service).post('/token', body, { headers })).status).toBe(400);
	expect(service.tokens.issued).toBe(1);
});

it('lists the items of one reservation in the order of their creation', async () => {
	for (const [reservationId, item] of Object.entries({ r1: late, r2: spa })) {
		service.books.add(reservationId, item);
	}
	service.books.add('r1', spa);
	const first = { id: 'si-1', reservationId: 'r1', ...late };
	expect(await client.get('/services?reservationId=r1')).toMatchObject({
		status: 200,
		data: { items: [first, { id: 'si-3', ...spa }] },
	});
	expect((await client.get('/services?reservationId=r9')).data).toEqual({ items: [] });
	expect((await client.get('/services')).status).toBe(400);
});

it('stores what is created, with what it does not know, under an ID of its own', async () => {
	const body = { reservationId: 'r1', ...spa, tags: ['vip'] };
	const { status, data } = await client.post<unknown>('/services', { ...body, id: 'mine' });
	expect([status, data]).toEqual([201, { ...body, id: 'si-1' }]);
	expect(service.books.all('r1')).toMatchObject([{ id: 'si-1', ...spa }]);
});

it.each([
	['reservationId', '', 'reservationId is required'],
	['amount', '35', 'amount must be like 12.5'],
	['date', undefined, 'date is required'],
	['date', '2026-02-30', 'date must be like "2026-11-21"'],
	['accountCode', 4200, 'accountCode must be like "4400"'],
])('refuses to create with %s = %j', async (field, value, message) => {
	const body = { reservationId: 'r1', ...spa, [field]: value };
	expect(await client.post('/services', body)).toMatchObject({ status: 400, data: { message } });
	expect(service.books.all()).toEqual([]);
});

it('changes what is sent and nothing else, objects deeply', async () => {
	service.books.add('r1', { ...spa, raw: { meta: { a: 1, b: { c: [1, 2] } } } });
	const change = { amount: 99, accountCode: null, meta: { b: { c: [3] } } };
	expect(await client.patch('/services/si-1', change)).toMatchObject({
		status: 200,
		data: { ...spa, ...change, meta: { a: 1, b: { c: [3] } } },
	});
	expect(service.books.changes).toEqual({ created: 0, updated: 1, deleted: 0 });
});

it.each([
	[{}, 'The body holds no change'],
	[{ amount: null }, 'amount is required'],
	[{ id: 'si-2' }, 'id cannot be changed'],
	[{ reservationId: 'r2' }, 'reservationId cannot be changed'],
])('refuses the change %j', async (body, message) => {
	service.books.add('r1', spa);
	const answer = await client.patch('/services/si-1', body);
	expect(answer).toMatchObject({ status: 400, data: { message } });
	expect(service.books.all()).toMatchObject([spa]);
});

it('removes an item, once', async () => {
	service.books.add('r1', spa);
	expect((await client.delete('/services/si-1')).status).toBe(204);
	for (const method of ['GET', 'PATCH', 'DELETE']) {
		const answer = await client.request({ method, url: '/services/si-1', data: { amount: 1 } });
		const data = { message: 'Service item si-1 was not found' };
		expect(answer).toMatchObject({ status: 404, data });
	}
});

it.each(Object.entries<Spelling>(SPELLINGS))(
	'takes and shows charges as %s',
	async (_, spelling) => {
		service.dialect = dialectOf(spelling);
		const { headers, created, changed, listed, shown, list = (items) => items } = spelling;
		const sample = { ...SAMPLE, id: undefined };
		const written = (
			pattern: Spelling['shown'],
			values: { [property: string]: string | number | undefined },
		) =>
			fillPattern(pattern, ({ property, write }) => {
				const value = values[property];
				return value === undefined ? undefined : write(value);
			}) ?? null;
		expect((await client.post('/services', {}, { headers })).status).toBe(400);
		const asked = { params: written(listed, sample), headers };
		expect((await client.post('/services', written(created, sample), { headers })).status).toBe(
			201,
		);
		const { id } = service.books.all('7731')[0] ?? {};
		const change = { ...sample, description: 'Spa' };
		const patch = await client.patch(`/services/${id}`, written(changed, change), { headers });
		expect(patch.status).toBeLessThan(300);
		const item = written(shown, { ...change, id });
		expect(await client.get('/services', asked)).toMatchObject({ status: 200, data: list([item]) });
	},
);
