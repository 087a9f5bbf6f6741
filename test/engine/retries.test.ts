import { panelOf } from './support/workflowRun';
import { PASSING, PASSING_AFTER, REFUSALS, SLOW_DOWN } from './support/passingFaults';
import { PARAMETERS, useRetries } from './support/retries';

const { fresh, runDespite, runItemsDespite } = useRetries();

describe.each(['get', 'update', 'delete'])('%s', (operation) => {
	it('is sent again after what may pass, and not more often than that', async () => {
		const faults = [...SLOW_DOWN, ...PASSING, ...PASSING_AFTER];
		const { run, statusesByName } = await runItemsDespite(operation, faults);

		expect(run.error?.message).toBeUndefined();
		expect(run.output()).toHaveLength(faults.length);
		const tries = Object.entries(statusesByName).map(([name, { length }]) => [name, length]);
		expect(tries).toEqual(faults.map(([name]) => [name, 2]));
	});
});

describe.each(['get', 'getAll', 'update', 'delete'])('%s', (operation) => {
	it.each([...REFUSALS, 500, 501])('is not sent again after %d', async (status) => {
		const run = await runDespite(operation, { kind: 'errorBefore', status });

		expect(run.error?.httpCode).toBe(String(status));
		expect(fresh.requests).toHaveLength(1);
	});

	it.each([0, 1, 2])('is sent %d times again if Max Retries is that', async (maxRetries) => {
		const fault = { kind: 'errorBefore', status: 503, retryAfter: 0, times: 10 } as const;
		const run = await runDespite(operation, fault, { maxRetries });

		expect(run.error?.httpCode).toBe('503');
		expect(fresh.requests).toHaveLength(maxRetries + 1);
	});

	it('is sent again for two minutes while the service throttles, whatever Max Retries', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 40 } as const;
		const done = await runDespite(operation, { ...fault, times: 2 }, { maxRetries: 0 });
		expect(done.error?.message).toBeUndefined();
		expect(fresh.requests).toHaveLength(3);

		const { error } = await runDespite(operation, { ...fault, times: 9 }, { maxRetries: 0 });
		expect(error?.httpCode).toBe('429');
		expect(fresh.requests).toHaveLength(3 + 3);
	});
});

it.each(['resetBefore', 'truncatedJson', 'cutBody'] as const)(
	'a list is read again after %s',
	async (kind) => {
		const run = await runDespite('getAll', { kind });

		expect(run.json()).toMatchObject([{ id: 'si-1' }]);
		expect(fresh.requests).toHaveLength(2);
	},
);

describe('a Retry-After that is too long', () => {
	it.each(Object.keys(PARAMETERS))('ends %s at once, in clear words', async (operation) => {
		const fault = { kind: 'tooManyRequests', retryAfter: 3600 } as const;
		const { error } = await runDespite(operation, fault);

		expect(panelOf(error)).toMatch(/too many requests.*asks to wait 3600 seconds.*too long/);
		expect(panelOf(error)).toMatch(/run the workflow again after that/);
		expect(fresh.requests).toHaveLength(1);
	});

	it('is also told of a service that is down for so long', async () => {
		const fault = { kind: 'errorBefore', status: 503, retryAfter: 3600 } as const;
		const { error } = await runDespite('get', fault);

		expect(panelOf(error)).toMatch(/could not be read.*asks to wait 3600 seconds/);
		expect(fresh.requests).toHaveLength(1);
	});
});
