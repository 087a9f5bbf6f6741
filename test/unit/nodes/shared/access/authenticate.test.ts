import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import {
	authenticate,
	CREDENTIAL_TEST_HEADER,
} from '../../../../../nodes/shared/access/authenticate';
import { contextOf } from '../../../../../nodes/shared/access/requestContext';
import { accessWith } from '../../../support/access';
import { thrownBy } from '../../../support/thrown';

const LIST: IHttpRequestOptions = { url: 'https://api.example.com/v1/services' };

function credentialWith(changes = {}): ICredentialDataDecryptedObject {
	return { ...accessWith({ accessToken: 'T1' }), ...changes };
}

describe('a request of a credential with a token', () => {
	it('carries it, and keeps what it had', () => {
		const options = {
			...LIST,
			method: 'POST' as const,
			headers: { Accept: 'text/plain' },
			body: {},
		};
		expect(authenticate(credentialWith(), options)).toEqual({
			...options,
			headers: { Accept: 'text/plain', Authorization: 'Bearer T1' },
		});
	});

	it('can be authenticated again with a newer token', () => {
		const options = { ...LIST };
		const first = authenticate(credentialWith(), options);
		const second = authenticate({ ...accessWith({ accessToken: 'T2' }) }, first);

		expect(second.headers).toEqual({ Authorization: 'Bearer T2' });
		expect(options).toEqual(LIST);
	});
});

describe('POST /token', () => {
	it.each<[string, Partial<IHttpRequestOptions> & { uri?: string }]>([
		['as a whole', { url: 'https://api.example.com/v1/token' }],
		['with a base address', { baseURL: 'https://api.example.com/v1', url: '/token' }],
		['as the older helper has it', { url: undefined, uri: 'https://api.example.com/v1/token' }],
		['with a query', { url: 'https://api.example.com/v1/token?x=1#y' }],
		['with a slash at the end', { url: 'https://api.example.com/v1/token/' }],
		['with capitals and the usual port', { url: 'https://API.example.com:443/v1/token' }],
	])('never carries a token, given %s', (_how, target) => {
		const options = {
			method: 'POST',
			headers: { Accept: '*/*' },
			...target,
		} as IHttpRequestOptions;
		const { headers } = authenticate(credentialWith(), options);
		expect(headers).toEqual({ Accept: '*/*' });
	});

	it('needs no token to be there', () => {
		const options = { url: 'https://api.example.com/v1/token' };
		expect(authenticate({ ...accessWith() }, options)).toEqual({ ...options, headers: {} });
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
		const error = thrownBy(() => authenticate(credentialWith(changes), LIST));

		expect(error).toMatchObject({ response: { status: 401 } });
		expect(JSON.stringify({ ...error, message: error.message })).not.toMatch(/T1|key/);
	});

	it('does not have n8n fetch one for an address that cannot be used', () => {
		const error = thrownBy(() =>
			authenticate(credentialWith({ baseUrl: 'http://x.example' }), LIST),
		);

		expect(error).not.toHaveProperty('response');
		expect(error.message).toContain(`'Base URL'`);
	});
});

describe('the request behind the Test button', () => {
	const test = { ...LIST, headers: { [CREDENTIAL_TEST_HEADER]: 'true', Accept: '*/*' } };

	it('is not sent with a token that may be old', () => {
		expect(thrownBy(() => authenticate(credentialWith(), test))).toMatchObject({
			response: { status: 401 },
		});
	});

	it('is sent once an exchange has proven the key, and then without its mark', () => {
		const credential = credentialWith();
		contextOf(credential).isProven = true;
		expect(authenticate(credential, test).headers).toEqual({
			Accept: '*/*',
			Authorization: 'Bearer T1',
		});
	});

	it('asks for an exchange even where a token is in memory', () => {
		const credential = credentialWith();
		thrownBy(() => authenticate(credential, test));
		expect(contextOf(credential).request).toMatchObject({ mustExchange: true });
	});
});

describe('whether anything can have been sent', () => {
	it('is noted once a token is on the request, and not before', () => {
		const credential = credentialWith();
		expect(contextOf(credential).isSigned).toBeFalsy();
		authenticate(credential, LIST);
		expect(contextOf(credential).isSigned).toBe(true);

		const without = credentialWith({ accessToken: '' });
		thrownBy(() => authenticate(without, LIST));
		expect(contextOf(without).isSigned).toBeFalsy();
	});
});
