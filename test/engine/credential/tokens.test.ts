import { CHARGE, listOf, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');
const ids = listOf(24, (n) => `si-${n}`);
const items = ids.map((id) => ({ id }));

beforeEach(() => hotel.seed(...ids));

describe('the access token', () => {
	it('is fetched by the first run with account ID and key as JSON, and used by the second', async () => {
		await hotel.run('get', { serviceId });
		await hotel.run('get', { serviceId });

		const read = 'GET /services/si-1 200';
		expect(hotel.traffic).toEqual(['POST /token 200', read, read]);
		const { accountId, apiKey } = hotel.saved;
		expect(hotel.service.log.entries[0]).toMatchObject({
			headers: { 'content-type': 'application/json' },
			body: { accountId, key: apiKey },
		});
	});

	it('is replaced once for many items at a time, and sent with no third request', async () => {
		await hotel.haveOldToken();
		hotel.service.tokens.expireAll();
		const run = await hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items });

		expect(run.json().map(({ id }) => id)).toEqual(ids);
		expect(hotel.exchanges).toBe(1);
		const refused = hotel.sent.filter((line) => line.endsWith(' 401'));
		expect(refused.length).toBeLessThanOrEqual(10);
	});

	it('that is refused, and a login that is refused as well, say so', async () => {
		await hotel.haveOldToken();
		hotel.service.tokens.expireAll();
		hotel.service.accounts.delete(hotel.saved.accountId);
		const { error } = await hotel.run('get', { serviceId });

		expect(error?.message).toMatch(/could not be read: No access token came/);
	});

	it('may end on the way: every charge is made once', async () => {
		await hotel.haveOldToken();
		hotel.service.books.clear();
		hotel.service.faults.add({ kind: 'tokenRevoked', method: 'POST', path, after: 15 });
		hotel.credential.edit({ accountConcurrency: 5 });
		const parameters = { ...CHARGE, reservationId: '={{ $json.id }}' };
		const run = await hotel.run('create', parameters, { items });

		expect(run.json().map(({ reservationId }) => reservationId)).toEqual(ids);
		expect(hotel.service.books.changes.created).toBe(ids.length);
		expect(hotel.exchanges).toBe(1);
	});
});
