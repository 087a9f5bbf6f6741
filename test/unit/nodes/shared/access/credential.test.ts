import { secretsOf, serviceAccessOf } from '../../../../../nodes/shared/access/credential';

describe('reading a decrypted credential', () => {
	it('takes off spaces that came along with copied values', () => {
		const access = serviceAccessOf({
			environment: 'test',
			testBaseUrl: ' https://test.example.com ',
			accountId: '\thotel-1\n',
			apiKey: ' key ',
		});
		expect(access).toMatchObject({
			environment: 'test',
			testBaseUrl: 'https://test.example.com',
			accountId: 'hotel-1',
			apiKey: 'key',
		});
	});

	it('takes an account ID that is a number', () => {
		expect(serviceAccessOf({ accountId: 4711 }).accountId).toBe('4711');
	});

	it('has an empty text for what is missing, and production for an unknown environment', () => {
		expect(serviceAccessOf({ environment: 'staging', apiKey: null as unknown as string })).toEqual({
			environment: 'production',
			baseUrl: '',
			testBaseUrl: '',
			accountId: '',
			apiKey: '',
			accessToken: '',
			accessTokenFingerprint: '',
			constants: [],
		});
	});

	it('counts key and token as secret, and nothing that is empty', () => {
		expect(secretsOf(serviceAccessOf({ apiKey: 'k', accessToken: 't', accountId: 'a' }))).toEqual([
			'k',
			't',
		]);
		expect(secretsOf(serviceAccessOf({}))).toEqual([]);
	});
});
