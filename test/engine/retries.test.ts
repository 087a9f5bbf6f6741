import type { INodeParameters } from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';
import type { PlannedFault } from '../service/faultPlan';
import { startMiniatureService } from '../service/miniatureService';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';
import { panelOf } from './support/workflowRun';

const fresh = useFreshService();

const serviceId = byId('si-1');
const PARAMETERS: Record<string, INodeParameters> = {
	create: CHARGE,
	delete: { serviceId },
	get: { serviceId },
	getAll: { reservationId: 'R-1' },
	update: { serviceId, updateFields: { amount: 30 } },
};
const ONE_RETRY = { maxRetries: 1, maxConcurrency: 20, timeout: 1000 };

/** A fault with the name it has in the titles. */
function named(fault: PlannedFault): [string, PlannedFault] {
	const { kind, status, retryAfter } = fault;
	const retry = retryAfter === undefined ? undefined : `(Retry-After: ${retryAfter})`;
	return [[kind, status, retry].filter(Boolean).join(' '), fault];
}

const SLOW_DOWN = [
	{ kind: 'tooManyRequests' },
	{ kind: 'tooManyRequests', retryAfter: 0 },
	{ kind: 'tooManyRequests', retryAfter: 'date', delayMs: 0 },
].map((fault) => named(fault as PlannedFault));

const PASSING = [
	{ kind: 'errorBefore', status: 502 },
	{ kind: 'errorBefore', status: 503 },
	{ kind: 'errorBefore', status: 504 },
	{ kind: 'errorBefore', status: 503, retryAfter: 0 },
	{ kind: 'htmlError' },
	{ kind: 'resetBefore' },
	{ kind: 'hangBefore' },
	{ kind: 'html' },
].map((fault) => named(fault as PlannedFault));

/** Like PASSING, but the request was carried out. */
const PASSING_AFTER = [
	{ kind: 'errorAfter', status: 502 },
	{ kind: 'errorAfter', status: 504 },
	{ kind: 'resetAfter' },
	{ kind: 'hangAfter' },
	{ kind: 'truncatedJson' },
	{ kind: 'cutBody' },
	{ kind: 'notJson' },
].map((fault) => named(fault as PlannedFault));

const REFUSALS = [400, 403, 404, 405, 409, 410, 422];

/** Runs one operation, of which the first request about service items goes wrong. */
async function runDespite(operation: string, fault: PlannedFault, options: INodeParameters = {}) {
	fresh.service.faults.add({ path: /^\/services/, ...fault });
	const parameters = { ...PARAMETERS[operation], options: { ...ONE_RETRY, ...options } };
	return await fresh.run(operation, parameters);
}

/** Runs one operation on as many items as there are faults; each item's first request goes wrong in its own way. */
async function runItemsDespite(operation: string, faults: Array<[string, PlannedFault]>) {
	const items = faults.map(([name, fault], index) => {
		const id = `item-${index}-`;
		fresh.seed(id);
		fresh.service.faults.add({ ...fault, path: new RegExp(`/${id}$`) });
		return { id, name };
	});
	const parameters = { ...PARAMETERS[operation], serviceId: byId('={{ $json.id }}') };
	const run = await fresh.run(operation, { ...parameters, options: ONE_RETRY }, { items });
	const statuses = items.map(({ id, name }) => [
		name,
		fresh.service.log.entries.filter(({ path }) => path.endsWith(id)).map(({ status }) => status),
	]);
	return { run, statusesByName: Object.fromEntries(statuses) as Record<string, unknown[]> };
}

beforeEach(async () => {
	fresh.seed('si-1');
	await fresh.run('get', { serviceId });
	fresh.service.log.clear();
});

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
		const fault = { kind: 'tooManyRequests', retryAfter: 0, times: 10 } as const;
		const run = await runDespite(operation, fault, { maxRetries });

		expect(run.error?.httpCode).toBe('429');
		expect(fresh.requests).toHaveLength(maxRetries + 1);
	});

	it('is sent again three times unless the user says otherwise', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 0, times: 10, path: /services/ } as const;
		fresh.service.faults.add(fault);
		await fresh.run(operation, PARAMETERS[operation]);

		expect(fresh.requests).toHaveLength(4);
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

it('a change that got through the first time is the same after the second', async () => {
	await runDespite('update', { kind: 'resetAfter' });

	expect(fresh.service.books.all()).toMatchObject([{ id: 'si-1', amount: 30 }]);
	expect(fresh.service.books.changes.updated).toBe(2);
});

describe('create', () => {
	it.each(SLOW_DOWN)('is sent again after %s, as nothing was done', async (_, fault) => {
		const run = await runDespite('create', fault);

		expect(run.json()).toMatchObject([CHARGE]);
		expect(fresh.requests).toEqual(['POST /services 429', 'POST /services 201']);
		expect(fresh.service.books.changes.created).toBe(1);
	});

	const unclear = [500, 501, 408].map((status) => named({ kind: 'errorBefore', status }));
	it.each([
		...[...PASSING, ...unclear].map(([name, fault]) => [name, fault, 0] as const),
		...PASSING_AFTER.map(([name, fault]) => [name, fault, 1] as const),
	])('is never sent again after %s, and says what is open', async (_, fault, created) => {
		const { error } = await runDespite('create', fault, { timeout: 300 });

		expect(panelOf(error)).toMatch(
			/^The service item may or may not have been created on reservation 'R-1': .*Look at the reservation/,
		);
		expect(error?.description).toMatch(/not sent again/);
		expect(fresh.requests).toHaveLength(1);
		expect(fresh.service.books.changes.created).toBe(created);
	});

	it.each(REFUSALS)('is not sent again after %d, which leaves nothing open', async (status) => {
		const { error } = await runDespite('create', { kind: 'errorBefore', status });

		expect(error?.message).not.toMatch(/may or may not/);
		expect(fresh.requests).toHaveLength(1);
	});

	it('is an open question also when it was put off before', async () => {
		fresh.service.faults.add({ kind: 'tooManyRequests', retryAfter: 0, path: /services/ });
		const { error } = await runDespite('create', { kind: 'resetAfter' }, { maxRetries: 5 });

		expect(error?.message).toMatch(/may or may not have been created/);
		expect(fresh.requests).toEqual(['POST /services 429', 'POST /services reset']);
		expect(fresh.service.books.changes.created).toBe(1);
	});

	it('is made once by a service that is only just starting', async () => {
		const port = Number(new URL(fresh.service.url).port);
		await fresh.service.stop();
		const running = fresh.run('create', { ...PARAMETERS.create, options: { maxRetries: 8 } });
		// Long enough for the first try to be refused, and too short for the last.
		await setTimeout(150);
		const started = await startMiniatureService({ port });
		try {
			const { accountId, apiKey } = fresh.saved;
			started.accounts.add({ accountId, key: apiKey });

			expect((await running).error?.message).toBeUndefined();
			expect(started.books.changes.created).toBe(1);
		} finally {
			await started.stop();
		}
	});
});

describe('a delete', () => {
	it('that finds nothing at the second try has succeeded', async () => {
		const { run, statusesByName } = await runItemsDespite('delete', PASSING_AFTER);

		expect(run.json()).toEqual(PASSING_AFTER.map(() => ({ deleted: true })));
		const last = Object.entries(statusesByName).map(([name, statuses]) => [name, statuses.at(-1)]);
		expect(last).toEqual(PASSING_AFTER.map(([name]) => [name, 404]));
		expect(fresh.service.books.changes.deleted).toBe(PASSING_AFTER.length);
	});

	it('of something unknown has not', async () => {
		const { error } = await fresh.run('delete', { serviceId: byId('unknown') });

		expect(error?.httpCode).toBe('404');
		expect(fresh.requests).toHaveLength(1);
	});

	it('of something unknown has not after a 429 either, as nothing was done', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 0, path: /unknown/ } as const;
		fresh.service.faults.add(fault);
		const { error } = await fresh.run('delete', { serviceId: byId('unknown') });

		expect(error?.httpCode).toBe('404');
		expect(fresh.requests).toHaveLength(2);
	});

	it('of something unknown has not after a new login either', async () => {
		fresh.service.tokens.expireAll();
		const { error } = await fresh.run('delete', { serviceId: byId('unknown') });

		expect(error?.httpCode).toBe('404');
	});

	it('that ends unclear says that it may be run again', async () => {
		const { error } = await runDespite('delete', { kind: 'resetAfter', times: 2 });

		expect(error?.message).toMatch(/'si-1' may or may not have been deleted/);
		expect(error?.description).toMatch(/safe to run this again/);
	});

	it('that became unclear before it was refused is unclear', async () => {
		fresh.service.faults.add({ kind: 'resetBefore', path: /services/ });
		const { error } = await runDespite('delete', { kind: 'errorBefore', status: 409 });

		expect(error?.message).toMatch(/may or may not have been deleted/);
	});
});

describe('a Retry-After that is too long', () => {
	it.each(Object.keys(PARAMETERS))('ends %s at once, in clear words', async (operation) => {
		const fault = { kind: 'tooManyRequests', retryAfter: 3600 } as const;
		const { error } = await runDespite(operation, fault);

		expect(panelOf(error)).toMatch(/too many requests.*asks to wait 3600 seconds.*too long/);
		expect(panelOf(error)).toMatch(/run the workflow again after that/);
		expect(fresh.requests).toHaveLength(1);
	});

	it('is clear as a date, too', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 'date', delayMs: 7_200_000 } as const;
		const { error } = await runDespite('get', fault);

		expect(panelOf(error)).toMatch(/asks to wait 7[12]\d\d seconds.*too long/);
		expect(fresh.requests).toHaveLength(1);
	});

	it('is also told of a service that is down for so long', async () => {
		const fault = { kind: 'errorBefore', status: 503, retryAfter: 3600 } as const;
		const { error } = await runDespite('get', fault);

		expect(panelOf(error)).toMatch(/could not be read.*asks to wait 3600 seconds/);
		expect(fresh.requests).toHaveLength(1);
	});
});

it('many items that are told to slow down are all done in the end', async () => {
	const fault = { kind: 'tooManyRequests', retryAfter: 0, path: /services/ } as const;
	for (const after of [1, 5, 6, 7, 12]) fresh.service.faults.add({ ...fault, after });
	const items = listOf(20, (n) => ({ id: `R-${n}` }));
	const parameters = { ...CHARGE, reservationId: '={{ $json.id }}', options: { maxRetries: 10 } };
	const run = await fresh.run('create', parameters, { items });

	expect(run.json().map(({ reservationId }) => reservationId)).toEqual(items.map(({ id }) => id));
	expect(fresh.service.books.changes.created).toBe(20);
	expect(fresh.requests.filter((line) => line.endsWith('429'))).toHaveLength(5);
});
