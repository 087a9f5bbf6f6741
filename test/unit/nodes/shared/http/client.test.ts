import { UserError } from 'n8n-workflow';

import { LoginError } from '../../../../../nodes/shared/http/outcome';
import { RequestFailure } from '../../../../../nodes/shared/http/failure';
import { tokens } from '../../../../../nodes/shared/http/tokens';
import { CanceledError } from '../../../../../nodes/shared/http/wait';
import { useFakeClock } from '../../../support/fakeClock';
import type { Reply } from '../../../support/http';
import {
	clientIn,
	CREATE,
	DELETE,
	GET,
	LIST,
	resultOf,
	systemError,
	UPDATE,
	wrappedByAxios,
	wrappedByN8n,
} from '../../../support/http';

useFakeClock(Date.UTC(2026, 10, 21));

const created: Reply = { status: 201, body: { id: 'S-1' } };
const busy: Reply = { status: 429 };
const down: Reply = { status: 503 };
const reset: Reply = wrappedByN8n(wrappedByAxios(systemError('ECONNRESET', 'read')));
const refused: Reply = wrappedByN8n(wrappedByAxios(systemError('ECONNREFUSED', 'connect')));
const askingFor = (status: number, seconds: number): Reply => ({
	status,
	headers: { 'retry-after': String(seconds) },
});

describe('a create', () => {
	it.each([
		['an answer that got lost', reset],
		['a gateway that gave up', { status: 504 }],
		['an answer cut short', { status: 201, body: '{"id":"S-1","am' }],
		['an error under a status of success', { status: 200, body: { error: 'Closed' } }],
	])('is sent once and reported as unclear after %s', async (_what, reply) => {
		const { client, sent } = clientIn({ replies: [reply, created] });
		expect(await resultOf(client, CREATE)).toMatchObject({ isUnclear: true });
		expect(sent).toHaveLength(1);
	});

	it('has failed for certain after success: false', async () => {
		const { client, sent } = clientIn({ replies: [{ status: 200, body: { success: false } }] });
		expect(await resultOf(client, CREATE)).toMatchObject({ isUnclear: false });
		expect(sent).toHaveLength(1);
	});

	it('that is answered with nothing is done', async () => {
		const { client } = clientIn({ replies: [{ status: 200 }] });
		expect(await resultOf(client, CREATE)).toMatchObject({ kind: 'answer', status: 200 });
	});

	it('is sent again, the same, after it certainly did not arrive', async () => {
		const { client, sent } = clientIn({ replies: [refused, busy, created] });
		expect(await resultOf(client, CREATE)).toMatchObject({ status: 201, body: { id: 'S-1' } });
		expect(sent.map(({ body }) => body as unknown)).toEqual(Array(3).fill({ amount: 5 }));
	});

	it('is sent again under its key, as long as there are tries left', async () => {
		const { client, sent } = clientIn({ replies: [reset, down, created] });
		const keyed = { ...CREATE, idempotencyKey: 'k-1' };
		expect(await resultOf(client, keyed)).toMatchObject({ status: 201 });
		expect(sent.map(({ headers }) => headers?.['Idempotency-Key'] as unknown)).toEqual(
			Array(3).fill('k-1'),
		);
	});
});

describe('a request that keeps failing', () => {
	it.each([0, 1, 3])('is sent %d times more at most', async (maxRetries) => {
		const { client, sent } = clientIn({ replies: [down], maxRetries });
		expect(await resultOf(client, GET)).toBeInstanceOf(RequestFailure);
		expect(sent).toHaveLength(maxRetries + 1);
	});

	it.each([429, 503])('waits out what Retry-After asks (%d)', async (status) => {
		const { client, sent } = clientIn({ replies: [askingFor(status, 7), created] });
		const result = client.send(GET);
		await jest.advanceTimersByTimeAsync(6_999);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();
		expect(await result).toMatchObject({ status: 201 });
	});

	it.each([
		[429, 120, 2],
		[429, 121, 1],
		[503, 120, 2],
		[503, 121, 1],
	])(
		'ends at once when more than two minutes are asked for (%d, %d s)',
		async (status, seconds, count) => {
			const { client, sent } = clientIn({ replies: [askingFor(status, seconds), created] });
			await resultOf(client, GET);
			expect(sent).toHaveLength(count);
		},
	);

	it('leaves the others of its account a part of what may be sent again', async () => {
		const { client, sent } = clientIn({ replies: [down], maxRetries: 3 });
		await Promise.all(Array.from({ length: 100 }, async () => await resultOf(client, GET)));
		expect(sent.length).toBeLessThan(100 + 3 * 100);
	});
});

describe('a request that the service refuses, as there are too many', () => {
	it('is tried for two minutes, whatever Max Retries says', async () => {
		const { client, sent } = clientIn({ replies: [busy], maxRetries: 0 });
		const begin = Date.now();
		let end = 0;
		const result = client.send(CREATE).catch((error: unknown) => error);
		void result.finally(() => (end = Date.now() - begin));
		await jest.runAllTimersAsync();

		expect(await result).toMatchObject({ status: 429, isUnclear: false });
		expect(end).toBeGreaterThan(120_000);
		expect(end).toBeLessThan(130_000);
		expect(sent.length).toBeGreaterThan(20);
	});

	it('is done when it gets through in that time', async () => {
		const { client } = clientIn({
			replies: [...Array<Reply>(10).fill(busy), created],
			maxRetries: 0,
		});
		expect(await resultOf(client, CREATE)).toMatchObject({ status: 201 });
	});

	it('counts only what is no 429 as a try', async () => {
		const { client, sent } = clientIn({
			replies: [busy, down, busy, down, created],
			maxRetries: 2,
		});
		expect(await resultOf(client, GET)).toMatchObject({ status: 201 });
		expect(sent).toHaveLength(5);
	});

	it('is tried as long when it is the login', async () => {
		const busyLogin = new LoginError('Busy', '', 'loginThrottled');
		const { client, sent } = clientIn({
			valid: ['T1'],
			logins: [...Array<Error>(5).fill(busyLogin), 'T1'],
			maxRetries: 0,
		});
		expect(await resultOf(client, CREATE)).toMatchObject({ status: 200 });
		expect(sent.length).toBeGreaterThan(0);
	});
});

describe('a delete', () => {
	const gone = [404, 410];

	it.each(gone)('has succeeded when a later try finds nothing (%d)', async (status) => {
		for (const first of [reset, down]) {
			const { client } = clientIn({ replies: [first, { status }] });
			expect(await resultOf(client, DELETE)).toMatchObject({ kind: 'answer', status });
		}
	});

	it.each(gone)('of an item that may be gone has succeeded with %d', async (status) => {
		const { client } = clientIn({ replies: [{ status }] });
		expect(await resultOf(client, DELETE, { mayBeGone: true })).toMatchObject({ kind: 'answer' });
	});

	it.each(gone)('has not when no try of it can have arrived (%d)', async (status) => {
		for (const first of [refused, busy]) {
			const { client } = clientIn({ replies: [first, { status }] });
			expect(await resultOf(client, DELETE)).toBeInstanceOf(RequestFailure);
		}
	});
});

describe('the token', () => {
	it('that is taken is sent once, and the credential stays as it was', async () => {
		const { client, sentTokens, credential } = clientIn({ valid: ['T0'] });
		await resultOf(client, GET);
		expect(sentTokens).toEqual(['T0']);
		expect(credential.data.accessToken).toBe('T0');
	});

	it('that has expired is replaced by a login, for all requests to come', async () => {
		const { client, sentTokens } = clientIn({ valid: ['T1'], logins: ['T1'] });
		for (let n = 0; n < 2; n++) expect(await resultOf(client, GET)).toMatchObject({ status: 200 });
		expect(sentTokens).toEqual(['T0', 'T1', 'T1']);
	});

	it('that another process has stored is tried before a login, and once', async () => {
		const taken = clientIn({ valid: ['S1'], stored: 'S1', logins: ['T1'] });
		await resultOf(taken.client, GET);
		expect(taken.sentTokens).toEqual(['T0', 'S1']);
		const refusedToo = clientIn({ valid: ['T1'], stored: 'S1', logins: ['T1'] });
		await resultOf(refusedToo.client, GET);
		expect(refusedToo.sentTokens).toEqual(['T0', 'S1', 'T1']);
	});

	it('with a missing scope is fetched twice, and the next request has its 401 at once', async () => {
		const { client, sentTokens } = clientIn({ valid: [], logins: ['T1', 'T2', 'T3'] });
		expect(await resultOf(client, GET)).toMatchObject({ status: 401, isUnclear: false });
		expect(sentTokens).toEqual(['T0', 'T1', 'T2']);
		expect(await resultOf(client, GET)).toMatchObject({ status: 401 });
		expect(sentTokens).toEqual(['T0', 'T1', 'T2', 'T2']);
	});

	it('is fetched three times at most for one request', async () => {
		const { client, sentTokens } = clientIn({
			valid: [],
			logins: ['T1', 'T2', 'T3', 'T4', 'T5'],
			// Somebody else gets through all the time, so that it must be about the token.
			onRequest: () => tokens.markAllowed(client.access, 'GET /services/{serviceId}'),
		});
		expect(await resultOf(client, GET)).toMatchObject({ status: 401 });
		expect(sentTokens).toEqual(['T0', 'T1', 'T2', 'T3']);
	});

	it('is not fetched for an execution that is stopped', async () => {
		const stop = new AbortController();
		const { client, sentTokens } = clientIn({
			valid: ['T1'],
			logins: ['T1'],
			signal: stop.signal,
			onRequest: () => stop.abort(),
		});
		expect(await resultOf(client, GET)).toBeInstanceOf(CanceledError);
		expect(sentTokens).toEqual(['T0']);
	});

	it('that cannot be fetched is told, and asked for once for a whole execution', async () => {
		const reason = new LoginError('Wrong key', 'Check it', 'loginRefused');
		const { client, sent } = clientIn({ valid: [], logins: [reason, 'T1'] });
		for (let item = 0; item < 3; item++) {
			expect(await resultOf(client, CREATE)).toMatchObject({
				outcome: { kind: 'notSent', message: 'Wrong key' },
				isUnclear: false,
			});
		}
		expect(sent).toHaveLength(1);
	});
});

describe('secrets', () => {
	it('are the key, every token, the headers and the query of the address, from four characters on', async () => {
		const { client } = clientIn({
			valid: ['T1-fetched'],
			logins: ['T1-fetched'],
			data: { baseUrl: 'https://api.example.com/v1?tenant=abcd&v=1' },
			examples: { headers: () => ({ 'X-Gateway': 'gate-key', 'X-V': '2' }) },
		});
		await resultOf(client, GET);
		const secrets = client.secrets().filter((secret) => secret.length >= 4);
		expect(secrets.sort()).toEqual(['T1-fetched', 'abcd', 'gate-key', 'key-of-hotel-1']);
	});

	it('in an answer are taken out of what is given out', async () => {
		const token = 'a-token-that-is-long-enough';
		const echo = {
			id: 'S-1',
			request: { authorization: `Bearer ${token}`, key: 'key-of-hotel-1' },
		};
		const { client } = clientIn({
			valid: [token],
			logins: [token],
			replies: [{ status: 200, body: echo }],
		});
		const answer = JSON.stringify(await resultOf(client, GET));
		expect(answer).toContain('Bearer ***');
		expect(answer).not.toContain('key-of-hotel-1');
	});
});

describe('what n8n did not send', () => {
	it('was certainly not carried out, and its reason is passed on', async () => {
		const { client, context } = clientIn();
		const refuse = () => Promise.reject(new Error('Node type not allowed'));
		Object.assign(context.helpers, { httpRequestWithAuthentication: refuse });
		expect(await resultOf(client, CREATE)).toMatchObject({
			isUnclear: false,
			outcome: { message: 'n8n did not send the request: Node type not allowed' },
		});
	});

	it('for an address that cannot be used is told before anything', () => {
		const { client } = clientIn({ data: { baseUrl: 'api.example.com' } });
		expect(() => client.scope).toThrow(UserError);
	});
});

describe('an answer that comes in drops and never ends', () => {
	it('is a timeout a login later, asked for again by a read and not by a create', async () => {
		const reader = clientIn({ replies: ['endless', created] });
		let end: unknown;
		void reader.client.send(GET).then((answer) => (end = answer));
		await jest.advanceTimersByTimeAsync(30_999);
		expect(reader.sent).toHaveLength(1);
		await jest.advanceTimersByTimeAsync(1_002);
		expect(end).toMatchObject({ status: 201 });

		const creator = clientIn({ replies: ['endless', created] });
		expect(await resultOf(creator.client, CREATE)).toMatchObject({
			isUnclear: true,
			response: { case: 'timeout' },
		});
	});

	it('ends with the execution, and says what may have been carried out', async () => {
		const stop = new AbortController();
		const { client } = clientIn({ replies: ['endless'], signal: stop.signal });
		const result = client.send(UPDATE).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(5_000);
		stop.abort();
		expect(await result).toMatchObject({ underWay: { isUnclear: true } });
	});
});

describe('a stopped execution', () => {
	it('starts nothing, and is not a failed item', async () => {
		const { client, sent } = clientIn({ signal: AbortSignal.abort() });
		expect(await resultOf(client, CREATE)).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(0);
	});

	it('ends a pause between two tries', async () => {
		const stop = new AbortController();
		const { client, sent } = clientIn({ replies: [down], signal: stop.signal, maxRetries: 1_000 });
		const result = client.send(GET).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(0);
		stop.abort();
		await jest.runAllTimersAsync();
		expect(await result).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(1);
	});
});

it('what reservations belong to depends on account, query and headers, and reveals none', () => {
	const scopes = [
		{},
		{ data: { baseUrl: 'https://api.example.com/v1?hotel=7' } },
		{ examples: { headers: () => ({ 'X-Hotel': '7' }) } },
	].map(
		(situation) =>
			clientIn({ ...situation, data: { accountId: 'one', ...situation.data } }).client.scope,
	);
	expect(new Set(scopes).size).toBe(3);
	expect(clientIn({ data: { accountId: 'one', accountConcurrency: 3 } }).client.scope).toBe(
		scopes[0],
	);
	expect(scopes.join()).not.toMatch(/one|hotel|key/);
});

it('a list is asked for with what the address carries, and links only on the same service', async () => {
	const { client, sent } = clientIn({ data: { baseUrl: 'https://api.example.com/v1?hotel=7' } });
	await resultOf(client, { ...LIST, query: { reservationId: 'R-1' } });
	expect(sent[0]).toMatchObject({ qs: { hotel: '7', reservationId: 'R-1' } });
	expect(client.linkedAddress('?page=2')).toBe('https://api.example.com/v1/services?page=2');
	expect(() => client.linkedAddress('https://evil.example.com')).toThrow(/not followed/);
});
