import type { Scope } from '../service/accounts';
import { useRestartedPackage } from './support/restart';
import { byId } from './support/serviceItemNode';
import { PASSED, useTestButton } from './support/testButton';
import { testCredential } from './support/testCredential';

const { fresh, pressTest } = useTestButton();

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
