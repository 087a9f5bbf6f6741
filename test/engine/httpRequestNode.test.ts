import type { INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './support/credentialStore';
import { HTTP_REQUEST, LOOP, START } from './support/engineNodeTypes';
import { listOf, useFreshService } from './support/freshService';
import { useRestartedPackage } from './support/restart';
import { runNode, runWorkflow, type RunOptions } from './support/runWorkflow';
import { byId } from './support/serviceItemNode';
import { connect, defineNode, type NodeSettings } from './support/workflow';

const fresh = useFreshService();
const afterRestart = { packageRoot: useRestartedPackage() };

/** Sends one request per item with n8n's HTTP Request node and the credential. */
function request(
	path: string,
	{ method = 'GET', ...others }: INodeParameters = {},
	options: NodeSettings & RunOptions = {},
) {
	const parameters = { ...requestTo(path), method, ...others };
	return runNode(HTTP_REQUEST, parameters, { credential: fresh.credential, ...options });
}

function requestTo(path: string): INodeParameters {
	return { url: `=${fresh.service.url}${path}`, nodeCredentialType: 'reservationServiceApi' };
}

/** Sends one request per item, the next when the one before has been answered: a loop with batches of one. */
async function requestInLoop(path: string, count: number) {
	const run = await runWorkflow({
		nodes: [
			defineNode('Start', START),
			defineNode('Loop', LOOP, { batchSize: 1 }),
			defineNode('Request', HTTP_REQUEST, requestTo(path), {
				credential: fresh.credential,
				onError: 'continueRegularOutput',
			}),
		],
		connections: connect(
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', to: 'Request', output: 1 },
			{ from: 'Request', to: 'Loop' },
		),
		credentials: fresh.store,
		items: listOf(count, (n) => ({ n })),
	});
	expect(run.runsOf('Request')).toHaveLength(count);
	return run;
}

describe('the HTTP Request node with the credential', () => {
	beforeEach(() => fresh.seed('si-1'));

	it('reaches an endpoint with one login, and none the second time', async () => {
		const path = '/services?reservationId=R-1';
		await request(path);
		const run = await request(path);

		expect(run.json()).toMatchObject([{ statusCode: 200, body: { items: [{ id: 'si-1' }] } }]);
		expect(fresh.traffic).toEqual(['POST /token 200', 'GET /services 200', 'GET /services 200']);
	});

	it('shares the token with the Reservation Service Item node', async () => {
		await fresh.run('get', { serviceId: byId('si-1') });
		const run = await request('/services/si-1');
		await fresh.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});

	it('shares a token it has renewed, too', async () => {
		await fresh.run('get', { serviceId: byId('si-1') });
		fresh.service.tokens.expireAll();
		await request('/services/si-1');
		const run = await fresh.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(2);
	});

	it('can create, with a body and a header of its own', async () => {
		const body = { reservationId: 'R-9', amount: 5, date: '2026-11-21', description: 'Towels' };
		const run = await request('/services', { method: 'POST', body });

		expect(run.json()).toMatchObject([{ statusCode: 201, body }]);
		expect(fresh.service.books.all('R-9')).toHaveLength(1);
	});

	it('logs in without an Authorization header even if it calls /token itself', async () => {
		const { accountId, apiKey } = fresh.saved;
		await request('/services/si-1');
		const run = await request('/token', { method: 'POST', body: { accountId, key: apiKey } });

		expect(run.json()).toMatchObject([{ statusCode: 200 }]);
		expect(fresh.exchanges).toBe(2);
	});

	it.each(['expireAll', 'revokeAll'] as const)('renews the token once after %s', async (end) => {
		await request('/services/si-1');
		fresh.service.tokens[end]();
		fresh.service.log.clear();
		const run = await request('/services/si-1');

		expect(run.status).toBe('success');
		expect(fresh.traffic).toEqual([
			'GET /services/si-1 401',
			'POST /token 200',
			'GET /services/si-1 200',
		]);
	});

	it.each(['missing', 'expired', 'expired before a restart'])(
		'fetches one token for a hundred items when it is %s',
		async (state) => {
			if (state !== 'missing') {
				const before = state === 'expired' ? {} : afterRestart;
				await request('/services/si-1', {}, before);
				fresh.service.tokens.expireAll();
				fresh.service.log.clear();
			}
			const run = await request('/services/si-1', {}, { items: listOf(100, (n) => ({ n })) });

			expect(run.json()).toHaveLength(100);
			expect(fresh.exchanges).toBe(1);
		},
	);

	it('acts for a changed account at once', async () => {
		await request('/services/si-1');
		fresh.service.log.clear();
		fresh.credential.edit({ accountId: 'villa', apiKey: fresh.issueKey('villa') });
		await request('/services/si-1');

		expect(fresh.service.log.entries.map(({ account }) => account)).toEqual(['villa', 'villa']);
	});

	it('does not mix two credentials', async () => {
		const villa = fresh.addAccount('villa');
		const items = listOf(20, (n) => ({ n }));
		const readAs = (name: string, credential: StoredCredential) =>
			request(`/services?reservationId=${name}`, {}, { credential, items });
		await Promise.all([readAs('hotel', fresh.credential), readAs('villa', villa)]);

		const reads = fresh.service.log.entries.filter(({ path }) => path === '/services');
		expect(reads).toHaveLength(40);
		for (const { account, query } of reads) expect(account).toBe(query.reservationId);
		expect(fresh.exchanges).toBe(2);
	});
});

describe.each(['status401', 'successFalse200'] as const)(
	'the HTTP Request node with a wrong key (%s)',
	(badCredentials) => {
		beforeEach(() => {
			fresh.service.dialect.badCredentials = badCredentials;
		});

		it.each(['there is none', 'one of the right key is stored'])(
			'says so after one call to /token when of tokens %s',
			async (state) => {
				if (state !== 'there is none') await request('/services?reservationId=R-1');
				fresh.service.log.clear();
				fresh.credential.edit({ apiKey: 'mistyped' });
				const { error } = await request('/services?reservationId=R-1');

				expect(error?.message).toMatch(/Account hotel does not exist.*'Account ID' and 'API Key'/);
				expect(fresh.traffic).toHaveLength(1);
			},
		);

		it('calls /token once for twenty items', async () => {
			fresh.credential.edit({ apiKey: 'mistyped' });
			const items = listOf(20, (n) => ({ n }));
			const { error } = await request('/services?reservationId=R-1', {}, { items });

			expect(error?.message).toMatch(/'Account ID' and 'API Key'/);
			expect(fresh.traffic).toHaveLength(1);
		});
	},
);

// n8n's HTTP Request node asks for a new token after every failure, whatever it was.
describe('failures of the HTTP Request node that no token would help', () => {
	beforeEach(() => fresh.seed('si-1'));

	it.each([
		['of one address', '/services/unknown'],
		['of many addresses', '/services/unknown-{{ $json.n }}'],
	])('cost two logins at most for a hundred items at once: 404 %s', async (_, path) => {
		const items = listOf(100, (n) => ({ n }));
		const run = await request(path, {}, { items });

		expect(run.error?.httpCode).toBe('404');
		expect(fresh.exchanges).toBeLessThanOrEqual(2);
	});

	it.each([
		['of one address', '/services/unknown'],
		['of many addresses', '/services/unknown-{{ $json.n }}'],
		['of many queries', '/nowhere?n={{ $json.n }}'],
	])('cost two logins at most for twenty items one by one: 404 %s', async (_, path) => {
		const run = await requestInLoop(path, 20);

		expect(JSON.stringify(run.runsOf('Request').at(-1)?.error)).toContain('404');
		expect(fresh.exchanges).toBeLessThanOrEqual(2);
	});

	it('cost two logins at most over ten executions', async () => {
		for (let execution = 0; execution < 10; execution++) {
			await request(`/services/unknown-${execution}`);
		}

		expect(fresh.exchanges).toBeLessThanOrEqual(2);
	});

	it.each([400, 403, 409, 422, 429, 500, 503])(
		'cost two logins at most over ten executions: %d',
		async (status) => {
			fresh.service.faults.add({ kind: 'errorBefore', path: /services/, status, times: 100 });
			for (let execution = 0; execution < 10; execution++) {
				const { error } = await request('/services/si-1');
				expect(error?.httpCode).toBe(String(status));
			}

			expect(fresh.exchanges).toBeLessThanOrEqual(2);
		},
	);

	it('do not keep the Reservation Service Item node from renewing its token', async () => {
		await request('/services/unknown');
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		const run = await fresh.run('get', { serviceId: byId('si-1') });

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});
});
