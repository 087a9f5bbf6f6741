import type { AxiosInstance } from 'axios';
import { connect, connectAs } from './client';
import { DEFAULT_ACCOUNT, startMiniatureService, type MiniatureService } from './miniatureService';

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
describe('POST /token', () => {
	it('gives a token for the right account and key', async () => {
		const { status, data } = await connect(service).post<unknown>('/token', DEFAULT_ACCOUNT);
		expect([status, data]).toEqual([
			200,
			{
				success: true,
				token_type: 'Bearer',
				message: 'Authentication was successful',
				token: expect.stringMatching(/^\S+$/) as string,
				expires_in: 86_400,
			},
		]);
	});

	it.each([
		['an Authorization header', DEFAULT_ACCOUNT, { Authorization: 'Bearer x' }],
		['another content type', JSON.stringify(DEFAULT_ACCOUNT), { 'Content-Type': 'text/plain' }],
		['malformed JSON', '{"accountId":', { 'Content-Type': 'application/json' }],
		['no key', { accountId: 'hotel-1' }, {}],
		['a number as account', { accountId: 1, key: 'key-1' }, {}],
	])('refuses %s with 400', async (_, body, headers) => {
		expect((await connect(service).post('/token', body, { headers })).status).toBe(400);
		expect(service.tokens.issued).toBe(1);
	});
});

describe('/services', () => {
	it('lists the items of one reservation in the order of their creation', async () => {
		service.books.add('r1', late);
		service.books.add('r2', spa);
		service.books.add('r1', spa);
		expect(await client.get('/services?reservationId=r1')).toMatchObject({
			status: 200,
			data: {
				items: [
					{ id: 'si-1', reservationId: 'r1', ...late },
					{ id: 'si-3', ...spa },
				],
			},
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
		['amount', '35', 'amount must be a number'],
		['date', undefined, 'date is required'],
		['date', '2026-02-30', 'date must be a date such as 2026-11-21'],
		['accountCode', 4200, 'accountCode must be a text'],
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
			const data = { amount: 1 };
			expect(await client.request({ method, url: '/services/si-1', data })).toMatchObject({
				status: 404,
				data: { message: 'Service item si-1 was not found' },
			});
		}
	});
});
