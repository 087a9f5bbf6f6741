import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';
import { since } from './support/n8nVersion';

const fresh = useFreshService();

const serviceId = byId('si-1');
const noRetry = { options: { maxRetries: 0 } };

describe.each(['status401', 'successFalse200'] as const)('a wrong key (%s)', (badCredentials) => {
	beforeEach(() => {
		fresh.seed('si-1');
		fresh.service.dialect.badCredentials = badCredentials;
		fresh.credential.edit({ apiKey: 'mistyped' });
	});

	it('costs one call to /token and names the two fields to look at', async () => {
		const { error } = await fresh.run('get', { serviceId });

		expect(fresh.traffic).toEqual([`POST /token ${badCredentials === 'status401' ? 401 : 200}`]);
		expect(error?.message).toContain(
			'Account hotel does not exist or the key does not belong to it',
		);
		expect(error?.description).toMatch(/'Account ID' and 'API Key'/);
		expect(error?.description).toMatch(/environment/);
		expect(JSON.stringify(error)).not.toContain('mistyped');
	});

	it('costs one call for twenty items, which all say so', async () => {
		const items = listOf(20, (n) => ({ n }));
		const run = await fresh.run('get', { serviceId }, { items, onError: 'continueRegularOutput' });

		expect(run.json()).toHaveLength(20);
		for (const { error } of run.json()) expect(error).toMatch(/'Account ID' and 'API Key'/);
		expect(fresh.traffic).toHaveLength(1);
	});
});

describe('a login that brings no token', () => {
	beforeEach(() => fresh.seed('si-1'));

	it.each([
		{ kind: 'html', what: 'a login page', says: /Base URL/ },
		{ kind: 'notJson', what: 'a text', says: /Base URL/ },
		{ kind: 'emptyBody', what: 'nothing', says: /Base URL/ },
		{ kind: 'truncatedJson', what: 'half an answer', says: /Base URL/ },
		{ kind: 'redirect', what: 'a redirect', says: /redirect.*Base URL/ },
		{ kind: 'htmlError', what: 'the error page of a proxy', says: /not.*just now.*502/ },
		{ kind: 'errorBefore', what: 'a failure', says: /not.*just now.*The service is unavailable/ },
		{ kind: 'resetBefore', what: 'a broken connection', says: /the connection broke off/ },
		{ kind: 'cutBody', what: 'a broken answer', says: /the connection broke off/ },
	] as const)('but $what says so and sends nothing else', async ({ kind, says }) => {
		fresh.service.faults.add({ kind, path: /^\/token$/ });
		const { error } = await fresh.run('get', { serviceId, ...noRetry });

		expect(panelOf(error)).toMatch(says);
		expect(error?.message).not.toContain('<');
		expect(error?.description).toBeTruthy();
		expect(fresh.traffic).toHaveLength(1);
	});

	it.each([
		'errorBefore',
		'htmlError',
		'tooManyRequests',
		'resetBefore',
		'resetAfter',
		'cutBody',
	] as const)('is tried again after %s, and the charge is made once', async (kind) => {
		fresh.service.faults.add({ kind, path: /^\/token$/ });
		const run = await fresh.run('create', { ...CHARGE, options: { maxRetries: 1 } });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(2);
		expect(fresh.requests).toEqual(['POST /services 201']);
	});

	it('is waited for no longer than a minute', async () => {
		fresh.service.faults.add({ kind: 'tooManyRequests', path: /token/, retryAfter: 3600 });
		const { error } = await fresh.run('create', CHARGE);

		expect(`${error?.message} ${error?.description}`).toContain('3600 seconds');
		expect(fresh.traffic).toEqual(['POST /token 429']);
	});

	it('does not take the key to where a redirect leads', async () => {
		const location = `${fresh.service.url}/elsewhere`;
		for (const status of [301, 302, 307, 308]) {
			fresh.service.faults.add({ kind: 'redirect', path: /token/, status, location });
			const run = await fresh.run('get', { serviceId, ...noRetry });
			expect(run.status).toBe('error');
		}

		expect(fresh.service.log.count('POST', /elsewhere/)).toBe(0);
		expect(fresh.service.log.count('GET', /elsewhere/)).toBe(0);
	});

	since('2.39').it(
		"because the credential's allowed domains leave the service out says so",
		async () => {
			fresh.credential.edit({
				allowedHttpRequestDomains: 'domains',
				allowedDomains: 'example.com',
			});
			const { error } = await fresh.run('get', { serviceId });

			expect(error?.message).toMatch(/domain/i);
			expect(fresh.traffic).toEqual([]);

			fresh.credential.edit({ allowedDomains: 'example.com, 127.0.0.1' });
			expect((await fresh.run('get', { serviceId })).status).toBe('success');
		},
	);

	describe.each(['message', 'html'] as const)('because nothing is there (%s)', (errorBody) => {
		it.each([
			['Base URL', { environment: 'production' }],
			['Test Base URL', { environment: 'test' }],
		])("asks to check '%s'", async (field, environment) => {
			fresh.service.dialect.errorBody = errorBody;
			const wrong = `${fresh.service.url}/wrong/path`;
			fresh.credential.edit({ ...environment, baseUrl: wrong, testBaseUrl: wrong });
			const { error } = await fresh.run('get', { serviceId });

			expect(panelOf(error)).toContain(`'${field}'`);
			expect(panelOf(error)).not.toContain('API Key');
			expect(fresh.traffic).toEqual(['POST /wrong/path/token 404']);
		});
	});
});
