import type { StoredCredential } from './support/credentialStore';
import { listOf } from './support/freshService';
import { useHttpRequests } from './support/httpRequests';
import { useRestartedPackage } from './support/restart';
import { byId } from './support/serviceItemNode';

const { fresh, request } = useHttpRequests();
const afterRestart = { packageRoot: useRestartedPackage() };

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
		'fetches one token for thirty items when it is %s',
		async (state) => {
			if (state !== 'missing') {
				const before = state === 'expired' ? {} : afterRestart;
				await request('/services/si-1', {}, before);
				fresh.service.tokens.expireAll();
				fresh.service.log.clear();
			}
			const run = await request('/services/si-1', {}, { items: listOf(30, (n) => ({ n })) });

			expect(run.json()).toHaveLength(30);
			expect(fresh.exchanges).toBe(1);
		},
	);

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
