import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { accessOf } from '../../../nodes/shared/credential/access';
import { thrownBy } from '../support/errors';

const accessWith = (changes: ICredentialDataDecryptedObject = {}) =>
	accessOf({
		environment: 'production',
		baseUrl: 'https://api.example.com/v1',
		testBaseUrl: 'https://test.example.com/v1',
		accountId: 'hotel-1',
		apiKey: 'key-of-hotel-1',
		customApiFormat: false,
		accountConcurrency: 10,
		...changes,
	});

describe('the address of the service', () => {
	it.each([
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com/hotel/v1//', 'https://api.example.com/hotel/v1'],
		['HTTPS://API.Example.com/V1', 'https://api.example.com/V1'],
		['https://api.example.com:8443/v1', 'https://api.example.com:8443/v1'],
		['http://127.0.0.1', 'http://127.0.0.1'],
		['http://[::1]:3000', 'http://[::1]:3000'],
	])('may be entered as %s', (baseUrl, base) => {
		expect(accessWith({ baseUrl }).base).toBe(base);
	});

	it('is that of the chosen environment', () => {
		expect(accessWith({ environment: 'test' }).base).toBe('https://test.example.com/v1');
	});

	it.each([
		['', 'is empty'],
		['http://api.example.com', 'must start with https://'],
		['http://localhost.example.com', 'must start with https://'],
		['ftp://api.example.com', 'must start with https://'],
		['api.example.com', 'must start with https://'],
		['https://api.example.com/v1#top', 'has a fragment'],
		['https://user@api.example.com', 'has a login'],
		['https://api.example.com/v1?hotel=7', 'has a query'],
		['https://api.example.com/v1/token', 'Enter it without /token'],
		['https://api.example.com/v1/services/', 'Enter it without /services'],
	])('is refused as %p: %s', (baseUrl, why) => {
		const error = thrownBy(() => accessWith({ baseUrl }));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(`'Base URL' in the Reservation Service credential ${''}`);
		expect(error.message).toContain(why);
	});

	it('that ends in an endpoint is shown as it has to be entered', () => {
		const error = thrownBy(() => accessWith({ baseUrl: 'https://api.example.com/v1/token' }));
		expect(error.message).toContain('such as https://api.example.com/v1');
	});
});

it.each([
	[{ accountId: ' ' }, `'Account ID' in the Reservation Service credential is empty`],
	[{ apiKey: '' }, `'API Key' in the Reservation Service credential is empty`],
	[{ environment: 'staging' }, `'Environment' in the Reservation Service credential is neither`],
	[{ accountConcurrency: -1 }, `'Requests at a Time (0 = No Limit)' in the Reservation`],
	[
		{ customApiFormat: 'yes' },
		`'Custom API Format' in the Reservation Service credential is neither`,
	],
])('%j is refused, naming the field', (changes, words) => {
	expect(thrownBy(() => accessWith(changes)).message).toContain(words);
});

it('token and limits belong to address, account and key; memory to environment, address and account', () => {
	const one = accessWith();
	const otherKey = accessWith({ apiKey: 'another' });
	expect(otherKey.key).not.toBe(one.key);
	expect(otherKey.account).toBe(one.account);
	for (const name of ['accountId', 'baseUrl']) {
		const other = accessWith({ [name]: 'https://other.example.com' });
		expect(other.account).not.toBe(one.account);
		expect(other.key).not.toBe(one.key);
	}
});
