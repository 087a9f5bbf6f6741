import type { AxiosInstance } from 'axios';
import { connect, connectAs, type TokenAnswer } from './client';
import { DEFAULT_ACCOUNT, startMiniatureService } from './miniatureService';
import { useService } from './useService';

const { service, client } = useService(connect);

const list = (as: AxiosInstance) => as.get('/services', { params: { reservationId: 'r1' } });

describe('a token', () => {
	it('opens the service, whatever the case of the scheme', async () => {
		const known = await connectAs(service);
		expect((await list(known)).status).toBe(200);
		const header = String(known.defaults.headers.common.Authorization).replace('Bearer', 'bearer');
		const headers = { Authorization: header };
		expect((await client.get('/services?reservationId=r1', { headers })).status).toBe(200);
	});

	it.each([
		['without a token', undefined],
		['with an unknown token', 'Bearer unknown'],
		['with another scheme', 'Basic aG90ZWwtMTprZXktMQ=='],
		['with nothing after the scheme', 'Bearer '],
	])('is asked for: %s every endpoint answers 401', async (_, Authorization) => {
		const headers = Authorization === undefined ? {} : { Authorization };
		for (const [method, url] of [
			['GET', '/services?reservationId=r1'],
			['POST', '/services'],
			['GET', '/services/si-1'],
			['PATCH', '/services/si-1'],
			['DELETE', '/services/si-1'],
		] as const) {
			const { status, headers: answered } = await client.request({ method, url, headers });
			expect([method, url, status]).toEqual([method, url, 401]);
			expect(answered['www-authenticate']).toBe('Bearer');
		}
	});

	it('ends with its lifetime, and a new one follows', async () => {
		const known = await connectAs(service);
		service.tokens.expireAll();
		expect(await list(known)).toMatchObject({
			status: 401,
			data: { message: 'The access token has expired' },
		});
		expect((await list(await connectAs(service))).status).toBe(200);
		expect(service.tokens.issued).toBe(2);
	});

	it('lives as long as the service says', async () => {
		const brief = await startMiniatureService({ tokenLifetimeSeconds: 0 });
		const { data } = await connect(brief).post<TokenAnswer>('/token', DEFAULT_ACCOUNT);
		expect(data.expires_in).toBe(0);
		expect((await list(await connectAs(brief))).status).toBe(401);
		brief.tokens.lifetimeSeconds = 60;
		expect((await list(await connectAs(brief))).status).toBe(200);
		await brief.stop();
	});

	it('can be revoked', async () => {
		const known = await connectAs(service);
		service.tokens.revokeAll();
		expect(await list(known)).toMatchObject({
			status: 401,
			data: { message: 'The access token is invalid' },
		});
	});

	it('can die after a number of uses', async () => {
		service.tokens.maxUses = 2;
		const known = await connectAs(service);
		const statuses = [await list(known), await list(known), await list(known)];
		expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401]);
	});

	it('belongs to one account and dies with it', async () => {
		service.accounts.add({ accountId: 'hotel-2', key: 'key-2' });
		const [first, second] = [
			await connectAs(service),
			await connectAs(service, { accountId: 'hotel-2', key: 'key-2' }),
		];
		service.accounts.remove('hotel-1');
		expect((await list(first)).status).toBe(401);
		expect((await list(second)).status).toBe(200);
		expect((await client.post('/token', DEFAULT_ACCOUNT)).status).toBe(401);
	});

	it.each([
		['lives on', false, 200],
		['ends', true, 401],
	])('%s when its account logs in again, by the dialect', async (_, newTokenEndsOthers, status) => {
		service.dialect.newTokenEndsOthers = newTokenEndsOthers;
		service.accounts.add({ accountId: 'hotel-2', key: 'key-2' });
		const other = await connectAs(service, { accountId: 'hotel-2', key: 'key-2' });
		const known = await connectAs(service);
		const again = await connectAs(service);
		expect((await list(known)).status).toBe(status);
		expect((await list(again)).status).toBe(200);
		expect((await list(other)).status).toBe(200);
	});

	it('outlives a change of the key', async () => {
		const known = await connectAs(service);
		service.accounts.add({ accountId: 'hotel-1', key: 'key-2' });
		expect((await list(known)).status).toBe(200);
		expect((await client.post('/token', DEFAULT_ACCOUNT)).status).toBe(401);
	});

	it('of one service is unknown to another', async () => {
		const other = await startMiniatureService();
		const known = await connectAs(service);
		await connectAs(other);
		expect((await list(known)).status).toBe(200);
		const headers = { Authorization: String(known.defaults.headers.common.Authorization) };
		const there = await connect(other).get('/services?reservationId=r1', { headers });
		expect(there.status).toBe(401);
		await other.stop();
	});
});

describe('scopes', () => {
	const attempts = [
		['services:read', 'GET', '/services?reservationId=r1', 200],
		['services:read', 'GET', '/services/si-1', 200],
		['services:create', 'POST', '/services', 201],
		['services:update', 'PATCH', '/services/si-1', 200],
		['services:delete', 'DELETE', '/services/si-1', 204],
	] as const;
	const account = { accountId: 'partner', key: 'key-3' };
	const body = { reservationId: 'r1', amount: 1, date: '2026-11-21', description: 'x' };

	beforeEach(() => {
		service.books.add('r1', { amount: 12.5, date: '2026-11-21', description: 'Late checkout' });
	});

	it.each(attempts)('%s is enough for %s %s', async (scope, method, url, expected) => {
		service.accounts.add({ ...account, scopes: [scope] });
		const partner = await connectAs(service, account);
		const data = method === 'POST' ? body : method === 'PATCH' ? { amount: 2 } : undefined;
		expect((await partner.request({ method, url, data })).status).toBe(expected);
	});

	it.each(attempts)('without %s, %s %s is 403 or 401', async (scope, method, url) => {
		const scopes = attempts.map(([each]) => each).filter((each) => each !== scope);
		service.accounts.add({ ...account, scopes });
		const partner = await connectAs(service, account);
		for (const status of [403, 401] as const) {
			service.dialect.missingScope = status;
			const answer = await partner.request({ method, url, data: body });
			expect(answer).toMatchObject({
				status,
				data: { message: `The key lacks the scope ${scope}` },
			});
		}
		expect(service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
	});

	it('are those the key had when the token was issued', async () => {
		service.accounts.add({ ...account, scopes: ['services:create'] });
		const partner = await connectAs(service, account);
		service.accounts.add({ ...account, scopes: ['services:read'] });
		expect((await list(partner)).status).toBe(403);
		expect((await list(await connectAs(service, account))).status).toBe(200);
	});
});
