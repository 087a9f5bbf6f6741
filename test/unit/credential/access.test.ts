import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

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

it.each<[ICredentialDataDecryptedObject, string]>([
	[{ baseUrl: 'https://api.example.com/' }, 'https://api.example.com'],
	[{ baseUrl: 'HTTPS://API.Example.com/V1//' }, 'https://api.example.com/V1'],
	[{ baseUrl: 'http://127.0.0.1' }, 'http://127.0.0.1'],
	[{ baseUrl: 'http://[::1]:3000' }, 'http://[::1]:3000'],
	[{ environment: 'test' }, 'https://test.example.com/v1'],
])('with %j the address is %s', (changes, base) => {
	expect(accessWith(changes).base).toBe(base);
});

const withBase = (baseUrl: string) => ({ baseUrl });

it.each([
	[withBase(''), 'Base URL', 'is empty'],
	[withBase('http://api.example.com'), 'Base URL', 'must start with https://'],
	[withBase('http://localhost.example.com'), 'Base URL', 'must start with https://'],
	[withBase('https://api.example.com/v1#top'), 'Base URL', 'has a fragment'],
	[withBase('https://user@api.example.com'), 'Base URL', 'has a login'],
	[withBase('https://api.example.com/v1?hotel=7'), 'Base URL', 'has a query'],
	[withBase('https://a.b/v1/token'), 'Base URL', 'Enter it without /token, such as https://a.b/v1'],
	[withBase('https://a.b/v1/services/'), 'Base URL', 'Enter it without /services'],
	[{ accountId: ' ' }, 'Account ID', 'is empty'],
	[{ apiKey: '' }, 'API Key', 'is empty'],
	[{ environment: 'staging' }, 'Environment', 'is neither'],
	[{ accountConcurrency: -1 }, 'Requests at a Time (0 = No Limit)', 'is no whole number'],
	[{ customApiFormat: 'yes' }, 'Custom API Format', 'is neither'],
])('%j is refused, naming %s', (changes, field, why) => {
	const { message } = thrownBy(() => accessWith(changes));
	expect(message).toContain(`'${field}' in the Reservation Service credential `);
	expect(message).toContain(why);
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
