import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { accessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { fingerprintOf } from '../../../../../nodes/shared/access/fingerprint';
import { TokenExchangeError } from '../../../../../nodes/shared/access/tokenRefusal';
import { CanceledError, RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import { ServiceClient } from '../../../../../nodes/shared/client/serviceClient';
import type { RequestPurpose } from '../../../../../nodes/shared/client/requestPurpose';
import type { ServiceRequest } from '../../../../../nodes/shared/client/serviceRequest';
import { RateLimiter } from '../../../../../nodes/shared/client/rateLimiter';
import { accessWith, TokenDesk } from '../../../support/access';
import { systemError, wrappedByAxios, wrappedByN8n } from '../../../support/outcomes';

type Reply = { status: number; body?: unknown; headers?: object } | Error | 'endless';

const CREATE: ServiceRequest = { method: 'POST', body: { amount: 5 } };
const READ: ServiceRequest = { method: 'GET', serviceId: 'S-1' };
const DELETE: ServiceRequest = { method: 'DELETE', serviceId: 'S-1' };
const created = { status: 201, body: { id: 'S-1' } };
const unavailable = { status: 503 };
const reset = wrappedByN8n(wrappedByAxios(systemError('ECONNRESET', 'read')));
const refused = wrappedByN8n(wrappedByAxios(systemError('ECONNREFUSED', 'connect')));

let sent: IHttpRequestOptions[];
let accounts = 0;

beforeEach(() => {
	jest.useFakeTimers();
	sent = [];
});

afterEach(async () => {
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

/** A client whose requests get `replies`, one after the other, and the last one from then on. */
function clientOf(
	replies: Reply[],
	{
		maxRetries = 3,
		signal,
		limits = {},
	}: { maxRetries?: number; signal?: AbortSignal; limits?: ICredentialDataDecryptedObject } = {},
) {
	const access = accessWith({ accountId: `hotel-${++accounts}`, accessToken: 'T0' });
	const request = (_type: string, options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const reply = replies[Math.min(sent.length, replies.length - 1)] as Reply;
		sent.push(options);
		if (reply instanceof Error) return Promise.reject(reply);
		if (reply === 'endless') return new Promise(() => undefined);
		const { status, body, headers } = reply;
		const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
		return Promise.resolve({ statusCode: status, headers: { ...headers }, body: text });
	};
	const context = {
		helpers: { httpRequestWithAuthentication: request },
	} as unknown as IAllExecuteFunctions;
	const credential = {
		id: '1',
		name: 'c',
		type: 'reservationServiceApi',
		data: { ...access, ...limits },
	};
	const rateLimiter = new RateLimiter(0, signal);
	const settings = { timeout: 1000, maxRetries, throttledWait: 120_000, rateLimiter, signal };
	const client = new ServiceClient(context, credential, settings);
	return { client, access, context, credential, settings };
}

/** What becomes of a request, however long its pauses are. */
async function outcomeOf(
	client: ServiceClient,
	request: ServiceRequest,
	purpose?: RequestPurpose,
): Promise<unknown> {
	const outcome = client.send(request, purpose).catch((error: unknown) => error);
	await jest.runAllTimersAsync();
	return await outcome;
}

describe('a create', () => {
	it.each([
		['an answer that got lost', reset],
		['a gateway that gave up', { status: 504 }],
		['an answer with several results', { status: 207, body: [{ status: 422 }] }],
		['an answer cut short', { status: 201, body: '{"id":"S-1","am' }],
	])('is sent once and reported as unclear after %s', async (_what, reply) => {
		const { client } = clientOf([reply, created]);

		const failure = await outcomeOf(client, CREATE);

		expect(failure).toBeInstanceOf(RequestFailure);
		expect(failure).toMatchObject({ isUnclear: true });
		expect(sent).toHaveLength(1);
	});

	it.each([
		['has failed for certain after success: false', { success: false }, false],
		['is unclear after an error under a status of success', { error: 'Closed' }, true],
	])('%s', async (_, body, isUnclear) => {
		const { client } = clientOf([{ status: 200, body }, created]);

		const failure = await outcomeOf(client, CREATE);

		expect(failure).toBeInstanceOf(RequestFailure);
		expect(failure).toMatchObject({ isUnclear });
		expect(sent).toHaveLength(1);
	});

	it('is sent again, the same, after it certainly did not arrive', async () => {
		const { client } = clientOf([refused, { status: 429 }, created]);

		expect(await outcomeOf(client, CREATE)).toMatchObject({ status: 201, body: { id: 'S-1' } });
		expect(sent).toHaveLength(3);
		expect(sent.map(({ body }) => body as unknown)).toEqual(Array(3).fill({ amount: 5 }));
	});
});

describe('a request that keeps failing', () => {
	it.each([0, 1, 3])('is sent %d times more at most', async (maxRetries) => {
		const { client } = clientOf([unavailable], { maxRetries });
		expect(await outcomeOf(client, READ)).toBeInstanceOf(RequestFailure);
		expect(sent).toHaveLength(maxRetries + 1);
	});

	it.each([429, 503])('waits out what Retry-After asks (%d)', async (status) => {
		const { client } = clientOf([{ status, headers: { 'retry-after': '7' } }, created]);
		const outcome = client.send(READ);
		await jest.advanceTimersByTimeAsync(6999);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();

		expect(await outcome).toMatchObject({ status: 201 });
		expect(sent).toHaveLength(2);
	});

	it('is not held up for a wait that is too long', async () => {
		const { client } = clientOf([{ status: 429, headers: { 'retry-after': '3600' } }, created]);
		expect(await outcomeOf(client, READ)).toMatchObject({ outcome: { status: 429 } });
		expect(sent).toHaveLength(1);
	});
});

describe('a delete', () => {
	const gone = [404, 410];

	it.each(gone)('has succeeded when a later try finds nothing (%d)', async (status) => {
		for (const first of [reset, unavailable]) {
			sent = [];
			const { client } = clientOf([first, { status }]);
			expect(await outcomeOf(client, DELETE)).toMatchObject({ kind: 'answer', status });
		}
	});

	it.each(gone)('of an item that may be gone has succeeded with %d', async (status) => {
		const { client } = clientOf([{ status }]);
		expect(await outcomeOf(client, DELETE, { mayBeGone: true })).toMatchObject({
			kind: 'answer',
			status,
		});
	});

	it.each(gone)('has not when no try of it can have arrived (%d)', async (status) => {
		for (const first of [refused, { status: 429 }]) {
			sent = [];
			const { client } = clientOf([first, { status }]);
			expect(await outcomeOf(client, DELETE)).toBeInstanceOf(RequestFailure);
		}
	});
});

describe('a login that is refused for good', () => {
	it('is tried once, not once for every item', async () => {
		const refusal = wrappedByN8n(new TokenExchangeError('Wrong key', 'Check it', false));
		const { client } = clientOf([refusal, created]);
		for (let item = 0; item < 3; item++) {
			expect(await outcomeOf(client, CREATE)).toMatchObject({ outcome: { kind: 'notSent' } });
		}
		expect(sent).toHaveLength(1);
	});
});

describe('an answer that comes in drops and never ends', () => {
	/** A login, and an answer of a second, as set. */
	const longest = 30_000 + 1000;

	it.each([
		['a create', CREATE],
		['a read', READ],
	])('is a timeout to %s', async (_what, request) => {
		const { client } = clientOf(['endless'], { maxRetries: 0 });
		let end: unknown;
		void client.send(request).catch((error: unknown) => (end = error));
		await jest.advanceTimersByTimeAsync(longest - 1);
		expect(end).toBeUndefined();
		await jest.advanceTimersByTimeAsync(1001);

		expect(end).toBeInstanceOf(RequestFailure);
		expect(end).toMatchObject({ outcome: { kind: 'noAnswer', isTimeout: true }, isUnclear: true });
	});

	it('is asked for again by a read, and not by a create', async () => {
		const reader = clientOf(['endless', { status: 200, body: {} }]).client;
		expect(await outcomeOf(reader, READ)).toMatchObject({ status: 200 });
		expect(sent).toHaveLength(2);

		sent = [];
		const creator = clientOf(['endless', created]).client;
		expect(await outcomeOf(creator, CREATE)).toBeInstanceOf(RequestFailure);
		expect(sent).toHaveLength(1);
	});

	it('ends with the execution', async () => {
		const controller = new AbortController();
		const { client } = clientOf(['endless'], { signal: controller.signal });
		const outcome = client.send(READ).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(5000);
		controller.abort();

		expect(await outcome).toBeInstanceOf(CanceledError);
	});
});

describe('a cancelled execution', () => {
	it('starts nothing, and is not a failed item', async () => {
		const { client } = clientOf([created], { signal: AbortSignal.abort() });
		expect(await outcomeOf(client, CREATE)).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(0);
	});

	it('ends a pause between two tries', async () => {
		const controller = new AbortController();
		const { client } = clientOf([unavailable], { signal: controller.signal, maxRetries: 1000 });
		const outcome = client.send(READ).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(0);
		controller.abort();
		await jest.runAllTimersAsync();

		expect(await outcome).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(1);
	});
});

describe('what an answer says about the scopes of the key', () => {
	async function exchangesAfter(reply: Reply): Promise<number> {
		const { client, access } = clientOf([reply], { maxRetries: 0 });
		await outcomeOf(client, READ);
		const desk = new TokenDesk();
		const endpoint = 'GET /services/{serviceId}';
		let accessToken = 'T0';
		for (let refusals = 0; refusals < 20; refusals++) {
			const used = accessWith({ ...access, accessToken, accessTokenFingerprint: undefined });
			accessToken = (await accessTokens.renew(used, { endpoint }, desk.exchange)).token;
		}
		return desk.issued;
	}

	it.each([200, 404])(
		'%d: it has this one, so every later 401 is about the token',
		async (status) => {
			expect(await exchangesAfter({ status, body: {} })).toBe(20);
		},
	);

	it.each([429, 502, 503])(
		'%d: nothing, so 401s for a missing scope cause no stream of exchanges',
		async (status) => {
			expect(await exchangesAfter({ status })).toBe(1);
		},
	);
});

describe('what a client tells of its account', () => {
	it('is the same for the same account, whatever its key, and tells nothing of either', () => {
		const { client, access } = clientOf([created]);
		const other = clientOf([created]).client;

		expect(client.account).not.toBe(other.account);
		expect(client.fingerprint).not.toBe(other.fingerprint);
		expect(client.fingerprint).toBe(fingerprintOf(access));
		expect(client.environment).toBe('production');
		expect(`${client.account} ${client.fingerprint}`).not.toContain(access.apiKey);
		expect(`${client.account} ${client.fingerprint}`).not.toContain(access.accountId);
	});

	it('are the values that belong into no text: the key and every token', async () => {
		const { client, access } = clientOf([{ status: 422 }]);
		const failure = await outcomeOf(client, CREATE);

		expect(client.secrets()).toEqual(expect.arrayContaining([access.apiKey, 'T0']));
		expect(failure).toMatchObject({ secrets: client.secrets() });
	});

	it('is the address of a further page, which is never that of another service', () => {
		const { client } = clientOf([created]);
		const next = 'https://api.example.com/v1/services?page=2';
		expect(client.linkedAddress(next)).toBe(next);
		expect(() => client.linkedAddress('https://elsewhere.example/services')).toThrow(UserError);
	});
});

describe('the wait before another look', () => {
	it('grows with the looks', async () => {
		const { client } = clientOf([created]);
		const lengthOf = async (look: number): Promise<number> => {
			const begin = Date.now();
			const waiting = client.waitBeforeTry(look);
			await jest.runAllTimersAsync();
			await waiting;
			return Date.now() - begin;
		};
		expect(await lengthOf(1)).toBeLessThanOrEqual(500);
		expect(await lengthOf(4)).toBeGreaterThanOrEqual(2_000);
	});
});

describe('an account that allows one request at a time', () => {
	it('lets the next one start when one is over, however it ended', async () => {
		const limits = { accountConcurrency: 1 };
		const { client } = clientOf([reset, 'endless', created], { maxRetries: 0, limits });
		const outcomes = [CREATE, CREATE, CREATE].map((request) => outcomeOf(client, request));

		expect(await Promise.all(outcomes)).toMatchObject([
			{ isUnclear: true },
			{ isUnclear: true },
			{ status: 201 },
		]);
	});

	it('has no more room because an execution was stopped', async () => {
		const limits = { accountConcurrency: 1 };
		const first = clientOf(['endless', created], { maxRetries: 0, limits });
		const stopped = new ServiceClient(first.context, first.credential, {
			...first.settings,
			rateLimiter: new RateLimiter(0, AbortSignal.abort()),
			signal: AbortSignal.abort(),
		});
		void first.client.send(READ).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(0);
		for (let request = 0; request < 3; request++) {
			await expect(stopped.send(READ)).rejects.toThrow(CanceledError);
		}
		void first.client.send(READ).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(10_000);

		expect(sent).toHaveLength(1);
	});
});
