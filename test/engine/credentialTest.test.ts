import type { Scope } from '../service/accounts';
import { byId } from './support/serviceItemNode';
import { PASSED, useTestButton } from './support/testButton';

const { fresh, pressTest } = useTestButton();

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

	it('asks the service every time', async () => {
		for (let press = 1; press <= 3; press++) {
			expect(await pressTest()).toEqual(PASSED);
			expect(fresh.exchanges).toBe(press);
		}
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
	},
);

it('a test of unsaved changes leaves the saved credential to itself', async () => {
	fresh.seed('si-1');
	await pressTest({ accountId: 'villa', apiKey: fresh.issueKey('villa') });
	const run = await fresh.run('get', { serviceId: byId('si-1') });

	expect(run.status).toBe('success');
	expect(fresh.service.log.entries.at(-1)).toMatchObject({ account: 'hotel', status: 200 });
});
