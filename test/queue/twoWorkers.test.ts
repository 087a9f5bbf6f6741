import { chargeNode, makeCharges, reckon, type Charge } from '../e2e/support/charges';
import { connectNodes, webhookNode } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const deliveries = 30;

/** One execution at a time in each worker, so that two at the same time run in both. */
const stage = useQueueStage({ workers: [1, 1] });

it.each(['create', 'upsert'])(
	'two workers make one charge by reference of a webhook delivered twice at the same time (%s)',
	async (operation) => {
		const { api, credential, service, system } = stage;
		const countRuns = () => system.workers.map((worker) => worker.finished().length);
		const fields = ['reservationId', 'amount', 'date', 'reference'];
		const values = fields.map((name): [string, string] => [name, `={{ $json.body.${name} }}`]);
		const parameters = {
			...Object.fromEntries(values),
			chargeDescription: '={{ $json.body.description }}',
			operation,
			preventDuplicates: 'reference',
		};
		const webhook = webhookNode(operation, { httpMethod: 'POST', responseMode: 'lastNode' });
		const charge = chargeNode(credential, parameters);
		const workflow = await api.createWorkflow(connectNodes(operation, webhook, charge));
		await api.activateWorkflow(workflow);
		const before = countRuns();
		const deliver = async (body: Charge) => {
			const address = `${system.main.url}/webhook/${operation}`;
			const headers = { 'content-type': 'application/json' };
			const sent = { method: 'POST', headers, body: JSON.stringify(body) };
			expect((await fetch(address, sent)).status).toBe(200);
		};

		const charges = makeCharges(operation.toUpperCase(), deliveries);
		for (const body of charges) await Promise.all([deliver(body), deliver(body)]);

		const executions = await api.waitForExecutions(workflow, 2 * deliveries);
		const results = await Promise.all(executions.map((id) => api.waitForExecution(id)));
		expect(results.map(({ status }) => status)).toEqual(results.map(() => 'success'));
		const reckoning = reckon(charges, service.books);
		expect(reckoning).toEqual({ stored: deliveries, lost: 0, duplicated: 0 });
		const shares = countRuns().map((count, index) => count - (before[index] ?? 0));
		expect(Math.min(...shares)).toBeGreaterThanOrEqual(deliveries / 2);
	},
);
