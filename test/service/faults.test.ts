import type { AxiosError } from 'axios';
import { connect, connectAs } from './client';
import { DEFAULT_ACCOUNT } from './miniatureService';
import { useService } from './useService';

const { service, client } = useService();

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa' };
const create = (timeout = 0) =>
	client.post<unknown>('/services', { reservationId: 'r1', ...spa }, { timeout });
const stored = () => service.books.all('r1').length;

/** The error code of a request that gets no complete answer. */
async function codeOf(request: Promise<unknown>): Promise<string | undefined> {
	return request.then(
		() => 'answered',
		(error: AxiosError) => error.code,
	);
}

describe('tooManyRequests', () => {
	it('refuses without doing anything, saying nothing about when to return', async () => {
		service.faults.add({ kind: 'tooManyRequests' });
		const { status, headers, data } = await create();
		expect([status, headers['retry-after']]).toEqual([429, undefined]);
		expect(data).toEqual({ message: 'Too many requests' });
		expect(stored()).toBe(0);
		expect((await create()).status).toBe(201);
	});

	it('gives seconds', async () => {
		service.faults.add({ kind: 'tooManyRequests', retryAfter: 0 });
		service.faults.add({ kind: 'tooManyRequests', retryAfter: 120 });
		expect((await create()).headers['retry-after']).toBe('0');
		expect((await create()).headers['retry-after']).toBe('120');
	});

	it('gives an HTTP date', async () => {
		service.faults.add({ kind: 'tooManyRequests', retryAfter: 'date', delayMs: 3_600_000 });
		const before = Date.now();
		const text = String((await create()).headers['retry-after']);
		expect(text).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
		expect(Date.parse(text)).toBeGreaterThan(before + 3_598_000);
	});

	it('speaks the dialect', async () => {
		service.dialect.errorBody = 'error.message';
		service.faults.add({ kind: 'tooManyRequests' });
		expect((await create()).data).toEqual({ error: { message: 'Too many requests' } });
	});
});

describe('errors', () => {
	it.each([
		['errorBefore', undefined, 503, 0],
		['errorBefore', 500, 500, 0],
		['errorBefore', 409, 409, 0],
		['errorAfter', undefined, 500, 1],
		['errorAfter', 504, 504, 1],
	] as const)('%s with status %s', async (kind, status, expected, count) => {
		service.faults.add({ kind, status });
		expect((await create()).status).toBe(expected);
		expect(stored()).toBe(count);
		expect(service.log.entries.at(-1)).toMatchObject({ status: expected, fault: kind });
	});

	it('may say when to return', async () => {
		service.faults.add({ kind: 'errorBefore', retryAfter: 7 });
		expect((await create()).headers['retry-after']).toBe('7');
	});

	it('carry out updates and deletes as well', async () => {
		await create();
		service.faults.add({ kind: 'errorAfter', times: 2 });
		expect((await client.patch('/services/si-1', { amount: 1 })).status).toBe(500);
		expect(service.books.all()[0]?.amount).toBe(1);
		expect((await client.delete('/services/si-1')).status).toBe(500);
		expect(stored()).toBe(0);
	});
});

describe('connections', () => {
	it.each([
		['resetBefore', 0],
		['resetAfter', 1],
	] as const)('%s ends without an answer', async (kind, count) => {
		service.faults.add({ kind });
		expect(await codeOf(create())).toBe('ECONNRESET');
		expect(stored()).toBe(count);
		expect(service.log.entries.at(-1)).toMatchObject({ status: 'reset', fault: kind });
		expect((await create()).status).toBe(201);
	});

	it.each([
		['hangBefore', 0],
		['hangAfter', 1],
	] as const)('%s never answers', async (kind, count) => {
		service.faults.add({ kind });
		expect(await codeOf(create(50))).toBe('ECONNABORTED');
		expect(stored()).toBe(count);
		expect((await create()).status).toBe(201);
		expect(service.log.entries.at(-2)).toMatchObject({ status: 'reset', fault: kind });
		expect(service.inFlight.current).toBe(0);
	});

	it('delay carries out at once and answers late', async () => {
		service.faults.add({ kind: 'delay', delayMs: 60_000 });
		expect(await codeOf(create(50))).toBe('ECONNABORTED');
		expect(stored()).toBe(1);
		service.faults.add({ kind: 'delay', delayMs: 20 });
		service.faults.add({ kind: 'delay' });
		expect((await create()).status).toBe(201);
		expect((await create()).status).toBe(201);
	});

	it('cutBody carries out and breaks off in mid-body', async () => {
		service.faults.add({ kind: 'cutBody' });
		expect(await codeOf(create())).toMatch(/^(ERR_BAD_RESPONSE|ECONNRESET|ECONNABORTED)$/);
		expect(stored()).toBe(1);
		expect(service.log.entries.at(-1)).toMatchObject({ status: 201, fault: 'cutBody' });
		service.faults.add({ kind: 'cutBody' });
		expect(await codeOf(client.delete('/services/si-1'))).not.toBe('answered');
		expect(stored()).toBe(0);
	});
});

describe('answers that are no answers', () => {
	it('truncatedJson carries out and stops in the middle', async () => {
		service.faults.add({ kind: 'truncatedJson', times: 2 });
		const { status, data, headers } = await create();
		expect(status).toBe(201);
		expect(data).toMatch(/^\{"id":"si-1",/);
		expect(() => JSON.parse(String(data)) as unknown).toThrow();
		expect(headers['content-length']).toBe(String(String(data).length));
		expect(stored()).toBe(1);
		expect(await client.delete('/services/si-1')).toMatchObject({ status: 200, data: '{' });
	});

	it.each([
		['html', undefined, 200],
		['htmlError', undefined, 502],
		['htmlError', 503, 503],
	] as const)('%s is a page and nothing is done', async (kind, status, expected) => {
		service.faults.add({ kind, status });
		const answer = await create();
		expect(answer.status).toBe(expected);
		expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
		expect(answer.data).toMatch(/^<!DOCTYPE html>/);
		expect(stored()).toBe(0);
	});

	it.each([
		['emptyBody', ''],
		['notJson', 'OK'],
	] as const)('%s is a success without content', async (kind, data) => {
		service.faults.add({ kind });
		expect(await create()).toMatchObject({ status: 200, data });
		expect(stored()).toBe(1);
	});

	it.each(['emptyBody', 'notJson'] as const)('%s leaves a refusal as it is', async (kind) => {
		service.faults.add({ kind });
		expect((await client.delete('/services/si-1')).status).toBe(404);
	});

	it('redirect leads elsewhere', async () => {
		service.faults.add({ kind: 'redirect' });
		service.faults.add({ kind: 'redirect', status: 302, location: 'http://127.0.0.1:9/x' });
		const answers = [await create(), await create()];
		expect(answers.map(({ status, headers }) => [status, String(headers.location)])).toEqual([
			[307, '/elsewhere/services'],
			[302, 'http://127.0.0.1:9/x'],
		]);
		expect(stored()).toBe(0);
	});
});

describe('tokenRevoked', () => {
	it('refuses the request and every later one with the token', async () => {
		const other = await connectAs(service);
		service.faults.add({ kind: 'tokenRevoked' });
		expect((await create()).status).toBe(401);
		expect((await create()).status).toBe(401);
		expect(stored()).toBe(0);
		expect((await other.get('/services?reservationId=r1')).status).toBe(200);
	});

	it('never befalls a login', async () => {
		service.faults.add({ kind: 'tokenRevoked' });
		expect((await connect(service).post('/token', DEFAULT_ACCOUNT)).status).toBe(200);
		expect(service.faults.happened).toEqual({});
	});
});
