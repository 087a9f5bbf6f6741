import { connect, type TokenAnswer } from './client';
import { DEFAULT_ACCOUNT } from './miniatureService';
import { useService } from './useService';

const { service, client } = useService(connect);

describe('POST /token', () => {
	it('gives a token for the right account and key', async () => {
		const { status, data } = await client.post<TokenAnswer>('/token', DEFAULT_ACCOUNT);
		expect(status).toBe(200);
		expect(data).toEqual({
			success: true,
			token_type: 'Bearer',
			message: 'Authentication was successful',
			token: expect.stringMatching(/^\S+$/) as string,
			expires_in: 86_400,
		});
		expect(service.tokens.issued).toBe(1);
	});

	it('takes a charset after the content type', async () => {
		const headers = { 'Content-Type': 'application/json; charset=utf-8' };
		expect((await client.post('/token', DEFAULT_ACCOUNT, { headers })).status).toBe(200);
	});

	it.each([
		['an Authorization header', DEFAULT_ACCOUNT, { Authorization: 'Bearer x' }],
		['an empty Authorization header', DEFAULT_ACCOUNT, { Authorization: '' }],
		[
			'a form',
			'accountId=hotel-1&key=key-1',
			{ 'Content-Type': 'application/x-www-form-urlencoded' },
		],
		[
			'JSON under another content type',
			JSON.stringify(DEFAULT_ACCOUNT),
			{ 'Content-Type': 'text/plain' },
		],
		['malformed JSON', '{"accountId":', { 'Content-Type': 'application/json' }],
		['a list', [DEFAULT_ACCOUNT], {}],
		['no body', undefined, { 'Content-Type': 'application/json' }],
		['no key', { accountId: 'hotel-1' }, {}],
		['no account', { key: 'key-1' }, {}],
		['an empty key', { accountId: 'hotel-1', key: '' }, {}],
		['a number as account', { accountId: 1, key: 'key-1' }, {}],
		['null as key', { accountId: 'hotel-1', key: null }, {}],
	])('refuses %s with 400', async (_, body, headers) => {
		const { status, data } = await client.post<unknown>('/token', body, { headers });
		expect(status).toBe(400);
		expect(data).toEqual({ message: expect.any(String) as string });
		expect(service.tokens.issued).toBe(0);
	});

	it.each([
		['account', { accountId: 'hotel-2', key: 'key-1' }, 'hotel-2'],
		['key', { accountId: 'hotel-1', key: 'key-2' }, 'hotel-1'],
	])('answers a wrong %s with success false, naming the account', async (_, body, accountId) => {
		for (const [badCredentials, expected] of [
			['status401', 401],
			['successFalse200', 200],
		] as const) {
			service.dialect.badCredentials = badCredentials;
			const { status, data } = await client.post<unknown>('/token', body);
			expect(status).toBe(expected);
			expect(data).toEqual({
				success: false,
				message: `Account ${accountId} does not exist or the key does not belong to it`,
			});
		}
		expect(service.tokens.issued).toBe(0);
	});

	it('refuses other methods with 405 and says which are possible', async () => {
		const { status, headers } = await client.get('/token');
		expect(status).toBe(405);
		expect(headers.allow).toBe('POST');
	});
});
