import { CHARGE, listOf, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import type { WorkflowRun } from '../support/workflowRun';

const hotel = useHotel();

const readEach = { serviceId: byId('={{ $json.id }}') };
const items = listOf(20, (n) => ({ id: `si-${n}` }));

/** A stopped run: n8n says so, and no item passes for a failed one. */
function expectCanceled(run: WorkflowRun): void {
	expect(run.status).toBe('canceled');
	expect(run.json().filter((json) => 'error' in json)).toEqual([]);
}

it.each([
	['after some items are done, leaves the others alone', { kind: 'hangBefore', after: 5 }, 8],
	['while it waits to send requests again, sends none', { kind: 'tooManyRequests' }, 3],
] as const)('an execution that is stopped %s', async (_, fault, sent) => {
	hotel.seed(...items.map(({ id }) => id));
	hotel.service.faults.add({ method: 'GET', times: 100, retryAfter: 50, ...fault });
	hotel.credential.edit({ accountConcurrency: 3 });
	const running = hotel.run('get', readEach, { items, onError: 'continueRegularOutput' });
	const isUnderWay = () => hotel.sent.filter((line) => /open|429/.test(line)).length === 3;
	await hotel.until(() => hotel.sent.length === sent && isUnderWay());
	running.cancel();

	expectCanceled(await running);
	expect(hotel.sent).toHaveLength(sent);
});

it('an execution that is stopped is not tried again by Retry On Fail', async () => {
	hotel.service.faults.add({ kind: 'hangAfter', method: 'POST', path: /services/, times: 100 });
	const running = hotel.run('create', CHARGE, { retryOnFail: true, maxTries: 5 });
	await hotel.until(() => hotel.service.books.changes.created === 1);
	running.cancel();

	expectCanceled(await running);
	expect(hotel.service.books.changes.created).toBe(1);
});
