import { useChargeStage } from '../support/chargeStage';
import type { WorkflowFile } from '../support/workflowFile';
import { credentialType, readJson } from '../support/workflows';

const name = 'Charges';

/** n8n polls when a workflow is set to work, too, with what the trigger remembers from the polls before. */
describe('the trigger', () => {
	const stage = useChargeStage();
	let workflow: string;

	beforeAll(async () => {
		workflow = await stage.api.createWorkflow(watchingWorkflow());
	});

	afterAll(async () => await stage.api.deactivateWorkflow(workflow));

	it('reports what came, changed and went since it was set to work, and nothing twice', async () => {
		const { books } = stage.service;
		const hire = books.add('RES-1', { amount: 24, date: '2026-12-12', description: 'Ski hire' });
		const spa = books.add('RES-1', { amount: 89.5, date: '2026-12-05', description: 'Spa' });
		await stage.api.activateWorkflow(workflow);
		await pollAgain();

		books.add('RES-1', { amount: 35, date: '2026-12-07', description: 'Late checkout' });
		books.update(find(hire.id), { amount: 30 });
		books.remove(find(spa.id));
		await pollAgain();
		await pollAgain();

		const [id, ...more] = await stage.api.waitForExecutions(workflow, 1);
		const result = await stage.api.waitForExecution(id ?? '');
		expect(more).toEqual([]);
		const told = readJson(result, name).map(({ event, serviceItem }) => [event, serviceItem]);
		expect(told).toEqual([
			['updated', expect.objectContaining({ description: 'Ski hire', amount: 30 })],
			['created', expect.objectContaining({ description: 'Late checkout' })],
			['deleted', expect.objectContaining({ description: 'Spa' })],
		]);
	});

	async function pollAgain(): Promise<void> {
		await stage.api.deactivateWorkflow(workflow);
		await stage.api.activateWorkflow(workflow);
	}

	function find(id: string) {
		const found = stage.service.books.find(id);
		if (!found) throw new Error(`There is no ${id} in the books`);
		return found;
	}

	function watchingWorkflow(): WorkflowFile {
		const trigger = {
			id: 'node-1',
			name,
			type: 'n8n-nodes-reservation-service.serviceItemTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
				reservationIds: ['RES-1'],
				events: ['created', 'updated', 'deleted'],
			},
			credentials: { [credentialType]: stage.credential },
		};
		return { name: 'Watch', nodes: [trigger], connections: {} };
	}
});
