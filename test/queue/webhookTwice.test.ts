import type { Charge } from '../e2e/support/charges';
import { makeCharges, reckon } from '../e2e/support/charges';
import { deliver, webhookWorkflow } from '../e2e/support/webhook';
import { useQueueStage } from './support/queueStage';

const deliveries = 30;

/** One execution at a time in each worker, so that two at the same time run in both. */
const oneAtATime = { concurrency: 1 };

describe('a webhook delivered twice at the same time, in queue mode', () => {
	const stage = useQueueStage({ workers: [oneAtATime, oneAtATime] });

	it.each(['create', 'upsert'])('makes one charge by reference with %s', async (operation) => {
		const charges = makeCharges(operation.toUpperCase(), deliveries);
		const parameters = { operation, preventDuplicates: 'reference' };
		const workflow = await stage.api.createWorkflow(
			webhookWorkflow(operation, stage.credential, parameters),
		);
		await stage.api.activateWorkflow(workflow);
		const before = stage.system.workers.map((worker) => worker.executions().length);

		for (const charge of charges) {
			await Promise.all([deliverOnce(operation, charge), deliverOnce(operation, charge)]);
		}

		const executions = await stage.api.waitForExecutions(workflow, 2 * deliveries);
		const results = await Promise.all(executions.map((id) => stage.api.waitForExecution(id)));
		expect(results.map(({ status }) => status)).toEqual(results.map(() => 'success'));
		const reckoning = reckon(charges, stage.service.books);
		const shares = stage.system.workers.map(
			(worker, index) => worker.executions().length - (before[index] ?? 0),
		);
		process.stdout.write(
			`Webhook twice, ${operation}: ${shares.join(' and ')} executions, ${JSON.stringify(reckoning)}\n`,
		);
		expect(reckoning).toEqual({ stored: deliveries, lost: 0, duplicated: 0 });
		expect(Math.min(...shares)).toBeGreaterThanOrEqual(deliveries / 2);
	});

	async function deliverOnce(path: string, charge: Charge): Promise<void> {
		expect(await deliver(stage.system.main.url, path, charge)).toBe(200);
	}
});
