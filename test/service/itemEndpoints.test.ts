import { useService } from './useService';

const { service, client } = useService();

const lateCheckout = { amount: 35, date: '2026-11-21', description: 'Late checkout' };
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

describe('GET /services', () => {
	it('gives the items of one reservation in the order of their creation', async () => {
		service.books.add('r1', lateCheckout);
		service.books.add('r2', { ...spa, description: 'Not mine' });
		service.books.add('r1', spa);
		const { status, data } = await client.get<unknown>('/services?reservationId=r1');
		expect(status).toBe(200);
		expect(data).toEqual({
			items: [
				{ id: 'si-1', reservationId: 'r1', ...lateCheckout },
				{ id: 'si-3', reservationId: 'r1', ...spa },
			],
		});
	});

	it('gives an empty list for a reservation never heard of', async () => {
		const { status, data } = await client.get<unknown>('/services?reservationId=r9');
		expect([status, data]).toEqual([200, { items: [] }]);
	});

	it.each(['/services', '/services?reservationId=', '/services?reservation=r1'])(
		'refuses %s with 400',
		async (url) => {
			expect(await client.get(url)).toMatchObject({
				status: 400,
				data: { message: 'reservationId is required' },
			});
		},
	);

	it('decodes the reservation in the query', async () => {
		service.books.add('r/1 & 2', lateCheckout);
		const { data } = await client.get<{ items: unknown[] }>('/services', {
			params: { reservationId: 'r/1 & 2' },
		});
		expect(data.items).toHaveLength(1);
	});
});

describe('GET /services/{serviceId}', () => {
	it('gives the item', async () => {
		service.books.add('r1', lateCheckout);
		const { status, data } = await client.get<unknown>('/services/si-1');
		expect(status).toBe(200);
		expect(data).toEqual({ id: 'si-1', reservationId: 'r1', ...lateCheckout });
	});

	it('decodes the identifier', async () => {
		service.books.add('r1', { ...lateCheckout, id: 'a/b ?ü%' });
		const { data } = await client.get<unknown>(`/services/${encodeURIComponent('a/b ?ü%')}`);
		expect(data).toMatchObject({ id: 'a/b ?ü%' });
	});

	it('refuses an address that cannot be decoded', async () => {
		expect((await client.get('/services/%E0%A4')).status).toBe(400);
	});
});

describe('PATCH /services/{serviceId}', () => {
	beforeEach(() => {
		service.books.add('r1', { ...spa, raw: { meta: { a: 1, b: { c: [1, 2] } } } });
	});

	it('changes what is sent and nothing else', async () => {
		const { status, data } = await client.patch<unknown>('/services/si-1', { amount: 99 });
		const expected = { id: 'si-1', reservationId: 'r1', ...spa, amount: 99 };
		expect(status).toBe(200);
		expect(data).toMatchObject(expected);
		expect(service.books.all()[0]).toMatchObject({ ...spa, amount: 99 });
		expect(service.books.changes).toEqual({ created: 0, updated: 1, deleted: 0 });
	});

	it('merges objects deeply and replaces lists', async () => {
		const change = { meta: { b: { c: [3], d: true }, e: null } };
		const { data } = await client.patch<unknown>('/services/si-1', change);
		expect(data).toMatchObject({ meta: { a: 1, b: { c: [3], d: true }, e: null } });
	});

	it('blanks a field that is not required', async () => {
		await client.patch('/services/si-1', { accountCode: null });
		expect(service.books.all()[0]).not.toHaveProperty('accountCode');
	});

	it('takes the identifier and the reservation if they are the same', async () => {
		const body = { id: 'si-1', reservationId: 'r1', description: 'Massage' };
		expect((await client.patch('/services/si-1', body)).status).toBe(200);
	});

	it.each([
		[{}, 'The body holds no change'],
		[{ amount: null }, 'amount is required'],
		[{ amount: '12' }, 'amount must be a number'],
		[{ date: '2026-11-31' }, 'date must be a date such as 2026-11-21'],
		[{ description: '' }, 'description is required'],
		[{ id: 'si-2' }, 'id cannot be changed'],
		[{ reservationId: 'r2' }, 'reservationId cannot be changed'],
	])('refuses %j', async (body, message) => {
		const answer = await client.patch('/services/si-1', body);
		expect(answer).toMatchObject({ status: 400, data: { message } });
		expect(service.books.all()[0]).toMatchObject(spa);
		expect(service.books.changes.updated).toBe(0);
	});

	it('refuses an empty body and another content type', async () => {
		const headers = { 'Content-Type': 'application/json' };
		expect((await client.patch('/services/si-1', undefined, { headers })).status).toBe(400);
		const text = { headers: { 'Content-Type': 'text/plain' } };
		expect((await client.patch('/services/si-1', '{"amount":1}', text)).status).toBe(400);
	});
});

describe('DELETE /services/{serviceId}', () => {
	it('removes the item, once', async () => {
		service.books.add('r1', spa);
		service.books.add('r1', lateCheckout);
		const first = await client.delete<unknown>('/services/si-1');
		expect([first.status, first.data]).toEqual([204, '']);
		expect((await client.delete('/services/si-1')).status).toBe(404);
		expect(service.books.all().map(({ id }) => id)).toEqual(['si-2']);
		expect(service.books.changes).toEqual({ created: 0, updated: 0, deleted: 1 });
		const { data } = await client.get<{ items: unknown[] }>('/services?reservationId=r1');
		expect(data.items).toHaveLength(1);
	});
});

describe('addresses', () => {
	it.each(['GET', 'PATCH', 'DELETE'])('%s of an unknown item is 404', async (method) => {
		const answer = await client.request({ method, url: '/services/si-9', data: { amount: 1 } });
		expect(answer).toMatchObject({
			status: 404,
			data: { message: 'Service item si-9 was not found' },
		});
	});

	it.each(['/', '/services/', '/services/a/b', '/service', '/tokens', '/reservations'])(
		'%s is 404',
		async (url) => {
			expect((await client.get(url)).status).toBe(404);
		},
	);

	it.each([
		['PUT', '/services', 'GET, POST'],
		['DELETE', '/services', 'GET, POST'],
		['POST', '/services/si-1', 'GET, PATCH, DELETE'],
		['PUT', '/services/si-1', 'GET, PATCH, DELETE'],
	])('%s %s is 405', async (method, url, allow) => {
		const { status, headers } = await client.request({ method, url });
		expect([status, headers.allow]).toEqual([405, allow]);
	});
});
