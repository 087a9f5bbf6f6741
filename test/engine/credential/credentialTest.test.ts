import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { testCredential } from '../support/testCredential';

const hotel = useHotel();

/** What the Test button shows when all is well. */
const PASSED = { status: 'OK', message: 'Connection successful!' };
const serviceId = byId('si-1');

/** Presses the button; `form` is what the user has changed and not saved. */
async function pressTest(form: ICredentialDataDecryptedObject = {}, credential = hotel.credential) {
	const result = await testCredential(credential, form);
	hotel.expectNoSecrets(result.message);
	return result;
}

beforeEach(() => hotel.seed('si-1'));

it('passes for the right account, key and address, and logs in every time', async () => {
	for (let press = 1; press <= 3; press++) {
		hotel.service.log.clear();
		expect(await pressTest()).toEqual(PASSED);
		// The first time n8n asks for a token, too.
		expect(hotel.exchanges).toBe(press === 1 ? 2 : 1);
	}
});

it.each([401, 403] as const)('passes for a key without any scope (%d)', async (missingScope) => {
	hotel.service.dialect.missingScope = missingScope;
	expect(await pressTest({}, hotel.addAccount('narrow', []))).toEqual(PASSED);
});

it.each<[string, ICredentialDataDecryptedObject, RegExp]>([
	['no address', { baseUrl: '' }, /'Base URL' .* is empty/],
	[
		'an unknown host',
		{ baseUrl: 'https://api..example.com' },
		/cannot be reached.*Check the address/,
	],
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
	['an unknown placeholder', { listQuery: '{ "r": "{room}" }' }, /'List Query' .* has "\{room\}"/],
])('refuses a format that has %s', async (_, format, words) => {
	const { status, message } = await pressTest({ customApiFormat: true, ...format });
	expect(status).toBe('Error');
	expect(message).toMatch(words);
});

it.each([
	{ customApiFormat: true, createBody: '{ "amount": 12.5, "text": "Spa" }' },
	{ customApiFormat: false, createBody: '{ broken' },
])('takes a pasted sample without placeholders, and what is not used: %j', async (format) => {
	expect(await pressTest(format)).toEqual(PASSED);
});

it('asks at the address of the chosen environment', async () => {
	const testBaseUrl = hotel.service.url;

	expect(await pressTest({ environment: 'test', baseUrl: '', testBaseUrl })).toEqual(PASSED);
	expect(await pressTest({ testBaseUrl: 'nonsense' })).toEqual(PASSED);
});

it('leaves the saved credential to itself when unsaved changes are tested', async () => {
	await pressTest({ accountId: 'villa', apiKey: hotel.issueKey('villa') });
	await hotel.run('get', { serviceId });

	expect(hotel.service.log.entries.at(-1)).toMatchObject({ account: 'hotel', status: 200 });
});

it.each(['status401', 'successFalse200'] as const)(
	"fails for a key that was withdrawn with the service's words, although this n8n has a token of it (%s)",
	async (badCredentials) => {
		hotel.service.dialect.badCredentials = badCredentials;
		await hotel.run('get', { serviceId });
		hotel.issueKey('hotel');
		hotel.service.log.clear();
		const { status, message } = await pressTest();

		expect(status).toBe('Error');
		expect(message).toMatch(
			/Account hotel does not exist or the key does not belong to it.*'Account ID' and 'API Key'/,
		);
		expect(hotel.traffic).toHaveLength(1);
	},
);
