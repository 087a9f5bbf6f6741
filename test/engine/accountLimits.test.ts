import { aMoment, useAccountReads } from './support/accountReads';
import { CHARGE, listOf } from './support/freshService';

const { fresh, read, countOf } = useAccountReads();

const hang = { kind: 'hangBefore', method: 'GET', times: 100 } as const;

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
		const bulk = fresh.run('create', parameters, { items });
		await fresh.until(() => fresh.requests.length === 10);
		const before = fresh.requests.length;
		await read();

		expect(fresh.requests.length - before).toBeLessThanOrEqual(25);
		bulk.cancel();
	});

	it.each([
		[
			{ accountConcurrency: 1.5 },
			/^'Requests at a Time \(0 for No Limit\)' in the credential must be/,
		],
		[
			{ accountRequestsPerSecond: -1 },
			/^'Requests per Second \(0 for No Limit\)' in the credential must be/,
		],
	])('are named when they are out of range: %j', async (limits, words) => {
		limit(limits);
		const { error } = await read();
		expect(error?.message).toMatch(words);
		expect(error?.description).toBeTruthy();
		expect(fresh.traffic).toEqual([]);
	});
});
