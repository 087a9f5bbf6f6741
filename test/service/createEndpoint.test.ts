import { useService } from './useService';

const { service, client } = useService();

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

describe('POST /services', () => {
	it('stores the item and answers it', async () => {
		const body = { reservationId: 'r1', ...spa, destinationAccount: 'spa' };
		const { status, data } = await client.post<unknown>('/services', body);
		expect([status, data]).toEqual([201, { id: 'si-1', ...body }]);
		expect(service.books.all('r1')).toEqual([
			{ id: 'si-1', ...body, raw: { id: 'si-1', ...body } },
		]);
		expect(service.books.changes).toEqual({ created: 1, updated: 0, deleted: 0 });
	});

	it('keeps unknown properties as they came', async () => {
		const extras = { tags: ['vip', null], meta: { seats: { count: 2 } }, note: '  ö ' };
		await client.post('/services', { reservationId: 'r1', ...spa, ...extras });
		expect((await client.get<unknown>('/services/si-1')).data).toMatchObject(extras);
	});

	it('gives identifiers itself', async () => {
		const body = { id: 'mine', reservationId: 'r1', ...spa };
		expect((await client.post<unknown>('/services', body)).data).toMatchObject({ id: 'si-1' });
	});

	it('never gives an identifier twice', async () => {
		service.books.add('r1', { ...spa, id: 'si-2' });
		const create = () => client.post<{ id: string }>('/services', { reservationId: 'r1', ...spa });
		const ids = [(await create()).data.id, (await create()).data.id];
		await client.delete('/services/si-3');
		ids.push((await create()).data.id);
		expect(ids).toEqual(['si-1', 'si-3', 'si-4']);
	});

	it('takes a reservation that is a number', async () => {
		const { data } = await client.post<unknown>('/services', { reservationId: 17, ...spa });
		expect(data).toMatchObject({ reservationId: 17 });
		expect(service.books.all('17')).toHaveLength(1);
	});

	it('takes zero, negative amounts and leap days', async () => {
		for (const change of [{ amount: 0 }, { amount: -12.34 }, { date: '2028-02-29' }]) {
			const body = { reservationId: 'r1', ...spa, ...change };
			expect((await client.post('/services', body)).status).toBe(201);
		}
	});

	it.each([
		['reservationId', undefined, 'reservationId is required'],
		['reservationId', '', 'reservationId is required'],
		['reservationId', null, 'reservationId is required'],
		['amount', undefined, 'amount is required'],
		['amount', null, 'amount is required'],
		['amount', '35', 'amount must be a number'],
		['date', undefined, 'date is required'],
		['date', '2026-02-30', 'date must be a date such as 2026-11-21'],
		['date', '2026-13-01', 'date must be a date such as 2026-11-21'],
		['date', '21.11.2026', 'date must be a date such as 2026-11-21'],
		['date', '2026-11-21T00:00:00.000Z', 'date must be a date such as 2026-11-21'],
		['date', 20261121, 'date must be a date such as 2026-11-21'],
		['description', undefined, 'description is required'],
		['description', '', 'description is required'],
		['description', 7, 'description must be a text'],
		['accountCode', 4200, 'accountCode must be a text'],
		['destinationAccount', {}, 'destinationAccount must be a text'],
	])('refuses %s = %j', async (field, value, message) => {
		const body = { reservationId: 'r1', ...spa, [field]: value };
		expect(await client.post('/services', body)).toMatchObject({ status: 400, data: { message } });
		expect(service.books.all()).toEqual([]);
	});

	it.each([
		['nothing', undefined, 'application/json'],
		['malformed JSON', '{"amount": 1', 'application/json'],
		['a list', '[]', 'application/json'],
		['null', 'null', 'application/json'],
		[
			'JSON under another content type',
			JSON.stringify({ reservationId: 'r1', ...spa }),
			'text/plain',
		],
	])('refuses %s as a body', async (_, body, type) => {
		const headers = { 'Content-Type': type };
		expect((await client.post('/services', body, { headers })).status).toBe(400);
		expect(service.books.all()).toEqual([]);
	});
});
