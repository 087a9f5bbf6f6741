import { CHARGE, listOf, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import type { WorkflowRun } from '../support/workflowRun';

const hotel = useHotel();

const readEach = { serviceId: byId('={{ $json.id }}') };
const items = listOf(20, (n) => ({ id: `si-${n}` }));
const hang = { kind: 'hangBefore', method: 'GET', times: 100 } as const;

/** A stopped run: n8n says so, and no item passes for a failed one. */
function expectCanceled(run: WorkflowRun): void {
	expect(run.status).toBe('canceled');
	const failed = run.items
		.flat()
		.filter(({ json, error }) => error !== undefined || 'error' in json);
	expect(failed).toEqual([]);
}

beforeEach(() => hotel.seed(...items.map(({ id }) => id)));

describe('an execution that is stopped', () => {
	it('after some items are done leaves the others alone, and has no failed items', async () => {
		hotel.service.faults.add({ ...hang, after: 5 });
		hotel.credential.edit({ accountConcurrency: 3 });
		const running = hotel.run('get', readEach, { items, onError: 'continueRegularOutput' });
		await hotel.until(() => hotel.sent.length === 8);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.sent).toHaveLength(8);
	});

	it('while it waits to send a request again sends it no more', async () => {
		const fault = { kind: 'tooManyRequests', retryAfter: 50, path: /services/ } as const;
		hotel.service.faults.add({ ...fault, times: 100 });
		hotel.credential.edit({ accountConcurrency: 2 });
		const running = hotel.run('get', readEach, { items });
		await hotel.until(() => hotel.sent.filter((line) => line.endsWith('429')).length === 2);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.sent).toHaveLength(2);
	});

	it('is not tried again by Retry On Fail', async () => {
		hotel.service.faults.add({ kind: 'hangAfter', method: 'POST', path: /services/, times: 100 });
		const running = hotel.run('create', CHARGE, { retryOnFail: true, maxTries: 5 });
		await hotel.until(() => hotel.service.books.changes.created === 1);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.service.books.changes.created).toBe(1);
	});
});
