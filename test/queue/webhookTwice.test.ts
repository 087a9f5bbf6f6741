import { chargeNode, makeCharges, reckon } from '../e2e/support/charges';
import type { WorkflowFile } from '../e2e/support/n8nApi';
import { useQueueStage } from './support/queueStage';

const deliveries = 30;

/** One execution at a time in each worker, so that two at the same time run in both. */
const oneAtATime = { concurrency: 1 };

describe('a webhook delivered twice at the same time, in queue mode', () => {
	const stage = useQueueStage({ workers: [oneAtATime, oneAtATime] });

	it.each(['create', 'upsert'])('makes one charge by reference with %s', async (operation) => {
		const charges = makeCharges(operation.toUpperCase(), deliveries);
		const parameters = { operation, preventDuplicates: 'reference' };
		const workflow = await stage.api.createWorkflow(webhookWorkflow(operation, parameters));
		await stage.api.activateWorkflow(workflow);
		const before = stage.system.workers.map((worker) => worker.executions().length);

		for (const charge of charges) {
			await Promise.all([deliver(operation, charge), deliver(operation, charge)]);
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

	/** Starts at the body of a webhook, and answers when it is through. */
	function webhookWorkflow(path: string, parameters: Record<string, unknown>): WorkflowFile {
		const webhook = {
			id: 'webhook',
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: path,
			parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
		};
		const body = {
			reservationId: '={{ $json.body.reservationId }}',
			amount: '={{ $json.body.amount }}',
			date: '={{ $json.body.date }}',
			description: '={{ $json.body.description }}',
			reference: '={{ $json.body.reference }}',
		};
		const charge = {
			...chargeNode(stage.credential, { ...body, ...parameters }),
			id: 'charge',
			typeVersion: 1,
			position: [220, 0],
		};
		const connections = { Webhook: { main: [[{ node: 'Charge', type: 'main', index: 0 }]] } };
		return { name: `Webhook ${path}`, nodes: [webhook, charge], connections };
	}

	async function deliver(path: string, charge: object): Promise<void> {
		const { status } = await fetch(`${stage.system.main.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(charge),
		});
		expect(status).toBe(200);
	}
});
