import { pastedFor } from '../../service/pasted';
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
	it.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'after some items are done leaves the others alone, and has no failed items (On Error: %s)',
		async (onError) => {
			hotel.service.faults.add({ ...hang, after: 5 });
			hotel.credential.edit({ accountConcurrency: 3 });
			const running = hotel.run('get', readEach, { items, onError });
			await hotel.until(() => hotel.sent.length === 8);
			running.cancel();

			expectCanceled(await running);
			expect(hotel.sent).toHaveLength(8);
		},
	);

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

	it('while it logs in ends without waiting for the answer, and sends nothing', async () => {
		hotel.service.faults.add({ kind: 'delay', path: /token/, delayMs: 3000 });
		const running = hotel.run('get', readEach, { items });
		await hotel.until(() => hotel.exchanges === 1);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.traffic).toEqual(['POST /token open']);
	});

	it('while it reads a long list asks for no further page', async () => {
		hotel.service.dialect.pagination = 'page';
		hotel.service.dialect.maxPageSize = 1;
		hotel.credential.edit({ customApiFormat: true, ...pastedFor(hotel.service.dialect) });
		hotel.service.faults.add({ ...hang, after: 3 });
		const running = hotel.run('getAll', { reservationId: 'R-1', returnAll: true });
		await hotel.until(() => hotel.sent.length === 4);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.sent).toHaveLength(4);
	});

	it('is not tried again by Retry On Fail', async () => {
		hotel.service.faults.add({ kind: 'hangAfter', method: 'POST', path: /services/, times: 100 });
		const running = hotel.run('create', CHARGE, { retryOnFail: true, maxTries: 5 });
		await hotel.until(() => hotel.service.books.changes.created === 1);
		running.cancel();

		expectCanceled(await running);
		expect(hotel.service.books.changes.created).toBe(1);
	});

	it('does not trouble the next one', async () => {
		hotel.service.faults.add({ kind: 'delay', path: /token/, delayMs: 100 });
		const read = () => hotel.run('get', { serviceId: byId('si-1') });
		const running = read();
		await hotel.until(() => hotel.exchanges === 1);
		running.cancel();
		const [stopped, next] = await Promise.all([running, read()]);

		expectCanceled(stopped);
		expect(next.json()).toMatchObject([{ id: 'si-1' }]);
		expect(hotel.exchanges).toBe(1);
	});
});
