import type { Dialect } from './dialect';
import { useService } from './useService';

const { service, client } = useService();

const speak = (dialect: Partial<Dialect>) => Object.assign(service.dialect, dialect);
const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa', accountCode: '4200' };

describe('answers to changes', () => {
	const body = { reservationId: 'r1', ...spa };

	it.each([
		[{ createStatus: 201, createAnswer: 'item' }, 201, { id: 'si-1', ...body }],
		[{ createStatus: 200, createAnswer: 'item' }, 200, { id: 'si-1', ...body }],
		[{ createStatus: 200, createAnswer: 'idOnly' }, 200, { id: 'si-1' }],
		[{ createAnswer: 'idOnly', itemEnvelope: 'data' }, 201, { data: { id: 'si-1' } }],
		[{ createAnswer: 'empty204' }, 204, ''],
	] as Array<[Partial<Dialect>, number, unknown]>)(
		'create: %j',
		async (dialect, status, answer) => {
			speak(dialect);
			expect(await client.post('/services', body)).toMatchObject({ status, data: answer });
			expect(service.books.all('r1')).toHaveLength(1);
		},
	);

	it.each([
		['item', 200, { id: 'si-1', ...body, amount: 1 }],
		['idOnly', 200, { id: 'si-1' }],
		['empty204', 204, ''],
	] as const)('update: %s', async (updateAnswer, status, answer) => {
		service.books.add('r1', spa);
		speak({ updateAnswer });
		const got = await client.patch('/services/si-1', { amount: 1 });
		expect(got).toMatchObject({ status, data: answer });
		expect(service.books.all()[0]?.amount).toBe(1);
	});

	it.each([
		['noContent204', 204, ''],
		['emptyBody200', 200, ''],
		['object200', 200, { success: true, message: 'The service item was deleted' }],
		['item200', 200, { id: 'si-1', ...body }],
	] as const)('delete: %s', async (deleteAnswer, status, answer) => {
		service.books.add('r1', spa);
		speak({ deleteAnswer });
		expect(await client.delete('/services/si-1')).toMatchObject({ status, data: answer });
		expect(service.books.all()).toEqual([]);
	});
});

describe('error bodies', () => {
	const message = 'amount must be a number';

	it.each([
		['message', { message }, 'application/json'],
		['error.message', { error: { message } }, 'application/json'],
		['errors', { errors: [{ field: 'amount', message }] }, 'application/json'],
		[
			'problem',
			{ type: 'about:blank', title: 'Bad Request', status: 400, detail: message },
			'application/problem+json',
		],
		['text', message, 'text/plain'],
		['html', expect.stringContaining(`<h1>${message}</h1>`) as string, 'text/html'],
		['empty', '', undefined],
	] as const)('%s', async (errorBody, expected, type) => {
		speak({ errorBody });
		const body = { reservationId: 'r1', ...spa, amount: 'x' };
		const { status, data, headers } = await client.post<unknown>('/services', body);
		expect(status).toBe(400);
		expect(data).toEqual(expected);
		expect(String(headers['content-type'] ?? '').split(';')[0]).toBe(type ?? '');
	});

	it('name no field where none is to blame', async () => {
		speak({ errorBody: 'errors' });
		expect((await client.get<unknown>('/services/si-9')).data).toEqual({
			errors: [{ field: null, message: 'Service item si-9 was not found' }],
		});
	});
});
