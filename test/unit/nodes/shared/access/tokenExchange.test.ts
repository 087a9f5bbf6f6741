import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAccess } from '../../../../../nodes/shared/access/credential';
import { exchangeToken } from '../../../../../nodes/shared/access/tokenExchange';
import { TokenExchangeError } from '../../../../../nodes/shared/access/tokenRefusal';
import { accessWith } from '../../../support/access';
import { rejectionOf } from '../../../support/thrown';
import { BANNED_WORDS } from '../../../support/wording';

const ACCOUNT_AND_KEY = /'Account ID'.*'API Key'/;
const ADDRESS = /'Base URL'/;

function answer(statusCode: number, body: unknown, headers = {}): IN8nHttpFullResponse {
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

async function exchange(
	response: IN8nHttpFullResponse | Error,
	access: ServiceAccess = accessWith(),
): Promise<string> {
	const httpRequest = () =>
		response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
	return await exchangeToken(httpRequest as IHttpRequestHelper['helpers']['httpRequest'], access);
}

describe('the request for a token', () => {
	it('is POST /token with account and key as JSON, and no Authorization header', async () => {
		const sent: IHttpRequestOptions[] = [];
		const httpRequest = (options: IHttpRequestOptions) => {
			sent.push(options);
			return Promise.resolve(answer(200, { success: true, token: 'T1' }));
		};
		await exchangeToken(
			httpRequest as IHttpRequestHelper['helpers']['httpRequest'],
			accessWith({ accessToken: 'T0' }),
		);

		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'POST',
			url: 'https://api.example.com/v1/token',
			body: { accountId: 'hotel-1', key: 'key-of-hotel-1' },
			headers: { 'Content-Type': 'application/json' },
			disableFollowRedirect: true,
		});
		expect(JSON.stringify(sent)).not.toMatch(/authorization|T0/i);
		expect(sent[0]).not.toHaveProperty('auth');
	});

	it.each([
		[{ accountId: '' }, `'Account ID'`],
		[{ apiKey: '' }, `'API Key'`],
		[{ accountId: '', apiKey: '' }, `'Account ID' and 'API Key'`],
		[{ baseUrl: '' }, `'Base URL'`],
	])('is not sent with %p, and the field is named', async (missing, field) => {
		const httpRequest = jest.fn();
		const access = accessWith(missing);

		expect((await rejectionOf(exchangeToken(httpRequest, access))).message).toContain(field);
		expect(httpRequest).not.toHaveBeenCalled();
	});
});

describe('an answer with a token', () => {
	it.each([200, 201])('of status %d is taken', async (status) => {
		expect(await exchange(answer(status, { success: true, token: 'T1' }))).toBe('T1');
	});
});

describe('an answer without a token', () => {
	const shapes: Array<[string, IN8nHttpFullResponse, RegExp]> = [
		['401 with a message', answer(401, { message: 'Unknown account' }), ACCOUNT_AND_KEY],
		['401 with nothing', answer(401, ''), ACCOUNT_AND_KEY],
		['401 with an empty object', answer(401, {}), ACCOUNT_AND_KEY],
		['401 with text', answer(401, 'Unknown account'), ACCOUNT_AND_KEY],
		['401 with HTML', answer(401, '<html>Login</html>'), ACCOUNT_AND_KEY],
		['401 that claims success', answer(401, { success: true, token: 'T1' }), ACCOUNT_AND_KEY],
		['403', answer(403, { message: 'Blocked' }), ACCOUNT_AND_KEY],
		['400', answer(400, { message: 'Bad key' }), ACCOUNT_AND_KEY],
		['200, success false', answer(200, { success: false, message: 'No' }), ACCOUNT_AND_KEY],
		['200, success false without words', answer(200, { success: false }), ACCOUNT_AND_KEY],
		['200, success as text', answer(200, { success: 'true', token: 'T1' }), ADDRESS],
		['200 without success', answer(200, { token: 'T1' }), ADDRESS],
		['200 with an empty token', answer(200, { success: true, token: '' }), ADDRESS],
		['200 with a blank token', answer(200, { success: true, token: '  ' }), ADDRESS],
		['200 with a token that is no text', answer(200, { success: true, token: 5 }), ADDRESS],
		['200 with words only', answer(200, { success: true, message: 'Welcome' }), ADDRESS],
		['200 with HTML', answer(200, '<!doctype html><p>Hello</p>'), ADDRESS],
		['200 with half a JSON', answer(200, '{"success":true,"tok'), ADDRESS],
		['200 with nothing', answer(200, ''), ADDRESS],
		['200 with null', answer(200, 'null'), ADDRESS],
		['200 with a list', answer(200, []), ADDRESS],
		['404 with a message', answer(404, { message: 'Not Found' }), ADDRESS],
		['404 with HTML', answer(404, '<html>Not Found</html>'), ADDRESS],
		['405', answer(405, { message: 'Method Not Allowed' }), ADDRESS],
		['302', answer(302, '', { location: 'https://elsewhere.example.com' }), ADDRESS],
	];

	it.each(shapes)('%s: says which fields to look at', async (_what, response, fields) => {
		const error = await rejectionOf(exchange(response));

		expect(error).toBeInstanceOf(TokenExchangeError);
		expect(error.message).toMatch(fields);
		expect(error).toHaveProperty('transient', false);
		expect(error).not.toHaveProperty('response');
	});

	it.each(shapes)('%s: is told in decent words', async (_what, response) => {
		const error = await rejectionOf(exchange(response));
		const text = `${error.message} ${error.description}`;

		expect(text).not.toMatch(BANNED_WORDS);
		expect(text).not.toMatch(/<|undefined|null|\{/);
		expect(error.description).toBeTruthy();
	});

	it.each([
		['a message', answer(401, { message: 'Account hotel-1 is locked' })],
		['text', answer(401, 'Account hotel-1 is locked')],
		['success false', answer(200, { success: false, message: 'Account hotel-1 is locked' })],
	])("repeats the service's own words from %s", async (_where, response) => {
		expect((await rejectionOf(exchange(response))).message).toContain('Account hotel-1 is locked');
	});

	it('does not call a login refused that the service accepted', async () => {
		const response = answer(200, { success: true, message: 'Authentication was successful' });
		expect((await rejectionOf(exchange(response))).message).not.toMatch(/refused/);
	});
});

describe('a service that cannot issue a token just now', () => {
	it.each([
		[429, '', 'status 429'],
		[500, { message: 'Database down' }, 'Database down'],
		[503, '<html>Maintenance</html>', 'status 503'],
	])('is tried again after %d', async (status, body, said) => {
		const error = await rejectionOf(exchange(answer(status, body)));

		expect(error).toMatchObject({ transient: true, retryAfterMs: undefined });
		expect(error.message).toContain(said);
		expect(error.message).not.toMatch(/'Account ID'|</);
	});

	it('is given the time it asks for', async () => {
		const error = await rejectionOf(exchange(answer(429, '', { 'retry-after': '7' })));
		expect(error).toHaveProperty('retryAfterMs', 7000);
	});
});

describe('a service that cannot be reached', () => {
	it.each([
		['ECONNREFUSED', true, /refused the connection/],
		['ENOTFOUND', true, /host name.*not found/],
		['ECONNABORTED', true, /in time/],
		['ECONNRESET', true, /connection/],
		['CERT_HAS_EXPIRED', false, /certificate/],
	])('%s is named for what it is', async (code, transient, words) => {
		const error = await rejectionOf(exchange(Object.assign(new Error('x'), { code })));

		expect(error).toMatchObject({ transient });
		expect(error.message).toMatch(words);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('is not said to need an option that does not apply to the login', async () => {
		const error = await rejectionOf(exchange(Object.assign(new Error('x'), { code: 'ETIMEDOUT' })));
		expect(`${error.message} ${error.description}`).not.toContain(`option 'Timeout'`);
	});

	it('says so when n8n does not allow the address for this credential', async () => {
		const refusal = new UserError('Domain not allowed: This credential is restricted');
		const error = await rejectionOf(exchange(refusal));

		expect(error.message).toMatch(/not allow/);
		expect(error).not.toHaveProperty('transient', true);
	});
});

describe('the key', () => {
	const key = 'key-of-hotel-1';
	it.each([
		['a message', answer(401, { message: `Unknown key ${key}` })],
		['a list', answer(400, { errors: [{ field: key, message: key }] })],
		['text', answer(401, `${key} is unknown`)],
		['a busy service', answer(503, { message: `Busy with ${key}` })],
		['a thrown request', Object.assign(new Error(`{"key":"${key}"}`), { code: 'ECONNRESET' })],
	])('is never repeated from %s', async (_where, response) => {
		const error = await rejectionOf(exchange(response));
		expect(`${error.message} ${error.description} ${JSON.stringify(error)}`).not.toContain(key);
	});
});

describe('a token that is not taken', () => {
	const token = 'eyJhbGciOiJIUzI1NiJ9.e30.s1gnature';
	it.each([
		['without success', answer(200, { token, expires_in: 86400 })],
		['with success as text', answer(200, { success: 'true', token })],
		['with success as text, in words', answer(200, { success: 'true', message: 'OK', token })],
		['under another name', answer(200, { access_token: token, token_type: 'Bearer' })],
		['in a wrapper', answer(200, { data: { token } })],
		['as JSON text', answer(200, JSON.stringify(token))],
		['as text', answer(200, token)],
		['in a refusal', answer(401, { success: true, token })],
		['of a service that fails', answer(500, { token })],
	])('is never repeated: %s', async (_how, response) => {
		const error = await rejectionOf(exchange(response));
		expect(`${error.message} ${error.description} ${JSON.stringify(error)}`).not.toContain(token);
	});

	it('leaves the words beside it', async () => {
		const response = answer(200, { error: 'locked', error_description: 'Key locked', token });
		expect((await rejectionOf(exchange(response))).message).toContain('Key locked');
	});
});
