import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Scope } from '../service/accounts';
import { useFreshService } from './support/freshService';
import { useRestartedPackage } from './support/restart';
import { byId } from './support/serviceItemNode';
import { testCredential } from './support/testCredential';

const PASSED = { status: 'OK', message: 'Connection successful!' };

/** Presses the Test button; `form` is what the user has changed and not saved. */
async function pressTest(form: ICredentialDataDecryptedObject = {}, credential = fresh.credential) {
	const result = await testCredential(credential, form);
	fresh.expectNoSecrets(result.message);
	return result;
}

const fresh = useFreshService();
const restarted = useRestartedPackage();

describe('the Test button', () => {
	it('passes for the right account, key and address', async () => {
		expect(await pressTest()).toEqual(PASSED);
		expect(fresh.exchanges).toBe(1);
	});

	it('names an example with blanks that cannot be used, before the login', async () => {
		const { status, message } = await pressTest({
			customApiFormat: true,
			createBody: '{ "price": "{amout}" }',
		});

		expect(status).toBe('Error');
		expect(message).toMatch(/'Create Body'.*\{amout\}.*Write \{amount\}/);
		expect(fresh.traffic).toEqual([]);
	});

	it('saves the next run the login', async () => {
		fresh.seed('si-1');
		await pressTest();
		const run = await fresh.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});

	it('asks the service every time', async () => {
		for (let press = 1; press <= 3; press++) {
			expect(await pressTest()).toEqual(PASSED);
			expect(fresh.exchanges).toBe(press);
		}
	});

	it('asks the service after a restart, too', async () => {
		await testCredential(fresh.credential, {}, restarted);
		expect(await pressTest()).toEqual(PASSED);
		expect(fresh.exchanges).toBe(2);
	});

	it('sends no mark of its own to the service', async () => {
		await pressTest();
		const headers = fresh.service.log.entries.flatMap((entry) => Object.keys(entry.headers));

		expect(headers.filter((name) => name.startsWith('x-'))).toEqual([]);
	});

	it.each<[string, Scope[]]>([
		['no scope at all', []],
		['the scope to create only', ['services:create']],
	])('passes for a key with %s', async (_, scopes) => {
		const narrow = fresh.addAccount('narrow', scopes);
		for (const missingScope of [401, 403] as const) {
			fresh.service.dialect.missingScope = missingScope;
			fresh.service.log.clear();

			expect(await pressTest({}, narrow)).toEqual(PASSED);
			expect(fresh.exchanges).toBe(1);
		}
	});

	it.each(['errorBefore', 'html', 'htmlError', 'emptyBody', 'notJson', 'redirect'] as const)(
		'passes although /services answers with %s: the login is what counts',
		async (kind) => {
			fresh.service.faults.add({ kind, path: /services/, times: 5 });
			expect(await pressTest()).toEqual(PASSED);
		},
	);
});

describe.each(['status401', 'successFalse200'] as const)(
	'the Test button with a wrong key (%s)',
	(badCredentials) => {
		const refusal = {
			status: 'Error',
			message: expect.stringMatching(
				/Account hotel does not exist or the key does not belong to it.*'Account ID' and 'API Key'/,
			) as string,
		};
		beforeEach(() => {
			fresh.service.dialect.badCredentials = badCredentials;
		});

		it("fails with the service's words after one call to /token", async () => {
			fresh.credential.edit({ apiKey: 'mistyped' });

			expect(await pressTest()).toEqual(refusal);
			expect(fresh.exchanges).toBe(1);
			expect(fresh.requests).toEqual([]);
		});

		it('fails although a token of the right key is stored and alive', async () => {
			await pressTest();
			fresh.service.log.clear();
			fresh.credential.edit({ apiKey: 'mistyped' });

			expect(await pressTest()).toEqual(refusal);
			expect(fresh.exchanges).toBe(1);
		});

		it('fails once the key is withdrawn, although its token lives on', async () => {
			await pressTest();
			fresh.issueKey('hotel');
			fresh.service.log.clear();

			expect(await pressTest()).toEqual(refusal);
			expect(fresh.exchanges).toBe(1);
		});

		it('passes when the form is corrected, before it is saved', async () => {
			const { apiKey } = fresh.saved;
			fresh.credential.edit({ apiKey: 'mistyped' });

			expect(await pressTest({ apiKey })).toEqual(PASSED);
			expect(fresh.exchanges).toBe(1);
		});

		it('fails when the form is wrong, whatever is saved', async () => {
			await pressTest();

			expect(await pressTest({ apiKey: 'mistyped' })).toEqual(refusal);
		});

		it('passes again after it is put right', async () => {
			const { apiKey } = fresh.saved;
			for (const [key, result] of [
				['mistyped', refusal],
				[apiKey, PASSED],
				['mistyped', refusal],
				[apiKey, PASSED],
			] as const) {
				fresh.credential.edit({ apiKey: key });
				expect(await pressTest()).toEqual(result);
			}
			expect(fresh.exchanges).toBe(4);
		});
	},
);

it('a test of unsaved changes leaves the saved credential to itself', async () => {
	fresh.seed('si-1');
	await pressTest({ accountId: 'villa', apiKey: fresh.issueKey('villa') });
	const run = await fresh.run('get', { serviceId: byId('si-1') });

	expect(run.status).toBe('success');
	expect(fresh.service.log.entries.at(-1)).toMatchObject({ account: 'hotel', status: 200 });
});

it('a changed account is tested with the new account', async () => {
	await pressTest();
	fresh.service.log.clear();
	fresh.credential.edit({ accountId: 'villa', apiKey: fresh.issueKey('villa') });

	expect(await pressTest()).toEqual(PASSED);
	expect(fresh.service.log.entries.map(({ account }) => account)).toEqual(['villa', 'villa']);
});

describe('the Test button and the address', () => {
	it.each([
		['empty', '', "'Base URL' is empty"],
		['plain http', 'http://reservations.example.com', "'Base URL'.*must start with https://"],
		['a bare host', 'reservations.example.com', "'Base URL'.*must start with https://"],
		['another protocol', 'ftp://127.0.0.1', "'Base URL'.*must start with https://"],
		['with a query', 'https://reservations.example.com/?a=1', "'Base URL'.*has a query"],
		['with a login', 'https://me:my-word@reservations.example.com', "'Base URL'.*contains a login"],
		['an unknown host', 'https://reservations..example.com', 'host name.*was not found'],
	])('%s', async (_, baseUrl, message) => {
		const result = await pressTest({ baseUrl });

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(new RegExp(message));
		expect(result.message).not.toContain('my-word');
		expect(fresh.traffic).toEqual([]);
	});

	it('of the test environment is named when that one is chosen', async () => {
		const result = await pressTest({ environment: 'test' });

		expect(result).toEqual({
			status: 'Error',
			message: expect.stringContaining("'Test Base URL' is empty") as string,
		});
	});

	it('of the test environment is the one that counts when it is chosen', async () => {
		const testBaseUrl = fresh.service.url;

		expect(await pressTest({ environment: 'test', baseUrl: '', testBaseUrl })).toEqual(PASSED);
		expect(await pressTest({ environment: 'production', testBaseUrl: 'nonsense' })).toEqual(PASSED);
	});

	it('may be that of this machine by name, and end with slashes', async () => {
		const baseUrl = `${fresh.service.url.replace('127.0.0.1', 'localhost')}//`;

		expect(await pressTest({ baseUrl })).toEqual(PASSED);
		expect(fresh.traffic[0]).toBe('POST /token 200');
	});

	it('says that the service is down', async () => {
		await fresh.service.stop();
		const result = await pressTest();

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/refused the connection.*Check address and port/);
	});

	it('says that the service is down although a token is stored', async () => {
		await pressTest();
		await fresh.service.stop();

		expect((await pressTest()).message).toMatch(/refused the connection/);
	});

	it.each(['message', 'html', 'empty'] as const)(
		'says that the service is not there (%s)',
		async (errorBody) => {
			fresh.service.dialect.errorBody = errorBody;
			const result = await pressTest({ baseUrl: `${fresh.service.url}/nowhere` });

			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/'Base URL'/);
			expect(fresh.traffic).toEqual(['POST /nowhere/token 404']);
		},
	);

	it('says that a website answers instead of the service', async () => {
		fresh.service.faults.add({ kind: 'html', path: /token/ });
		const result = await pressTest();

		expect(result.message).toMatch(/'Base URL'/);
		expect(result.message).not.toContain('<');
		expect(fresh.traffic).toHaveLength(1);
	});

	it('says that the service is failing, in its own words', async () => {
		fresh.service.faults.add({ kind: 'errorBefore', path: /token/ });
		const result = await pressTest();

		expect(result.status).toBe('Error');
		expect(result.message).toContain('The service is unavailable');
		expect(fresh.traffic).toHaveLength(1);
	});
});

describe('the Test button and empty fields', () => {
	it.each([
		[{ accountId: '' }, /^'Account ID' is empty/],
		[{ apiKey: ' ' }, /^'API Key' is empty/],
		[{ accountId: '', apiKey: '' }, /^'Account ID' and 'API Key' are empty/],
	])('%j', async (form, message) => {
		const result = await pressTest(form);

		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
		expect(fresh.traffic).toEqual([]);
	});

	it('in a new credential speak of the address first', async () => {
		const empty = fresh.save({});

		expect((await pressTest({}, empty)).message).toMatch(/'Base URL' is empty/);
		expect(fresh.traffic).toEqual([]);
	});
});

describe('a service below a path', () => {
	const below = useFreshService({ pathPrefix: '/open/v2' });

	it.each(['', '/', '///'])('is tested there when the address ends with "%s"', async (end) => {
		const result = await testCredential(below.credential, {
			baseUrl: `${below.service.url}${end}`,
		});

		expect(result).toEqual(PASSED);
		expect(below.traffic).toEqual(['POST /token 200', 'GET /services 400']);
		expect(below.service.log.entries.filter(({ outsidePrefix }) => outsidePrefix)).toEqual([]);
	});
});
