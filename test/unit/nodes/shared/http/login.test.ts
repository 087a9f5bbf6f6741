import type {
	ICredentialDataDecryptedObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAccess } from '../../../../../nodes/shared/credential/access';
import {
	authenticate,
	CREDENTIAL_TEST_HEADER,
	exchangeToken,
	fetchToken,
	useOf,
} from '../../../../../nodes/shared/http/login';
import { LoginError } from '../../../../../nodes/shared/http/outcome';
import { RESPONSES } from '../../../../../nodes/shared/http/responses';
import { accessWith, systemError } from '../../../support/http';
import { rejectionOf, thrownBy } from '../../../support/thrown';
import { BANNED_WORDS } from '../../../support/wording';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

const LIST: IHttpRequestOptions = { url: 'https://api.example.com/v1/services' };
const ACCOUNT_AND_KEY = /'Account ID'.*'API Key'/;
const ADDRESS = /'Base URL'/;
const noCheck = () => undefined;

/** What POST /token comes back with; a text stands as it is. */
function answer(statusCode: number, body: unknown, headers = {}): IN8nHttpFullResponse {
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** The token of an exchange that the service answers so, or that breaks off so. */
async function exchange(
	response: IN8nHttpFullResponse | Error,
	access: ServiceAccess = accessWith(),
): Promise<string> {
	const httpRequest = () =>
		response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
	return await exchangeToken(httpRequest as HttpRequest, access);
}

function credentialWith(changes = {}): ICredentialDataDecryptedObject {
	return { ...accessWith({ accessToken: 'T1' }), ...changes };
}

describe('the request for a token', () => {
	it('is POST /token with account and key as JSON, without Authorization and without the query of the address', async () => {
		const sent: IHttpRequestOptions[] = [];
		const httpRequest = (options: IHttpRequestOptions) => {
			sent.push(options);
			return Promise.resolve(answer(200, { success: true, token: 'T1' }));
		};
		const baseUrl = 'https://api.example.com/v1/?hotel=7';
		await exchangeToken(httpRequest as HttpRequest, accessWith({ accessToken: 'T0', baseUrl }));

		expect(sent).toHaveLength(1);
		expect(sent[0]).toMatchObject({
			method: 'POST',
			url: 'https://api.example.com/v1/token',
			body: { accountId: 'hotel-1', key: 'key-of-hotel-1' },
			headers: { 'Content-Type': 'application/json' },
			disableFollowRedirect: true,
		});
		expect(JSON.stringify(sent)).not.toMatch(/authorization|T0|hotel=7/i);
		expect(sent[0]).not.toHaveProperty('auth');
	});

	it.each([
		[{ accountId: '' }, `'Account ID'`],
		[{ apiKey: '' }, `'API Key'`],
		[{ accountId: '', apiKey: '' }, `'Account ID' and 'API Key'`],
		[{ baseUrl: '' }, `'Base URL'`],
	])('is not sent with %p, and the field is named', async (missing, field) => {
		const httpRequest = jest.fn();
		const error = await rejectionOf(exchangeToken(httpRequest, accessWith(missing)));
		expect(error.message).toContain(field);
		expect(httpRequest).not.toHaveBeenCalled();
	});
});

describe('an answer with a token', () => {
	it.each([200, 201])('of status %d is taken', async (status) => {
		expect(await exchange(answer(status, { success: true, token: 'T1' }))).toBe('T1');
	});

	it('loses the blanks around it', async () => {
		expect(await exchange(answer(200, { success: true, token: ' T1\n' }))).toBe('T1');
	});
});

describe('an answer without a token', () => {
	const shapes: Array<[string, IN8nHttpFullResponse, RegExp]> = [
		['401 with a message', answer(401, { message: 'Unknown account' }), ACCOUNT_AND_KEY],
		['401 with nothing', answer(401, ''), ACCOUNT_AND_KEY],
		['401 with an empty object', answer(401, {}), ACCOUNT_AND_KEY],
		['401 with HTML', answer(401, '<html>Login</html>'), ACCOUNT_AND_KEY],
		['401 that claims success', answer(401, { success: true, token: 'T1' }), ADDRESS],
		['403', answer(403, { message: 'Blocked' }), ACCOUNT_AND_KEY],
		['400', answer(400, { message: 'Bad key' }), ACCOUNT_AND_KEY],
		['200, success false', answer(200, { success: false, message: 'No' }), ACCOUNT_AND_KEY],
		['200, success as text', answer(200, { success: 'true', token: 'T1' }), ADDRESS],
		['200 without success', answer(200, { token: 'T1' }), ADDRESS],
		['200 with an empty token', answer(200, { success: true, token: '' }), ADDRESS],
		['200 with a blank token', answer(200, { success: true, token: '  ' }), ADDRESS],
		['200 with a token that is no text', answer(200, { success: true, token: 5 }), ADDRESS],
		['200 with HTML', answer(200, '<!doctype html><p>Hello</p>'), ADDRESS],
		['200 with half a JSON', answer(200, '{"success":true,"tok'), ADDRESS],
		['200 with nothing', answer(200, ''), ADDRESS],
		['200 with null', answer(200, 'null'), ADDRESS],
		['404 with HTML', answer(404, '<html>Not Found</html>'), ADDRESS],
		['405', answer(405, { message: 'Method Not Allowed' }), ADDRESS],
		['302', answer(302, '', { location: 'https://elsewhere.example.com' }), ADDRESS],
	];

	it.each(shapes)(
		'%s: says in decent words which fields to look at, and is final',
		async (_, response, fields) => {
			const error = await rejectionOf(exchange(response));
			const text = `${error.message} ${error.description}`;

			expect(error).toBeInstanceOf(LoginError);
			expect(RESPONSES[(error as LoginError).login].tells).toBe('noLogin');
			expect(error.message).toMatch(fields);
			expect(error).not.toHaveProperty('response');
			expect(text).not.toMatch(BANNED_WORDS);
			expect(text).not.toMatch(/<|undefined|null|\{/);
			expect(error.description).toBeTruthy();
		},
	);

	it.each([
		['a message', answer(401, { message: 'Account hotel-1 is locked' })],
		['text', answer(401, 'Account hotel-1 is locked')],
		['success false', answer(200, { success: false, message: 'Account hotel-1 is locked' })],
	])("repeats the service's own words from %s", async (_where, response) => {
		expect((await rejectionOf(exchange(response))).message).toContain('Account hotel-1 is locked');
	});

	it('names the field of the test environment', async () => {
		const access = accessWith({ environment: 'test' });
		const error = await rejectionOf(exchange(answer(404, ''), access));
		expect(error.message).toContain(`'Test Base URL'`);
	});

	it.each([
		[429, '', 'loginThrottled', 'status 429'],
		[500, { message: 'Database down' }, 'loginUnavailable', 'Database down'],
		[503, '<html>Maintenance</html>', 'loginUnavailable', 'status 503'],
	])('of status %d may come later', async (status, body, login, said) => {
		const error = await rejectionOf(exchange(answer(status, body, { 'retry-after': '7' })));
		expect(error).toMatchObject({ login, retryAfterMs: 7_000 });
		expect(error.message).toContain(said);
		expect(error.message).toContain('It asks to wait 7 seconds');
		expect(error.message).not.toMatch(/'Account ID'|</);
	});

	it.each([
		['ECONNREFUSED', /^No access token could be fetched: the service refused the connection\./],
		['ENOTFOUND', /host name.*not found/],
		['ECONNABORTED', /in time\. Try again later$/],
		['ECONNRESET', /connection broke off/],
		['CERT_HAS_EXPIRED', /certificate/],
	])('%s is named for what it is', async (code, words) => {
		const error = await rejectionOf(exchange(systemError(code)));
		expect(error.message).toMatch(words);
		expect(error.description).toMatch(/nothing was sent yet/);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it('says so when n8n does not allow the address for this credential', async () => {
		const refusal = new UserError('Domain not allowed: This credential is restricted');
		expect(await rejectionOf(exchange(refusal))).toBe(refusal);
	});
});

describe('what is never repeated', () => {
	const key = 'key-of-hotel-1';
	const token = 'eyJhbGciOiJIUzI1NiJ9.e30.s1gnature';

	it.each([
		['the key, from a message', answer(401, { message: `Unknown key ${key}` })],
		['the key, from a list', answer(400, { errors: [{ field: key, message: key }] })],
		['the key, from text', answer(401, `${key} is unknown`)],
		['the key, of a request', Object.assign(new Error(`{"key":"${key}"}`), { code: 'ECONNRESET' })],
		['a token without success', answer(200, { token, expires_in: 86400 })],
		['a token with success as text', answer(200, { success: 'true', message: 'OK', token })],
		['a token of another name', answer(200, { access_token: token, token_type: 'Bearer' })],
		['a token in a wrapper', answer(200, { data: { token } })],
		['a token as JSON text', answer(200, JSON.stringify(token))],
		['a token as text', answer(200, token)],
		['a token in a refusal', answer(401, { success: true, token })],
		['a token of a service that fails', answer(500, { token })],
	])('is %s', async (_where, response) => {
		const error = await rejectionOf(exchange(response));
		const text = `${error.message} ${error.description} ${JSON.stringify(error)}`;
		expect(text).not.toContain(key);
		expect(text).not.toContain(token);
	});

	it('leaves the words beside it', async () => {
		const response = answer(200, { error: 'locked', error_description: 'Key locked', token });
		expect((await rejectionOf(exchange(response))).message).toContain('Key locked');
	});
});

describe('a request of a credential with a token', () => {
	it('carries it, and keeps what it had', () => {
		const options = { ...LIST, method: 'POST' as const, headers: { Accept: 'a/b' }, body: {} };
		const credential = credentialWith();
		expect(authenticate(credential, options, noCheck)).toEqual({
			...options,
			headers: { Accept: 'a/b', Authorization: 'Bearer T1' },
		});
		expect(useOf(credential).isSigned).toBe(true);
	});

	it.each<[string, Partial<IHttpRequestOptions> & { uri?: string }]>([
		['as a whole', { url: 'https://api.example.com/v1/token' }],
		['with a base address', { baseURL: 'https://api.example.com/v1', url: '/token' }],
		['as the older helper has it', { url: undefined, uri: 'https://api.example.com/v1/token' }],
		['with a query', { url: 'https://api.example.com/v1/token?x=1#y' }],
		['with a slash at the end', { url: 'https://api.example.com/v1/token/' }],
		['with capitals and the usual port', { url: 'https://API.example.com:443/v1/token' }],
	])('never carries it to POST /token, given %s', (_how, target) => {
		const options = {
			method: 'POST',
			headers: { Accept: '*/*' },
			...target,
		} as IHttpRequestOptions;
		for (const credential of [credentialWith(), credentialWith({ accessToken: '' })]) {
			expect(authenticate(credential, options, noCheck).headers).toEqual({ Accept: '*/*' });
		}
	});

	it('does not carry it to another service', () => {
		const options = { url: 'https://elsewhere.example.com/v1/services' };
		const error = thrownBy(() => authenticate(credentialWith(), options, noCheck));
		expect(error.message).toMatch(/for https:\/\/api\.example\.com only/);
		expect(error).not.toHaveProperty('response');
	});
});

describe('a credential without a token of its own', () => {
	it.each([
		['has none', { accessToken: '' }],
		['has changed its key', { apiKey: 'new-key' }],
		['has changed its account', { accountId: 'hotel-2' }],
		['has changed its address', { baseUrl: 'https://other.example.com' }],
		['has changed its environment', { environment: 'test' }],
		['has a token of unknown origin', { accessTokenFingerprint: '' }],
	])('sends nothing and has n8n fetch one: it %s', (_why, changes) => {
		const credential = credentialWith(changes);
		const error = thrownBy(() => authenticate(credential, LIST, noCheck));
		expect(error).toMatchObject({ response: { status: 401 } });
		expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/T1|key/);
		expect(useOf(credential).isSigned).toBe(false);
	});

	it('does not have n8n fetch one for an address that cannot be used', () => {
		const credential = credentialWith({ baseUrl: 'http://x.example' });
		const error = thrownBy(() => authenticate(credential, LIST, noCheck));
		expect(error).not.toHaveProperty('response');
		expect(error.message).toContain(`'Base URL'`);
	});
});

describe("n8n's hook for a token", () => {
	let accounts = 0;

	/** A credential of an account that nobody has used yet, at a service that gives T1, T2, … */
	function desk(changes: ICredentialDataDecryptedObject = {}) {
		const logins: IHttpRequestOptions[] = [];
		const httpRequest = ((options: IHttpRequestOptions) => {
			logins.push(options);
			return Promise.resolve(answer(200, { success: true, token: `T${logins.length}` }));
		}) as HttpRequest;
		const data = { ...accessWith({ accountId: `account-${++accounts}` }), ...changes };
		/** The order in which n8n calls: log in if there is no token, then authenticate, once more after a 401. */
		const send = async (credential: ICredentialDataDecryptedObject, options = LIST) => {
			const logIn = async () =>
				Object.assign(credential, await fetchToken(credential, httpRequest, noCheck));
			if (credential.accessToken === '') await logIn();
			try {
				return authenticate(credential, options, noCheck);
			} catch (error) {
				if (!(error as object).hasOwnProperty('response')) throw error;
				await logIn();
				return authenticate(credential, options, noCheck);
			}
		};
		return { logins, httpRequest, data, send };
	}
	const testButton = { ...LIST, headers: { [CREDENTIAL_TEST_HEADER]: 'true', Accept: '*/*' } };

	it('gives it to be stored once per exchange, with what it belongs to', async () => {
		const { data, httpRequest } = desk();
		const need = { by: 'node', refused: new Set<string>() } as const;
		const given = await Promise.all(
			Array.from({ length: 3 }, async () => {
				const copy = { ...data };
				useOf(copy).need = need;
				return [await fetchToken(copy, httpRequest, noCheck), copy.accessToken];
			}),
		);
		const [[stored], ...others] = given as [[object, unknown], ...Array<[object, unknown]>];
		expect(stored).toMatchObject({ accessToken: 'T1' });
		expect(Object.keys(stored).sort()).toEqual(['accessToken', 'accessTokenFingerprint']);
		expect(others).toEqual([
			[{}, 'T1'],
			[{}, 'T1'],
		]);
	});

	it('gives none to be stored with a credential that has expressions', async () => {
		const { data, httpRequest } = desk({ usesExpressions: '' });
		expect(await fetchToken(data, httpRequest, noCheck)).toEqual({});
		expect(data).toMatchObject({ accessToken: 'T1' });
		expect(authenticate(data, LIST, noCheck).headers).toMatchObject({ Authorization: 'Bearer T1' });
	});

	it('looks at the settings first, but not for our own nodes, which have', async () => {
		const { data, httpRequest, logins } = desk();
		const check = () => {
			throw new UserError('A setting is no good');
		};
		await expect(fetchToken(data, httpRequest, check)).rejects.toThrow('no good');
		expect(logins).toHaveLength(0);
		useOf(data).need = { by: 'node', refused: new Set() };
		await fetchToken(data, httpRequest, check);
		expect(logins).toHaveLength(1);
	});

	it('does not ask again where it was refused, however often n8n does', async () => {
		const { data } = desk();
		const refuse = jest.fn(() => Promise.resolve(answer(401, {}))) as unknown as HttpRequest;
		const errors = [1, 2].map(() => rejectionOf(fetchToken(data, refuse, noCheck)));
		const [first, second] = [await errors[0], await rejectionOf(fetchToken(data, refuse, noCheck))];
		expect(second).toBe(first);
		await errors[1];
		expect(refuse).toHaveBeenCalledTimes(1);
	});

	it.each<
		[
			string,
			(
				data: ICredentialDataDecryptedObject,
				send: (data: ICredentialDataDecryptedObject) => Promise<unknown>,
			) => Promise<unknown>,
			number,
		]
	>([
		['where none is stored', () => Promise.resolve(), 1],
		['though an older one is stored', (data, send) => send(data), 2],
		['though one is in memory', (data, send) => send({ ...data }), 2],
	])(
		'proves the key for the Test button with one exchange of its own, %s',
		async (_, before, exchanges) => {
			const { data, send, logins } = desk();
			await before(data, send);
			const { headers } = await send({ ...data }, testButton);
			expect(headers).toEqual({ Accept: '*/*', Authorization: `Bearer T${exchanges}` });
			expect(logins).toHaveLength(exchanges);
		},
	);

	it.each([
		[
			'a setting that is no good',
			{},
			() => {
				throw new UserError('no good');
			},
			/no good/,
		],
		[
			'an account that only an input item names',
			{ usesExpressions: '', accountId: '' },
			noCheck,
			/needs an input item.*run a workflow/,
		],
	])('tells of %s at the Test button', (_, changes, check, words) => {
		const { data } = desk(changes);
		expect(thrownBy(() => authenticate(data, testButton, check)).message).toMatch(words);
	});
});
