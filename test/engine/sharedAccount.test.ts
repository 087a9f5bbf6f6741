import { RateLimit } from '../service/rateLimit';
import { aMoment, useAccountReads } from './support/accountReads';
import { CHARGE, listOf } from './support/freshService';
import { byId } from './support/serviceItemNode';

const { fresh, read, countOf } = useAccountReads();

const readEach = { serviceId: byId('={{ $json.id }}') };

const refuse = { kind: 'tooManyRequests', path: /services/ } as const;

describe('a storm of 100 executions, 40 at once, at a service that allows 50 requests a second', () => {
	it.each([true, false])('is worked off (refusals say when: %p)', async (saysWhen) => {
		fresh.service.rateLimit = new RateLimit({ requestsPerSecond: 50, saysWhen });
		const waiting = listOf(100, (n) => `R-${n}`);
		const errors: unknown[] = [];
		const runOnAndOn = async () => {
			for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
				const { error } = await fresh.run('create', { ...CHARGE, reservationId: id });
				if (error) errors.push(error.message);
			}
		};
		await Promise.all(listOf(40, runOnAndOn));

		expect(errors).toEqual([]);
		expect(fresh.service.books.changes.created).toBe(100);
		expect(fresh.service.log.count()).toBeLessThanOrEqual(1.3 * 100);
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
});

describe('being refused while others get through', () => {
	const items = listOf(12, (n) => ({ id: `si-${n}` }));
	beforeEach(() => fresh.seed(...items.slice(1).map(({ id }) => id)));

	it('is no try', async () => {
		fresh.service.faults.add({ ...refuse, path: /si-3$/, retryAfter: 0, times: 3 });
		fresh.credential.edit({ accountConcurrency: 2 });
		const run = await fresh.run('get', { ...readEach, options: { maxRetries: 1 } }, { items });

		expect(run.error).toBeUndefined();
		expect(run.output()).toHaveLength(12);
		expect(countOf('429')).toBe(3);
	});

	it('ends the item at once when the service asks for more than two minutes', async () => {
		fresh.service.faults.add({ ...refuse, path: /si-3$/, retryAfter: 121 });
		const run = await fresh.run('get', readEach, { items });

		expect(run.error?.httpCode).toBe('429');
		expect(run.error?.message).toMatch(/too many requests/);
		expect(countOf('429')).toBe(1);
	});
});

it('a service that is down is asked once per item and little more, not four times', async () => {
	fresh.service.faults.add({ kind: 'errorBefore', path: /services/, status: 503, times: 10_000 });
	const items = listOf(150, (n) => ({ id: `si-${n}` }));
	fresh.credential.edit({ accountConcurrency: 40 });
	const run = await fresh.run('get', readEach, { items, onError: 'continueRegularOutput' });

	expect(run.output()).toHaveLength(150);
	// One retry more a second: how many seconds it takes depends on the machine.
	expect(fresh.requests.length).toBeLessThan(2 * 150);
});
