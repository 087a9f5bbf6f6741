import { chargeNode, makeCharges, reckon, type Charge } from '../e2e/support/charges';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { readEvents, watchingWorkflow } from '../e2e/support/watching';
import { connectNodes, webhookNode } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const deliveries = 30;

/** One execution at a time in each worker, so that two at the same time run in both. */
const oneAtATime = 1;

describe('the package in n8n’s queue mode', () => {
	const stage = useQueueStage({ workers: [oneAtATime, oneAtATime] });
	const executionsOf = () => stage.system.workers.map((worker) => worker.executions());

	it('polls in the main process only, and starts one execution per poll with news, in a worker', async () => {
		const { api, service, credential } = stage;
		const workflow = await api.createWorkflow(watchingWorkflow(['RES-1'], credential));
		const add = (description: string) =>
			service.books.add('RES-1', { amount: 20, date: '2026-12-07', description });
		add('Breakfast');
		await api.activateWorkflow(workflow);

		add('Late checkout');
		const [first = ''] = await api.waitForExecutions(workflow, 1);
		add('Spa');
		const [, second = ''] = await api.waitForExecutions(workflow, 2);
		service.log.clear();
		await repeatUntil(
			'there were polls',
			() => service.log.count('GET', /^\/services$/) >= 3 || undefined,
		);

		expect(await api.waitForExecutions(workflow, 2)).toEqual([first, second]);
		expect(readEvents(await api.waitForExecution(first))).toEqual(['created Late checkout']);
		expect(readEvents(await api.waitForExecution(second))).toEqual(['created Spa']);
		expect(executionsOf().flat()).toEqual(expect.arrayContaining([first, second]));
		await api.deactivateWorkflow(workflow);
	});

	it.each(['create', 'upsert'])(
		'makes one charge by reference of a webhook delivered twice at the same time (%s)',
		async (operation) => {
			const { api, credential, service, system } = stage;
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
			const before = executionsOf().map(({ length }) => length);
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
			const shares = executionsOf().map(({ length }, index) => length - (before[index] ?? 0));
			expect(Math.min(...shares)).toBeGreaterThanOrEqual(deliveries / 2);
		},
	);
});
