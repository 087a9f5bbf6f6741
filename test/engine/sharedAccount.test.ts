import type { INodeParameters } from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';
import { RateLimit } from '../service/rateLimit';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const readEach = { serviceId: byId('={{ $json.id }}') };
const hang = { kind: 'hangBefore', method: 'GET', times: 100 } as const;
const refuse = { kind: 'tooManyRequests', path: /services/ } as const;

/** Time enough for a request to arrive, if it were sent. */
const aMoment = () => setTimeout(100);

/** An execution that reads the item `si-1`. */
function read(options: INodeParameters = {}, credential = fresh.credential) {
	return fresh.run('get', { serviceId: byId('si-1'), options }, { credential });
}

function countOf(status: string): number {
	return fresh.requests.filter((line) => line.endsWith(status)).length;
}

beforeEach(() => fresh.seed('si-1'));

describe('a storm of 200 executions, 40 at once, at a service that allows 50 requests a second', () => {
	it.each([true, false])('is worked off (refusals say when: %p)', async (saysWhen) => {
		fresh.service.rateLimit = new RateLimit({ requestsPerSecond: 50, saysWhen });
		const waiting = listOf(200, (n) => `R-${n}`);
		const errors: unknown[] = [];
		const runOnAndOn = async () => {
			for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
				const { error } = await fresh.run('create', { ...CHARGE, reservationId: id });
				if (error) errors.push(error.message);
			}
		};
		await Promise.all(listOf(40, runOnAndOn));

		expect(errors).toEqual([]);
		expect(fresh.service.books.changes.created).toBe(200);
		expect(fresh.service.log.count()).toBeLessThanOrEqual(1.3 * 200);
	});
});

describe('when the service asks one execution to wait', () => {
	it('all of the account wait, and no other account does', async () => {
		fresh.service.faults.add({ ...refuse, retryAfter: 110 });
		const other = fresh.addAccount('other hotel');
		const first = read();
		await fresh.until(() => countOf('429') === 1);
		const second = read();
		await aMoment();
		expect(fresh.requests).toHaveLength(1);

		expect((await read({}, other)).error).toBeUndefined();
		expect(fresh.requests).toHaveLength(2);
		for (const run of [first, second]) run.cancel();
	});

	it('another credential of the same account waits as well', async () => {
		fresh.service.faults.add({ ...refuse, retryAfter: 110 });
		const { baseUrl, accountId, apiKey } = fresh.saved;
		const first = read();
		await fresh.until(() => countOf('429') === 1);
		const second = read({}, fresh.save({ baseUrl: `${baseUrl}/`, accountId, apiKey }));
		await aMoment();
		expect(fresh.requests).toHaveLength(1);
		for (const run of [first, second]) run.cancel();
	});
});

describe('being refused while others get through', () => {
	const items = listOf(12, (n) => ({ id: `si-${n}` }));
	beforeEach(() => fresh.seed(...items.slice(1).map(({ id }) => id)));

	it('is no try', async () => {
		fresh.service.faults.add({ ...refuse, path: /si-3$/, retryAfter: 0, times: 3 });
		const options = { maxRetries: 1, maxConcurrency: 2 };
		const run = await fresh.run('get', { ...readEach, options }, { items });

		expect(run.error).toBeUndefined();
		expect(run.output()).toHaveLength(12);
		expect(countOf('429')).toBe(3);
	});

	it('is no try where it is the login', async () => {
		fresh.service.faults.add({ kind: 'delay', path: /services/, delayMs: 50, times: 1000 });
		const many = listOf(200, () => ({ id: 'si-1' }));
		const options = { maxConcurrency: 5 };
		const others = fresh.run('get', { ...readEach, options }, { items: many });
		await fresh.until(() => countOf('200') > 0);
		// Those who have a token already go on; with the new key another one is needed.
		const newKey = fresh.save({ ...fresh.saved, apiKey: fresh.issueKey(fresh.saved.accountId) });
		// Meanwhile what is under way of the others is answered.
		fresh.service.faults.add({ kind: 'tooManyRequests', path: /token/, retryAfter: 1, times: 3 });
		const run = await read({ maxRetries: 1 }, newKey);

		expect(run.error).toBeUndefined();
		expect(fresh.traffic.filter((line) => line === 'POST /token 429')).toHaveLength(3);
		others.cancel();
	});

	it.each([
		[0, undefined],
		[30, 31],
	])('is not waited out for more than %d seconds if that is set', async (throttledWait, after) => {
		fresh.service.faults.add({ ...refuse, path: /si-3$/, retryAfter: after });
		const options = { throttledWait };
		const run = await fresh.run('get', { ...readEach, options }, { items });

		expect(run.error?.httpCode).toBe('429');
		expect(run.error?.message).toMatch(/too many requests/);
		expect(countOf('429')).toBe(1);
	});
});

describe('the limits of the account', () => {
	const limit = (limits: { accountConcurrency?: number; accountRequestsPerSecond?: number }) =>
		fresh.credential.edit(limits);

	it('Requests per Second holds for all executions together', async () => {
		limit({ accountRequestsPerSecond: 0.001 });
		const runs = listOf(5, () => read());
		await fresh.until(() => countOf('200') === 1);
		await aMoment();
		expect(fresh.requests).toHaveLength(1);
		for (const run of runs) run.cancel();
	});

	it('Requests at a Time holds for all executions together, whichever credential they use', async () => {
		limit({ accountConcurrency: 2 });
		const { baseUrl, accountId, apiKey } = fresh.saved;
		const other = fresh.save({ baseUrl, accountId, apiKey });
		fresh.service.faults.add(hang);
		const first = listOf(2, () => read());
		await fresh.until(() => fresh.service.inFlight.current === 2);
		const runs = [...first, ...listOf(3, () => read({}, other))];
		await aMoment();
		expect(fresh.requests).toHaveLength(2);
		for (const run of runs) run.cancel();
	});

	it('are no limits of another account', async () => {
		limit({ accountConcurrency: 1 });
		fresh.service.faults.add({ ...hang, times: 1 });
		const running = read();
		await fresh.until(() => fresh.requests.length === 1);
		expect((await read({}, fresh.addAccount('other hotel'))).error).toBeUndefined();
		running.cancel();
	});

	it('leave nothing out', async () => {
		limit({ accountConcurrency: 2, accountRequestsPerSecond: 200 });
		const runs = await Promise.all(listOf(20, () => fresh.run('create', CHARGE)));
		expect(runs.map(({ error }) => error).filter(Boolean)).toEqual([]);
		expect(fresh.service.books.changes.created).toBe(20);
		expect(fresh.service.inFlight.peak).toBeLessThanOrEqual(2);
	});

	it('an execution that is stopped while it waits ends at once, and is in nobody’s way', async () => {
		limit({ accountConcurrency: 1 });
		fresh.service.faults.add({ ...hang, times: 1 });
		const holder = read();
		await fresh.until(() => fresh.requests.length === 1);
		const stopped = read();
		const next = read();
		await aMoment();
		stopped.cancel();
		expect((await stopped).status).toBe('canceled');
		expect(fresh.requests).toHaveLength(1);

		holder.cancel();
		expect((await holder).status).toBe('canceled');
		expect((await next).error).toBeUndefined();
	});

	it('a request that is never answered keeps its place only until its time is up', async () => {
		limit({ accountConcurrency: 1 });
		fresh.service.faults.add({ ...hang, times: 1 });
		const hanging = read({ timeout: 300, maxRetries: 0 });
		await fresh.until(() => fresh.requests.length === 1);
		expect((await read()).error).toBeUndefined();
		expect((await hanging).error?.message).toMatch(/could not be read/);
	});

	it('are shared in turns: one request does not wait for the many of a bulk run', async () => {
		limit({ accountConcurrency: 1 });
		fresh.service.latencyMs = 20;
		const items = listOf(200, (n) => ({ id: `R-${n}` }));
		const parameters = { ...CHARGE, reservationId: '={{ $json.id }}' };
		const bulk = fresh.run('create', { ...parameters, options: { maxConcurrency: 50 } }, { items });
		await fresh.until(() => fresh.requests.length === 10);
		const before = fresh.requests.length;
		await read();

		expect(fresh.requests.length - before).toBeLessThanOrEqual(25);
		bulk.cancel();
	});

	it.each([
		[{ accountConcurrency: 1.5 }, /^'Requests at a Time' in the credential must be/],
		[{ accountRequestsPerSecond: -1 }, /^'Requests per Second' in the credential must be/],
	])('are named when they are out of range: %j', async (limits, words) => {
		limit(limits);
		const { error } = await read();
		expect(error?.message).toMatch(words);
		expect(error?.description).toBeTruthy();
		expect(fresh.traffic).toEqual([]);
	});
});

it('a service that is down is asked once per item and little more, not four times', async () => {
	fresh.service.faults.add({ kind: 'errorBefore', path: /services/, status: 503, times: 10_000 });
	const items = listOf(400, (n) => ({ id: `si-${n}` }));
	const run = await fresh.run(
		'get',
		{ ...readEach, options: { maxConcurrency: 40 } },
		{ items, onError: 'continueRegularOutput' },
	);

	expect(run.output()).toHaveLength(400);
	expect(fresh.requests.length).toBeLessThan(1.5 * 400);
});
