import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';

import { accessOf, scopeOf, secretsOf } from '../../../nodes/shared/credential/access';
import { limitsOf } from '../../../nodes/shared/credential/nodeCredential';
import { credentialProperties, usesExpressions } from '../../../nodes/shared/credential/settings';
import { accessWith } from '../support/http';

/** What n8n gives out of a credential that was saved so, expressions not worked out. */
function givenOut(saved: INodeParameters): INodeParameters {
	const node = { typeVersion: 1 } as INode;
	return NodeHelpers.getNodeParameters(credentialProperties, saved, true, false, node, null) ?? {};
}

it('the form shows the address of the chosen environment, and the examples under the switch', () => {
	const saved = { baseUrl: 'https://x', testBaseUrl: 'https://y', createBody: '{"a":1}' };
	const off = givenOut(saved);
	expect(off).toMatchObject({ baseUrl: 'https://x' });
	expect(off).not.toHaveProperty('testBaseUrl');
	expect(off).not.toHaveProperty('createBody');
	const on = givenOut({ ...saved, environment: 'test', customApiFormat: true });
	expect(on).toMatchObject({ testBaseUrl: 'https://y', createBody: '{"a":1}' });
	expect(on).not.toHaveProperty('baseUrl');
	expect(Object.keys({ ...off, ...on })).toHaveLength(credentialProperties.length - 1);
});

it.each(['baseUrl', 'testBaseUrl'])('the address %s is required where it is shown', (name) => {
	const field = credentialProperties.find((each) => each.name === name);
	expect(field).toMatchObject({ required: true });
});

it.each<[INodeParameters, boolean]>([
	[{}, false],
	[{ customApiFormat: true, baseUrl: 'https://x', createBody: '{ "a": "=b" }' }, false],
	[{ apiKey: '={{ $json.key }}' }, true],
	[{ environment: '={{ "test" }}' }, true],
	[{ accountConcurrency: '={{ 3 }}' }, true],
	[{ customApiFormat: '={{ true }}' }, true],
	[{ customApiFormat: true, requestHeaders: '={{ {} }}' }, true],
])('whether there are expressions is seen in %j: %s', (saved, isUsed) => {
	expect(usesExpressions(givenOut(saved) as never)).toBe(isUsed);
});

it('texts are without outer blanks, and may be numbers', () => {
	const access = accessWith({ accountId: ' hotel-1 ', apiKey: 7 });
	expect(access).toMatchObject({ accountId: 'hotel-1', apiKey: '7' });
	expect(access.address.base).toBe('https://api.example.com/v1');
});

const expressions = { usesExpressions: '' };

it.each([undefined, '', 'Test', 'odd', true])(
	'the environment is not guessed where an expression gives %j',
	(environment) => {
		expect(() => accessWith({ ...expressions, environment } as never)).toThrow(
			"'Environment' in the Reservation Service credential is neither production nor test",
		);
	},
);

it.each([undefined, '', 'true', 1])(
	'nor is whether the API format is a custom one: %j',
	(customApiFormat) => {
		expect(() => accessWith({ ...expressions, customApiFormat } as never)).toThrow(
			"'Custom API Format' in the Reservation Service credential is neither true nor false",
		);
	},
);

it('what a saved credential lacks is its default', () => {
	const saved = { baseUrl: 'https://api.example.com', accountId: 'hotel-1', apiKey: 'k' };
	expect(accessOf(saved).address.base).toBe(saved.baseUrl);
});

it.each([
	[{ accountId: ' ' }, "'Account ID' is empty"],
	[{ apiKey: '' }, "'API Key' is empty"],
	[{ accountId: '', apiKey: '' }, "'Account ID' and 'API Key' are empty"],
])('an account needs ID and key: %j', (changes, words) => {
	expect(() => accessWith(changes)).toThrow(words);
});

describe('a limit of the account', () => {
	it.each([
		['', 10],
		[' ', 10],
		[undefined, 10],
		[0, 0],
		['5', 5],
		[20, 20],
	])('is a number: %j', (given, concurrency) => {
		const limits = limitsOf({ accountConcurrency: given as never });
		expect(limits).toEqual({ requestsPerSecond: 0, concurrency });
	});

	it.each([
		['accountConcurrency', 1.5, "'Requests at a Time (0 = No Limit)'", 'whole number'],
		['accountConcurrency', -1, "'Requests at a Time (0 = No Limit)'", 'whole number'],
		['accountRequestsPerSecond', -1, "'Requests per Second (0 = No Limit)'", 'number'],
		['accountRequestsPerSecond', Infinity, "'Requests per Second (0 = No Limit)'", 'number'],
		['accountRequestsPerSecond', { a: 1 }, "'Requests per Second (0 = No Limit)'", 'number'],
	] as const)('is refused by its label: %s %j', (name, given, label, kind) => {
		const words = `${label} in the Reservation Service credential must be a ${kind} of at least 0`;
		expect(() => limitsOf({ [name]: given })).toThrow(words);
	});
});

describe('an account', () => {
	const { accountFingerprint: account } = accessWith();

	it.each([
		['account ID', { accountId: 'hotel-2' }, false],
		['key', { apiKey: 'other' }, false],
		['environment', { environment: 'test' }, false],
		['address', { baseUrl: 'https://api.example.com/v2' }, false],
		['slash at the end of the address', { baseUrl: 'https://api.example.com/v1/' }, true],
		['query of the address', { baseUrl: 'https://api.example.com/v1?hotel=7' }, true],
		['address that is not in use', { testBaseUrl: 'https://other.example.com' }, true],
	])('with another %s is the same, and has the same token: %p', (_, changes, isSame) => {
		const token = { accessToken: 'T1', accessTokenFingerprint: account };
		const changed = accessWith({ ...token, ...changes });
		expect(changed.accountFingerprint === account).toBe(isSame);
		expect(changed.storedToken).toBe(isSame ? 'T1' : '');
	});

	it('reveals nothing, and cannot be mistaken for another by moving a letter', () => {
		expect(account).toMatch(/^[0-9a-f]{64}$/);
		const one = accessWith({ accountId: 'ab', apiKey: 'c' });
		expect(accessWith({ accountId: 'a', apiKey: 'bc' }).accountFingerprint).not.toBe(
			one.accountFingerprint,
		);
	});
});

it('what reservations belong to depends on query and headers as well, but not on the key', () => {
	const scopes = [
		scopeOf(accessWith(), {}),
		scopeOf(accessWith({ baseUrl: 'https://api.example.com/v1?hotel=7' }), {}),
		scopeOf(accessWith(), { 'X-Hotel': '7' }),
		scopeOf(accessWith({ accountId: 'b' }), {}),
	];
	expect(new Set(scopes).size).toBe(4);
	expect(scopeOf(accessWith({ accessToken: 'T1', apiKey: 'other' }), {})).toBe(scopes[0]);
});

it('the key, the token, the query of the address and all headers are secret', () => {
	const baseUrl = 'https://api.example.com/v1?tenant=abcd&tenant=efgh';
	const access = accessWith({ baseUrl, accessToken: 'T1-token', apiKey: 'key1' });
	expect(secretsOf(access, { A: 'gate' })).toEqual(['key1', 'T1-token', 'abcd', 'efgh', 'gate']);
});
