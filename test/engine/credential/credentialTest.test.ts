import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { testCredential } from '../support/testCredential';

const hotel = useHotel();

/** What the Test button shows when all is well. */
const PASSED = { status: 'OK', message: 'Connection successful!' };

/** Presses the button; `form` is what the user has changed and not saved. */
async function pressTest(form: ICredentialDataDecryptedObject = {}, credential = hotel.credential) {
	const result = await testCredential(credential, form);
	hotel.expectNoSecrets(result.message);
	return result;
}

describe('the Test button', () => {
	it('passes for the right account, key and address, and asks the service every time', async () => {
		for (let press = 1; press <= 3; press++) {
			hotel.service.log.clear();
			expect(await pressTest()).toEqual(PASSED);
			expect(hotel.exchanges).toBe(1);
		}
	});

	it('fails for a key that was withdrawn, although none but this n8n itself has a token of it', async () => {
		hotel.seed('si-1');
		await hotel.run('get', { serviceId: byId('si-1') });
		hotel.issueKey('hotel');

		expect((await pressTest({ accessToken: '' })).status).toBe('Error');
		expect(hotel.exchanges).toBe(2);
	});

	it('passes for a key without any scope', async () => {
		const narrow = hotel.addAccount('narrow', []);
		for (const missingScope of [401, 403] as const) {
			hotel.service.dialect.missingScope = missingScope;
			hotel.service.log.clear();

			expect(await pressTest({}, narrow)).toEqual(PASSED);
			expect(hotel.exchanges).toBe(1);
		}
	});

	it.each(['errorBefore', 'html'] as const)(
		'passes although /services answers with %s: the login is what counts',
		async (kind) => {
			hotel.service.faults.add({ kind, path: /services/, times: 5 });

			expect(await pressTest()).toEqual(PASSED);
		},
	);

	it.each<[string, ICredentialDataDecryptedObject, RegExp]>([
		['no address', { baseUrl: '' }, /'Base URL' .* is empty/],
		['an unknown host', { baseUrl: 'https://api..example.com' }, /cannot be reached/],
		['no account', { accountId: '', apiKey: '' }, /^'Account ID' .* is empty/],
		['an endpoint', { baseUrl: 'https://api.example.com/token' }, /Enter it without \/token/],
		['a query', { baseUrl: 'https://api.example.com?hotel=1' }, /Enter it without a query/],
	])('names %s, and asks nothing', async (_, form, words) => {
		const { status, message } = await pressTest(form);

		expect(status).toBe('Error');
		expect(message).toMatch(words);
		expect(hotel.traffic).toEqual([]);
	});

	it.each<[string, ICredentialDataDecryptedObject, RegExp]>([
		['no JSON', { createBody: '{ broken' }, /'Create Body' .* is not valid JSON/],
		[
			'an unknown placeholder',
			{ listQuery: '{ "r": "{room}" }' },
			/'List Query' .* has "\{room\}"/,
		],
	])('refuses a format that has %s', async (_, format, words) => {
		const { status, message } = await pressTest({ customApiFormat: true, ...format });
		expect(status).toBe('Error');
		expect(message).toMatch(words);
	});

	it('takes a pasted sample without placeholders', async () => {
		const sample = { customApiFormat: true, createBody: '{ "amount": 12.5, "text": "Spa" }' };
		expect(await pressTest(sample)).toEqual(PASSED);
	});

	it('asks at the address of the chosen environment', async () => {
		const testBaseUrl = hotel.service.url;

		expect(await pressTest({ environment: 'test', baseUrl: '', testBaseUrl })).toEqual(PASSED);
		expect(await pressTest({ testBaseUrl: 'nonsense' })).toEqual(PASSED);
	});

	it('says that the service is down', async () => {
		await hotel.service.stop();

		expect((await pressTest()).message).toMatch(/cannot be reached.*Check the address/);
	});

	it('leaves the saved credential to itself when unsaved changes are tested', async () => {
		hotel.seed('si-1');
		await pressTest({ accountId: 'villa', apiKey: hotel.issueKey('villa') });
		const run = await hotel.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(hotel.service.log.entries.at(-1)).toMatchObject({ account: 'hotel', status: 200 });
	});
});

describe.each(['status401', 'successFalse200'] as const)(
	'the Test button with a wrong key (%s)',
	(badCredentials) => {
		const message = expect.stringMatching(
			/Account hotel does not exist or the key does not belong to it.*'Account ID' and 'API Key'/,
		) as string;
		beforeEach(() => {
			hotel.service.dialect.badCredentials = badCredentials;
		});

		it("fails with the service's words, although a token of the right key is stored and alive", async () => {
			await pressTest();
			hotel.service.log.clear();
			const { apiKey } = hotel.saved;
			hotel.credential.edit({ apiKey: 'mistyped' });

			expect(await pressTest()).toEqual({ status: 'Error', message });
			expect(hotel.traffic).toHaveLength(1);
			expect(await pressTest({ apiKey })).toEqual(PASSED);
		});
	},
);
