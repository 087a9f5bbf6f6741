import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { exchangeToken } from '../../../../../nodes/shared/access/tokenExchange';
import { TokenExchangeError } from '../../../../../nodes/shared/access/tokenRefusal';
import { accessWith } from '../../../support/access';
import { rejectionOf } from '../../../support/thrown';
import { answer, exchange } from '../../../support/tokenAnswers';
import { BANNED_WORDS } from '../../../support/wording';

const ACCOUNT_AND_KEY = /'Account ID'.*'API Key'/;
const ADDRESS = /'Base URL'/;

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

	it('loses the blanks around it', async () => {
		expect(await exchange(answer(200, { success: true, token: ' T1\n' }))).toBe('T1');
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
