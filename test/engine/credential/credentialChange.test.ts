import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');

describe('a change of the credential while a token is stored and alive', () => {
	/** The accounts whose tokens have been accepted since the last change, and the number of exchanges. */
	const seen = () => ({
		accounts: hotel.service.log.entries
			.filter(({ path }) => path !== '/token')
			.map(({ account, status }) => `${account} ${status}`),
		exchanges: hotel.exchanges,
	});

	beforeEach(async () => {
		hotel.seed('si-1');
		await hotel.run('get', { serviceId });
		hotel.service.log.clear();
	});

	it('of the key makes the next run log in with the new key', async () => {
		hotel.credential.edit({ apiKey: hotel.issueKey('hotel') });
		await hotel.run('get', { serviceId });

		expect(seen()).toEqual({ accounts: ['hotel 200'], exchanges: 1 });
	});

	it('of the account, there and back, sends each request with the token of its account', async () => {
		const { accountId, apiKey } = hotel.saved;
		hotel.credential.edit({ accountId: 'villa', apiKey: hotel.issueKey('villa') });
		await hotel.run('get', { serviceId });
		hotel.credential.edit({ accountId, apiKey });
		await hotel.run('get', { serviceId });

		expect(seen()).toEqual({ accounts: ['villa 200', 'hotel 200'], exchanges: 1 });
	});

	it('of spaces around address, account and key changes nothing', async () => {
		const { baseUrl, accountId, apiKey } = hotel.saved;
		hotel.credential.edit({
			baseUrl: ` ${baseUrl}/ `,
			accountId: ` ${accountId}`,
			apiKey: `${apiKey}\n`,
		});
		await hotel.run('get', { serviceId });

		expect(seen()).toEqual({ accounts: ['hotel 200'], exchanges: 0 });
	});
});

describe('a second service', () => {
	const other = useHotel({ pathPrefix: '/open/v2' });
	beforeEach(async () => {
		for (const each of [hotel, other]) each.seed('si-1');
		const { accountId, apiKey } = hotel.saved;
		other.service.accounts.add({ accountId, key: apiKey });
		await hotel.run('get', { serviceId });
		hotel.service.log.clear();
	});

	it.each([
		['address', () => ({ baseUrl: `${other.service.url}/` })],
		['environment', () => ({ environment: 'test', testBaseUrl: other.service.url })],
	])(
		'gets the requests as soon as the %s is changed, and no token of the first',
		async (_, change) => {
			hotel.credential.edit(change());
			const run = await hotel.run('get', { serviceId });

			expect(run.status).toBe('success');
			expect(other.traffic).toEqual(['POST /token 200', 'GET /services/si-1 200']);
			expect(hotel.traffic).toEqual([]);
		},
	);
});
