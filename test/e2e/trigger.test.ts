import { useChargeStage } from './support/chargeStage';
import { readEvents, watchingWorkflow } from './support/watching';

/** n8n polls when a workflow is set to work, too, with what the trigger remembers from the polls before. */
describe('the trigger', () => {
	const stage = useChargeStage();

	it('reports what came, changed and went since it was set to work, and nothing twice', async () => {
		const { api, credential, service } = stage;
		const { books } = service;
		const hire = books.add('RES-1', { amount: 24, date: '2026-12-12', description: 'Ski hire' });
		const spa = books.add('RES-1', { amount: 89.5, date: '2026-12-05', description: 'Spa' });
		const workflow = await api.createWorkflow(watchingWorkflow(['RES-1'], credential));
		await api.activateWorkflow(workflow);

		books.add('RES-1', { amount: 35, date: '2026-12-07', description: 'Late checkout' });
		books.update(find(hire.id), { amount: 30 });
		books.remove(find(spa.id));
		const [id = ''] = await api.waitForExecutions(workflow, 1);
		await api.deactivateWorkflow(workflow);
		await api.activateWorkflow(workflow);
		await api.deactivateWorkflow(workflow);

		expect(await api.waitForExecutions(workflow, 1)).toEqual([id]);
		expect(readEvents(await api.waitForExecution(id))).toEqual([
			'updated Ski hire',
			'created Late checkout',
			'deleted Spa',
		]);
	});

	function find(id: string) {
		const found = stage.service.books.find(id);
		if (!found) throw new Error(`There is no ${id} in the books`);
		return found;
	}
});
