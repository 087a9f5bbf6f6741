import type { ServiceAccess } from '../../../../../nodes/shared/access/credential';
import { fingerprintOf } from '../../../../../nodes/shared/access/fingerprint';
import { accessWith } from '../../../support/access';

const original = fingerprintOf(accessWith());

describe('the fingerprint of a token', () => {
	it.each<[string, Partial<ServiceAccess>]>([
		['account', { accountId: 'hotel-2' }],
		['key', { apiKey: 'another-key' }],
		['address', { baseUrl: 'https://api.example.com/v2' }],
		['environment', { environment: 'test' }],
	])('changes with the %s', (_what, changes) => {
		expect(fingerprintOf(accessWith(changes))).not.toBe(original);
	});

	it('tells apart what only looks the same put together', () => {
		const one = accessWith({ accountId: 'a', apiKey: 'bc' });
		const other = accessWith({ accountId: 'ab', apiKey: 'c' });
		expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
	});

	it.each<[string, Partial<ServiceAccess>]>([
		['a trailing slash', { baseUrl: 'https://api.example.com/v1/' }],
		['the address of the other environment', { testBaseUrl: 'https://elsewhere.example.com' }],
		['the token itself', { accessToken: 'T1' }],
	])('does not change with %s', (_what, changes) => {
		expect(fingerprintOf(accessWith(changes))).toBe(original);
	});

	it('reveals neither account nor key', () => {
		expect(original).not.toContain('hotel-1');
		expect(original).toMatch(/^[0-9a-f]{64}$/);
	});
});
