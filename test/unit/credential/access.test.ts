import { accessOf, accountOf, scopeOf, secretsOf } from '../../../nodes/shared/credential/access';
import { accessWith } from '../support/http';

describe('the access fields of a credential', () => {
	it('are texts without outer blanks, and blank where n8n gives none', () => {
		expect(accessOf({ accountId: ' hotel-1 ', apiKey: 7, environment: 'odd' })).toEqual({
			environment: 'production',
			baseUrl: '',
			testBaseUrl: '',
			accountId: 'hotel-1',
			apiKey: '7',
			accessToken: '',
			accessTokenFingerprint: '',
		});
	});
});

describe('an account', () => {
	const account = accountOf(accessWith());

	it.each([
		['account ID', { accountId: 'hotel-2' }, false],
		['key', { apiKey: 'other' }, false],
		['environment', { environment: 'test' as const }, false],
		['address', { baseUrl: 'https://api.example.com/v2' }, false],
		['slash at the end of the address', { baseUrl: 'https://api.example.com/v1/' }, true],
		['query of the address', { baseUrl: 'https://api.example.com/v1?hotel=7' }, true],
		['address that is not in use', { testBaseUrl: 'https://other.example.com' }, true],
		['token', { accessToken: 'T1' }, true],
	])('with another %s is the same: %p', (_, changes, isSame) => {
		expect(accountOf(accessWith(changes)) === account).toBe(isSame);
	});

	it('reveals nothing, and cannot be mistaken for another by moving a letter', () => {
		expect(account).toMatch(/^[0-9a-f]{64}$/);
		const [one, other] = [
			{ accountId: 'ab', apiKey: 'c' },
			{ accountId: 'a', apiKey: 'bc' },
		].map((changes) => accountOf(accessWith(changes)));
		expect(one).not.toBe(other);
	});
});

it('what reservations belong to depends on query and headers as well', () => {
	const scopes = [
		scopeOf(accessWith(), {}),
		scopeOf(accessWith({ baseUrl: 'https://api.example.com/v1?hotel=7' }), {}),
		scopeOf(accessWith(), { 'X-Hotel': '7' }),
		scopeOf(accessWith({ accountId: 'b' }), {}),
	];
	expect(new Set(scopes).size).toBe(4);
	expect(scopeOf(accessWith({ accessToken: 'T1' }), {})).toBe(scopes[0]);
});

it('the key, the token, the query of the address and all headers are secret, also where the address is unusable', () => {
	const baseUrl = 'https://api.example.com/v1?tenant=abcd';
	const access = accessWith({ baseUrl, accessToken: 'T1-token', apiKey: 'key1' });
	expect(secretsOf(access, { A: 'gate' })).toEqual(['key1', 'T1-token', 'abcd', 'gate']);
	expect(secretsOf(accessWith({ baseUrl: 'odd' }), {})).toContain('key-of-hotel-1');
});
