import { Agent } from 'node:http';
import type { AxiosError } from 'axios';
import { connect, connectAs } from './client';
import { DEFAULT_ACCOUNT, startMiniatureService } from './miniatureService';
import type { MiniatureService, ServiceSettings } from './miniatureService';

let started: MiniatureService[] = [];

async function start(settings?: Partial<ServiceSettings>): Promise<MiniatureService> {
	const service = await startMiniatureService(settings);
	started.push(service);
	return service;
}

afterEach(async () => {
	await Promise.all(started.map((service) => service.stop()));
	started = [];
});

const spa = { amount: 89.5, date: '2026-11-22', description: 'Spa' };

describe('the address', () => {
	it('is a loopback address of its own', async () => {
		const [one, two] = [await start(), await start()];
		expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
		expect(one.url).not.toBe(two.url);
	});

	it('may have a prefix, outside of which there is nothing', async () => {
		const service = await start({ pathPrefix: '/hotel/api/' });
		expect(service.url).toMatch(/\d\/hotel\/api$/);
		const client = await connectAs(service);
		service.books.add('r1', spa);
		expect((await client.get('/services?reservationId=r1')).status).toBe(200);
		expect((await client.get('/services/si-1')).status).toBe(200);
		const root = service.url.replace('/hotel/api', '');
		for (const path of ['/services?reservationId=r1', '/hotel/apiservices', '/hotel/api']) {
			expect((await client.get(`${root}${path}`)).status).toBe(404);
		}
		expect((await connect({ url: root }).post('/token', DEFAULT_ACCOUNT)).status).toBe(404);
		expect(service.log.entries[0]).toMatchObject({ path: '/token' });
		expect(service.log.entries[2]).toMatchObject({ path: '/services/si-1' });
	});

	it('cannot be taken twice', async () => {
		const { url } = await start();
		const port = Number(new URL(url).port);
		await expect(startMiniatureService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});

	it('can be used again after a stop', async () => {
		const first = await start();
		await first.stop();
		const second = await start({ port: Number(new URL(first.url).port) });
		expect(second.url).toBe(first.url);
		expect((await connect(second).post('/token', DEFAULT_ACCOUNT)).status).toBe(200);
	});
});

describe('stop', () => {
	it('ends connections that are kept or waited on, and may be called again', async () => {
		const service = await start();
		const client = await connectAs(service);
		service.faults.add({ kind: 'hangBefore' });
		const hanging = client
			.get('/services?reservationId=r1')
			.catch((error: AxiosError) => error.code);
		while (service.log.count('GET') === 0) await new Promise(setImmediate);
		await service.stop();
		expect(await hanging).toBe('ECONNRESET');
		await service.stop();
		const refused = connect(service)
			.get('/')
			.catch((error: AxiosError) => error.code);
		expect(await refused).toBe('ECONNREFUSED');
	});
});

describe('connections', () => {
	it('are kept alive', async () => {
		const service = await start();
		const client = await connectAs(service);
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		let opened = 0;
		const createConnection = agent.createConnection.bind(agent);
		agent.createConnection = (...args) => {
			opened++;
			return createConnection(...args);
		};
		for (let n = 0; n < 20; n++) {
			const { status } = await client.post(
				'/services',
				{ reservationId: 'r1', ...spa },
				{ httpAgent: agent },
			);
			expect(status).toBe(201);
		}
		expect(opened).toBe(1);
		agent.destroy();
	});

	it('may be many at a time, and their peak is known', async () => {
		const service = await start({ latencyMs: 30 });
		const client = await connectAs(service);
		expect(service.inFlight).toEqual({ current: 0, peak: 1 });
		const requests = Array.from({ length: 8 }, (_, n) =>
			client.post('/services', { reservationId: `r${n}`, ...spa }),
		);
		const answers = await Promise.all(requests);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
		expect(service.inFlight).toEqual({ current: 0, peak: 8 });
		service.inFlight.peak = 0;
		service.latencyMs = 0;
		await client.get('/services?reservationId=r1');
		expect(service.inFlight).toEqual({ current: 0, peak: 1 });
	});
});

describe('the log', () => {
	it('has every request as it came', async () => {
		const service = await start();
		const client = await connectAs(service);
		await client.post('/services', { reservationId: 'r1', ...spa });
		await client.get('/services/a%2Fb?x=1&y=%20z', { headers: { 'X-Trace': 'abc' } });
		await connect(service).post('/services', '{"broken', {
			headers: { 'Content-Type': 'application/json' },
		});
		expect(service.log.entries).toMatchObject([
			{
				n: 1,
				method: 'POST',
				path: '/token',
				body: DEFAULT_ACCOUNT,
				status: 200,
				account: 'hotel-1',
			},
			{
				n: 2,
				method: 'POST',
				path: '/services',
				query: {},
				body: { reservationId: 'r1', ...spa },
				status: 201,
				account: 'hotel-1',
			},
			{
				n: 3,
				method: 'GET',
				path: '/services/a%2Fb',
				query: { x: '1', y: ' z' },
				headers: { 'x-trace': 'abc', authorization: expect.stringMatching(/^Bearer /) as string },
				body: undefined,
				status: 404,
			},
			{ n: 4, body: '{"broken', status: 401 },
		]);
		expect(service.log.entries[3]).not.toHaveProperty('account');
		expect(service.log.entries[1]).not.toHaveProperty('fault');
	});

	it('counts by method and path, and logins', async () => {
		const service = await start();
		const client = await connectAs(service);
		await connect(service).post('/token', { ...DEFAULT_ACCOUNT, key: 'wrong' });
		await client.get('/services/si-1');
		await client.get('/services?reservationId=r1');
		expect(service.log.count()).toBe(4);
		expect(service.log.count('GET')).toBe(2);
		expect(service.log.count('GET', /^\/services$/)).toBe(1);
		expect(service.log.count(undefined, /si-1/)).toBe(1);
		expect(service.log.tokenExchanges()).toBe(2);
		service.log.clear();
		expect([service.log.count(), service.log.tokenExchanges()]).toEqual([0, 0]);
	});
});

describe('the books', () => {
	it('can be seeded and emptied', async () => {
		const { books } = await start();
		books.add('r1', { ...spa, id: 'fixed' });
		books.add('r2', spa);
		expect(books.all().map(({ id, reservationId }) => [id, reservationId])).toEqual([
			['fixed', 'r1'],
			['si-1', 'r2'],
		]);
		expect(() => books.add('r1', { ...spa, id: 'fixed' })).toThrow('Item fixed is already there');
		expect(books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
		books.clear();
		expect(books.all()).toEqual([]);
		expect(books.all('r1')).toEqual([]);
		expect(books.add('r1', spa).id).toBe('si-1');
	});

	it('give copies that can be changed without harm', async () => {
		const { books } = await start();
		const item = books.add('r1', spa);
		item.raw.amount = 1;
		expect(books.all()[0]).toMatchObject({ amount: 89.5, raw: { amount: 89.5 } });
	});
});
