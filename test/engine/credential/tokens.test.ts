import type { IDataObject } from 'n8n-workflow';
import { CHARGE, listOf, path, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

const serviceId = byId('si-1');
const ids = listOf(24, (n) => `si-${n}`);
const items = ids.map((id) => ({ id }));
const idsIn = (json: IDataObject[]): unknown[] => json.map(({ id }) => id);

/** Reads the item each input item names, so many at a time. */
function readEach(accountConcurrency: number) {
	hotel.credential.edit({ accountConcurrency });
	return hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items });
}

beforeEach(() => hotel.seed(...ids));

describe('the access token of one item after the other', () => {
	it('is fetched by the first run with account ID and key as JSON, and used by the second', async () => {
		await hotel.run('get', { serviceId });
		const run = await hotel.run('get', { serviceId });

		expect(run.status).toBe('success');
		expect(hotel.traffic).toEqual([
			'POST /token 200',
			'GET /services/si-1 200',
			'GET /services/si-1 200',
		]);
		const { accountId, apiKey } = hotel.saved;
		expect(hotel.service.log.entries[0]).toMatchObject({
			headers: { 'content-type': 'application/json' },
			body: { accountId, key: apiKey },
		});
	});

	it.each(['expireAll', 'revokeAll'] as const)(
		'is replaced once and the request sent again after %s',
		async (end) => {
			await hotel.haveOldToken();
			hotel.service.tokens[end]();
			await hotel.run('get', { serviceId });
			await hotel.run('get', { serviceId });

			expect(hotel.traffic).toEqual([
				'GET /services/si-1 401',
				'POST /token 200',
				'GET /services/si-1 200',
				'GET /services/si-1 200',
			]);
		},
	);

	it('is renewed for every kind of change, which is made once', async () => {
		const changes = [
			['create', CHARGE],
			['update', { serviceId, updateFields: { amount: 30 } }],
			['delete', { serviceId }],
		] as const;
		for (const [operation, parameters] of changes) {
			await hotel.letTokenAge();
			hotel.service.tokens.expireAll();
			expect((await hotel.run(operation, parameters)).status).toBe('success');
		}

		expect(hotel.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 1 });
		expect(hotel.exchanges).toBe(changes.length);
	});
});

describe('the access token of many items', () => {
	it.each([1, 10])('is replaced once when it has expired, %d at a time', async (concurrency) => {
		await hotel.haveOldToken();
		hotel.service.tokens.expireAll();
		const run = await readEach(concurrency);

		expect(idsIn(run.json())).toEqual(ids);
		expect(hotel.exchanges).toBe(1);
		const refused = hotel.sent.filter((line) => line.endsWith(' 401'));
		expect(refused.length).toBeLessThanOrEqual(concurrency);
	});

	it('makes every charge once although it ends on the way', async () => {
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

	it('is the one a neighbour has fetched meanwhile, where a refusal arrives late', async () => {
		await hotel.haveOldToken();
		hotel.service.tokens.expireAll();
		hotel.service.faults.add({ kind: 'delay', path: /si-1$/, delayMs: 200 });
		const run = await readEach(5);

		expect(idsIn(run.json())).toEqual(ids);
		expect(hotel.exchanges).toBe(1);
		expect(hotel.sent.filter((line) => line.includes('/si-1 '))).toEqual([
			'GET /services/si-1 401',
			'GET /services/si-1 200',
		]);
	});
});

it.each(['missing', 'expired'])(
	'several executions at once share one exchange when the token is %s',
	async (state) => {
		if (state === 'expired') {
			await hotel.haveOldToken();
			hotel.service.tokens.expireAll();
		}
		const runs = await Promise.all(listOf(10, () => hotel.run('get', { serviceId })));

		expect(runs.map(({ status }) => status)).toEqual(listOf(10, () => 'success'));
		expect(hotel.exchanges).toBe(1);
	},
);

it('an access token that is refused within ten seconds of its login means a missing scope, and costs no login', async () => {
	await hotel.run('get', { serviceId });
	hotel.service.tokens.revokeAll();
	const { error } = await hotel.run('create', CHARGE);

	expect(error?.httpCode).toBe('401');
	expect(hotel.exchanges).toBe(1);
	await hotel.letTokenAge();
	expect((await hotel.run('create', CHARGE)).status).toBe('success');
	expect(hotel.exchanges).toBe(2);
	expect(hotel.service.books.changes.created).toBe(1);
});
