import type { Charge } from '../e2e/support/charges';
import { chargeNode, chargesNode, makeCharges, reckon } from '../e2e/support/charges';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { chainNodes, triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const stage = useQueueStage({
	workers: [{ environment: { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '120' } }],
});

it('a worker that is asked to end finishes its run, while another one takes what is new', async () => {
	const { api, service, system } = stage;
	service.latencyMs = 250;
	const [first, second] = [makeCharges('FIRST', 200, 40), makeCharges('SECOND', 10)];
	const execution = await api.startWorkflow(await createWorkflow(first), triggerName);
	await repeatUntil('it is in the middle', () => service.books.changes.created >= 50 || undefined);

	const stopped = system.workers[0]?.stop(120_000);
	await system.startWorker();
	const other = await api.runWorkflow(await createWorkflow(second), triggerName);
	await stopped;

	expect((await api.waitForExecution(execution)).status).toBe('success');
	expect(reckon(first, service.books)).toEqual({ stored: 200, lost: 0, duplicated: 0 });
	expect(reckon(second, service.books)).toEqual({ stored: 10, lost: 0, duplicated: 0 });
	expect(system.workers.map((worker) => worker.executions())).toEqual([[execution], [other.id]]);
});

async function createWorkflow(charges: Charge[]): Promise<string> {
	const nodes = [chargesNode(charges), chargeNode(stage.credential)];
	return await stage.api.createWorkflow(chainNodes('Charges', ...nodes));
}
