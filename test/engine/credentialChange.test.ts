import { useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const serviceId = byId('si-1');

describe('a change of the credential while a token is stored and alive', () => {
	/** The accounts whose tokens have been accepted since the last change, and the number of exchanges. */
	const seen = () => ({
		accounts: fresh.service.log.entries
			.filter(({ path }) => path !== '/token')
			.map(({ account, status }) => `${account} ${status}`),
		exchanges: fresh.exchanges,
	});

	beforeEach(async () => {
		fresh.seed('si-1');
		await fresh.run('get', { serviceId });
		fresh.service.log.clear();
	});

	it('of the account makes the next run act for the new account', async () => {
		fresh.credential.edit({ accountId: 'villa', apiKey: fresh.issueKey('villa') });
		await fresh.run('get', { serviceId });

		expect(seen()).toEqual({ accounts: ['villa 200'], exchanges: 1 });
	});

	it('of the key makes the next run log in with the new key', async () => {
		const apiKey = fresh.issueKey('hotel');
		fresh.credential.edit({ apiKey });
		await fresh.run('get', { serviceId });

		expect(fresh.service.log.entries[0]?.body).toEqual({ accountId: 'hotel', key: apiKey });
		expect(seen()).toEqual({ accounts: ['hotel 200'], exchanges: 1 });
	});

	it('there and back sends each request with the token of its account', async () => {
		const { accountId, apiKey } = fresh.saved;
		fresh.credential.edit({ accountId: 'villa', apiKey: fresh.issueKey('villa') });
		await fresh.run('get', { serviceId });
		fresh.credential.edit({ accountId, apiKey });
		await fresh.run('get', { serviceId });

		expect(seen().accounts).toEqual(['villa 200', 'hotel 200']);
	});

	it('of spaces around address, account and key changes nothing', async () => {
		const { baseUrl, accountId, apiKey } = fresh.saved;
		fresh.credential.edit({
			baseUrl: ` ${baseUrl}/ `,
			accountId: ` ${accountId}`,
			apiKey: `${apiKey}\n`,
		});
		await fresh.run('get', { serviceId });

		expect(seen()).toEqual({ accounts: ['hotel 200'], exchanges: 0 });
	});
});

describe('a second service', () => {
	const other = useFreshService({ pathPrefix: '/open/v2' });
	beforeEach(async () => {
		for (const each of [fresh, other]) each.seed('si-1');
		const { accountId, apiKey } = fresh.saved;
		other.service.accounts.add({ accountId, key: apiKey });
		await fresh.run('get', { serviceId });
		fresh.service.log.clear();
	});

	it.each([
		['address', () => ({ baseUrl: `${other.service.url}/` })],
		['environment', () => ({ environment: 'test', testBaseUrl: other.service.url })],
	])(
		'gets the requests as soon as the %s is changed, and no token of the first',
		async (_, change) => {
			fresh.credential.edit(change());
			const run = await fresh.run('get', { serviceId });

			expect(run.status).toBe('success');
			expect(other.traffic).toEqual(['POST /token 200', 'GET /services/si-1 200']);
			expect(fresh.traffic).toEqual([]);
		},
	);

	it('is left alone when the environment is changed back', async () => {
		fresh.credential.edit({ environment: 'test', testBaseUrl: other.service.url });
		await fresh.run('get', { serviceId });
		other.service.log.clear();
		fresh.credential.edit({ environment: 'production' });
		const run = await fresh.run('get', { serviceId });

		expect(run.status).toBe('success');
		expect(fresh.requests).toEqual(['GET /services/si-1 200']);
		expect(other.traffic).toEqual([]);
	});
});
