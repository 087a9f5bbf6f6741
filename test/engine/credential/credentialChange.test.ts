import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');

it('a change of the account, there and back, sends each request with the token of its account', async () => {
	hotel.seed('si-1');
	const { accountId, apiKey } = hotel.saved;
	await hotel.run('get', { serviceId });
	hotel.credential.edit({ accountId: 'villa', apiKey: hotel.issueKey('villa') });
	await hotel.run('get', { serviceId });
	hotel.credential.edit({ accountId, apiKey });
	await hotel.run('get', { serviceId });

	const reads = hotel.service.log.entries.filter(({ path }) => path !== '/token');
	expect(reads.map(({ account }) => account)).toEqual(['hotel', 'villa', 'hotel']);
	expect(hotel.exchanges).toBe(2);
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
