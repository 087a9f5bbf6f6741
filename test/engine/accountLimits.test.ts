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
			/^'Requests at a Time .0 = No Limit.' in the Reservation Service credential must be/,
		],
		[
			{ accountRequestsPerSecond: -1 },
			/^'Requests per Second .0 = No Limit.' in the Reservation Service credential must be/,
		],
	])('are named when they are out of range: %j', async (limits, words) => {
		limit(limits);
		const { error } = await read();
		expect(error?.message).toMatch(words);
		expect(error?.description).toBeTruthy();
		expect(fresh.traffic).toEqual([]);
	});
});
