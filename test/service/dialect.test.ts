import type { Dialect } from './dialect';
import { useService } from './useService';

const { service, client } = useService();

const speak = (dialect: Partial<Dialect>) => Object.assign(service.dialect, dialect);
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

describe('names', () => {
	it('may be any, nested ones too', async () => {
		speak({
			reservationIdField: 'booking.ref',
			idField: 'meta.key',
			amountField: 'price.gross',
			dateField: 'on',
			descriptionField: 'texts.en',
			accountCodeField: 'account.code',
			destinationAccountField: 'account.target',
			referenceField: 'meta.external',
		});
		const body = {
			booking: { ref: 'r1', channel: 'web' },
			meta: { external: 'ext-7' },
			price: { gross: 12.5, currency: 'EUR' },
			on: '2026-11-21',
			texts: { en: 'Late checkout' },
			account: { code: '4010', target: 'rooms' },
		};
		const stored = { ...body, meta: { key: 'si-1', external: 'ext-7' } };
		expect((await client.post<unknown>('/services', body)).data).toEqual(stored);
		const { data } = await client.get<unknown>('/services?booking.ref=r1');
		expect(data).toEqual({ items: [stored] });
		expect(service.books.all()).toEqual([
			{
				id: 'si-1',
				reservationId: 'r1',
				amount: 12.5,
				date: '2026-11-21',
				description: 'Late checkout',
				accountCode: '4010',
				destinationAccount: 'rooms',
				reference: 'ext-7',
				raw: stored,
			},
		]);
		const patched = await client.patch<unknown>('/services/si-1', { price: { gross: 20 } });
		expect(patched.data).toMatchObject({ price: { gross: 20, currency: 'EUR' } });
		expect(await client.post('/services', { ...body, price: {} })).toMatchObject({
			status: 400,
			data: { message: 'price.gross is required' },
		});
	});

	it('that change carry earlier items along', async () => {
		const sent = { reservationId: 'r1', ...spa, extra: { kept: true } };
		await client.post('/services', sent);
		speak({
			idField: 'data.number',
			idType: 'number',
			reservationIdField: 'reservation',
			amountField: 'data.price',
			amountFormat: 'minorUnits',
			dateField: 'day',
			dateFormat: 'dateTime',
		});
		const { data } = await client.get<unknown>('/services?reservation=r1');
		const { description, accountCode } = spa;
		const known = { data: { number: 'si-1', price: 8950 }, day: '2026-11-22T00:00:00.000Z' };
		expect(data).toEqual({
			items: [{ ...known, reservation: 'r1', description, accountCode, extra: { kept: true } }],
		});
		expect(service.books.all()).toEqual([
			{ id: 'si-1', reservationId: 'r1', ...spa, raw: expect.anything() as unknown },
		]);
		speak({
			idField: 'id',
			idType: 'string',
			reservationIdField: 'reservationId',
			amountField: 'amount',
			amountFormat: 'number',
			dateField: 'date',
			dateFormat: 'date',
		});
		expect((await client.get<unknown>('/services/si-1')).data).toEqual({ id: 'si-1', ...sent });
	});

	it('leave a reference alone that the service does not know', async () => {
		await client.post('/services', { reservationId: 'r1', ...spa, reference: 'ext-1' });
		expect(service.books.all()[0]).toMatchObject({ raw: { reference: 'ext-1' } });
		expect(service.books.all()[0]).not.toHaveProperty('reference');
	});
});

describe('identifiers', () => {
	it('may be numbers', async () => {
		speak({ idType: 'number' });
		const { data } = await client.post<unknown>('/services', { reservationId: 'r1', ...spa });
		expect(data).toMatchObject({ id: 1 });
		expect((await client.get<unknown>('/services/1')).data).toMatchObject({ id: 1 });
		expect((await client.patch('/services/1', { id: 1, amount: 2 })).status).toBe(200);
		expect((await client.get('/services/si-1')).status).toBe(404);
		expect(service.books.add('r1', { ...spa, id: '77' }).raw).toMatchObject({ id: 77 });
		expect(service.books.all().map(({ id }) => id)).toEqual(['1', '77']);
	});
});

describe('envelopes', () => {
	beforeEach(() => {
		service.books.add('r1', spa);
	});
	const item = { id: 'si-1', reservationId: 'r1', ...spa };

	it.each([
		['', [item]],
		['data', { data: [item] }],
		['data.items', { data: { items: [item] } }],
	])('of a list: %j', async (itemsField, expected) => {
		speak({ itemsField });
		expect((await client.get<unknown>('/services?reservationId=r1')).data).toEqual(expected);
	});

	it('of a single item, wherever one is answered', async () => {
		speak({ itemEnvelope: 'data', deleteAnswer: 'item200' });
		expect((await client.get<unknown>('/services/si-1')).data).toEqual({ data: item });
		const patched = { ...item, amount: 1 };
		const change = { amount: 1 };
		expect((await client.patch<unknown>('/services/si-1', change)).data).toEqual({ data: patched });
		const { id, ...body } = item;
		expect((await client.post<unknown>('/services', body)).data).toEqual({
			data: { ...body, id: 'si-2' },
		});
		expect((await client.delete<unknown>(`/services/${id}`)).data).toEqual({ data: patched });
		speak({ itemEnvelope: 'result.item' });
		expect((await client.get<unknown>('/services/si-2')).data).toEqual({
			result: { item: { ...body, id: 'si-2' } },
		});
	});
});

describe('required fields', () => {
	it('are those the dialect lists', async () => {
		speak({ requiredFields: ['accountCode'] });
		const bare = { reservationId: 'r1' };
		expect(await client.post('/services', bare)).toMatchObject({
			status: 400,
			data: { message: 'accountCode is required' },
		});
		const { status } = await client.post('/services', { ...bare, accountCode: '1', amount: null });
		expect(status).toBe(201);
		expect(service.books.all()).toMatchObject([{ amount: NaN, date: '', description: '' }]);
	});
});

describe('a reservation that nothing was ever booked on', () => {
	const charge = { reservationId: 'r9', amount: 1, date: '2026-11-22', description: 'Spa' };

	it('may be refused, for lists and for charges', async () => {
		speak({ unknownReservation: 'refused' });
		const refusal = { status: 404, data: { message: 'There is no reservation r9' } };
		expect(await client.get('/services?reservationId=r9')).toMatchObject(refusal);
		expect(await client.post('/services', charge)).toMatchObject(refusal);
		expect(service.books.all()).toEqual([]);
	});

	it('is known for good once something was', async () => {
		speak({ unknownReservation: 'refused' });
		const { id } = service.books.add('r9', spa);
		await client.delete(`/services/${id}`);
		expect(await client.get('/services?reservationId=r9')).toMatchObject({ status: 200 });
		expect(await client.post('/services', charge)).toMatchObject({ status: 201 });
	});
});
