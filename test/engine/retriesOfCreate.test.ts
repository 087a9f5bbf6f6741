import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { startMiniatureService } from '../service/miniatureService';
import { CHARGE } from './support/freshService';
import { panelOf } from './support/workflowRun';
import { named, PASSING, PASSING_AFTER, REFUSALS, SLOW_DOWN } from './support/passingFaults';
import { PARAMETERS, useRetries } from './support/retries';

const { fresh, runDespite } = useRetries();

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
		await requestFailed();
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

/** Resolves when a request of this process has found nobody to talk to. */
async function requestFailed(): Promise<void> {
	await new Promise<void>((resolve) => {
		const watch = (message: unknown) => {
			const { request } = message as { request: ClientRequest };
			request.once('error', () => {
				unsubscribe('http.client.request.start', watch);
				resolve();
			});
		};
		subscribe('http.client.request.start', watch);
	});
}
