import type { Charge } from '../e2e/support/charges';
import { chargeNode, makeCharges, reckon } from '../e2e/support/charges';
import type { WorkflowFile } from '../e2e/support/workflows';
import { chainNodes, startByWebhook } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const deliveries = 30;

/** One execution at a time in each worker, so that two at the same time run in both. */
const oneAtATime = { concurrency: 1 };

describe('a webhook delivered twice at the same time, in queue mode', () => {
	const stage = useQueueStage({ workers: [oneAtATime, oneAtATime] });

	it.each(['create', 'upsert'])('makes one charge by reference with %s', async (operation) => {
		const charges = makeCharges(operation.toUpperCase(), deliveries);
		const workflow = await stage.api.createWorkflow(webhookWorkflow(operation));
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

	/** Starts with the charge in the body of a webhook, makes it, and answers when it is made. */
	function webhookWorkflow(operation: string): WorkflowFile {
		const body = Object.fromEntries(
			['reservationId', 'amount', 'date', 'description', 'reference'].map((name) => [
				name,
				`={{ $json.body.${name} }}`,
			]),
		);
		const parameters = { ...body, operation, preventDuplicates: 'reference' };
		const workflow = chainNodes(operation, chargeNode(stage.credential, parameters));
		const webhook = { path: operation, httpMethod: 'POST', responseMode: 'lastNode' };
		return startByWebhook(workflow, webhook);
	}

	async function deliverOnce(path: string, charge: Charge): Promise<void> {
		const { status } = await fetch(`${stage.system.main.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(charge),
		});
		expect(status).toBe(200);
	}
});
