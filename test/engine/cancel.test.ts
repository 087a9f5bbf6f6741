import { pastedFor } from '../service/pasted';
import type { INodeParameters } from 'n8n-workflow';
import { START } from './support/engineNodeTypes';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { runWorkflow } from './support/runWorkflow';
import { byId } from './support/serviceItemNode';
import { connectInRow, defineNode } from './support/workflow';
import type { WorkflowRun } from './support/workflowRun';

const fresh = useFreshService();

const readEach = { serviceId: byId('={{ $json.id }}') };
const items = listOf(20, (n) => ({ id: `si-${n}` }));

/** A stopped run: n8n says so, and no item passes for a failed one. */
function expectCanceled(run: WorkflowRun): void {
	expect(run.status).toBe('canceled');
	const failed = run.items
		.flat()
		.filter(({ json, error }) => error !== undefined || 'error' in json);
	expect(failed).toEqual([]);
}

describe.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'an execution that is stopped (On Error: %s)',
	(onError) => {
		beforeEach(() => fresh.seed(...items.map(({ id }) => id)));

		it('while requests hang starts nothing more and has no failed items', async () => {
			fresh.service.faults.add({ kind: 'hangBefore', method: 'GET', times: 100 });
			fresh.credential.edit({ accountConcurrency: 3 });
			const running = fresh.run('get', readEach, { items, onError });
			await fresh.until(() => fresh.requests.length === 3);
			running.cancel();

			expectCanceled(await running);
			expect(fresh.requests).toHaveLength(3);
		});

		it('after some items are done leaves the others alone', async () => {
			fresh.service.faults.add({ kind: 'hangBefore', method: 'GET', after: 5, times: 100 });
			fresh.credential.edit({ accountConcurrency: 1 });
			const running = fresh.run('get', readEach, { items, onError });
			await fresh.until(() => fresh.requests.length === 6);
			running.cancel();

			expectCanceled(await running);
			expect(fresh.requests).toHaveLength(6);
		});

		it('while it waits to send a request again sends it no more', async () => {
			const fault = { kind: 'tooManyRequests', retryAfter: 50, path: /services/ } as const;
			fresh.service.faults.add({ ...fault, times: 100 });
			fresh.credential.edit({ accountConcurrency: 2 });
			const running = fresh.run('get', readEach, { items, onError });
			await fresh.until(() => fresh.requests.filter((line) => line.endsWith('429')).length === 2);
			running.cancel();

			expectCanceled(await running);
			expect(fresh.requests).toHaveLength(2);
		});

		it('while it logs in ends without waiting for the answer, and sends nothing', async () => {
			fresh.service.faults.add({ kind: 'delay', path: /token/, delayMs: 3000 });
			const running = fresh.run('get', readEach, { items, onError });
			await fresh.until(() => fresh.exchanges === 1);
			running.cancel();

			expectCanceled(await running);
			expect(fresh.traffic).toEqual(['POST /token open']);
		});

		it('does not go on with the next node', async () => {
			fresh.service.faults.add({ kind: 'hangBefore', method: 'GET', times: 100 });
			const node = (name: string, operation: string, parameters: INodeParameters) =>
				defineNode(
					name,
					'serviceItem',
					{ resource: 'serviceItem', operation, ...parameters },
					{ credential: fresh.credential, onError },
				);
			const running = runWorkflow({
				nodes: [
					defineNode('Start', START),
					node('Read', 'get', readEach),
					node('Charge', 'create', CHARGE),
				],
				connections: connectInRow('Start', 'Read', 'Charge'),
				credentials: fresh.store,
				items,
			});
			await fresh.until(() => fresh.requests.length === 10);
			running.cancel();
			const run = await running;

			expectCanceled(run);
			expect(run.runsOf('Charge')).toEqual([]);
			expect(fresh.service.books.changes.created).toBe(0);
		});

		it('while it reads a long list asks for no further page', async () => {
			fresh.service.dialect.pagination = 'page';
			fresh.service.dialect.maxPageSize = 1;
			fresh.credential.edit({ customApiFormat: true, ...pastedFor(fresh.service.dialect) });
			fresh.service.faults.add({ kind: 'hangBefore', method: 'GET', after: 3 });
			const parameters = { reservationId: 'R-1', returnAll: true };
			const running = fresh.run('getAll', parameters, { onError });
			await fresh.until(() => fresh.requests.length === 4);
			running.cancel();

			expectCanceled(await running);
			expect(fresh.requests).toHaveLength(4);
		});
	},
);

it('a stopped execution is not tried again by Retry On Fail', async () => {
	fresh.service.faults.add({ kind: 'hangAfter', method: 'POST', path: /services/, times: 100 });
	const running = fresh.run('create', CHARGE, { retryOnFail: true, maxTries: 5 });
	await fresh.until(() => fresh.service.books.changes.created === 1);
	running.cancel();

	expectCanceled(await running);
	expect(fresh.service.books.changes.created).toBe(1);
});

it('the next execution is not troubled by the stopped one', async () => {
	fresh.seed('si-1');
	fresh.service.faults.add({ kind: 'delay', path: /token/, delayMs: 100 });
	const running = fresh.run('get', { serviceId: byId('si-1') });
	await fresh.until(() => fresh.exchanges === 1);
	running.cancel();
	const [stopped, next] = await Promise.all([
		running,
		fresh.run('get', { serviceId: byId('si-1') }),
	]);

	expectCanceled(stopped);
	expect(next.json()).toMatchObject([{ id: 'si-1' }]);
	expect(fresh.exchanges).toBe(1);
});
