import { renewPicture, useExampleStage } from '../support/exampleStage';

/** n8n polls when a workflow is published, too, with what the trigger remembers from the polls before. */
describe('the example alert-on-changed-charges', () => {
	const stage = useExampleStage();

	it('reports what was added, changed and removed since it was published, with what it was before', async () => {
		const { api, service } = stage;
		const { books } = service;
		const find = (text: string) => books.all().find(({ description }) => description === text)!;
		const booking = (text: string) => books.find(find(text).id)!;
		const workflow = await stage.importExample('alert-on-changed-charges');
		const poll = async () => {
			await api.activateWorkflow(workflow);
			await api.deactivateWorkflow(workflow);
		};
		await poll();
		books.update(booking('Accommodation, 3 nights'), { amount: 600, date: '2026-12-05' });
		books.remove(booking('Airport transfer'));
		books.add('RES-1002', { amount: 24, date: '2026-12-06', description: 'Ski hire' });
		await poll();

		const [id = '', ...more] = await api.waitForExecutions(workflow, 1);
		const result = await api.waitForExecution(id);
		const sent = result.data.resultData.runData['Send to the Team'] ?? [];
		const messages = sent.flatMap(({ data }) => data?.main[0] ?? []);
		expect(messages.map(({ json }) => json.message)).toEqual([
			'RES-1001: Accommodation, 3 nights was changed. amount: 540 → 600, date: 2026-12-04 → 2026-12-05',
			'RES-1001: Airport transfer, 45 for 2026-12-04, was deleted.',
			'RES-1002: Ski hire, 24 for 2026-12-06, was added.',
		]);
		expect(more).toEqual([]);
		await renewPicture('alert-on-changed-charges', result);
	});
});
