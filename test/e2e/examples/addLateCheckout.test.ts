import { ExampleStage } from '../support/exampleStage';

describe('the example add-late-checkout', () => {
	let stage: ExampleStage;

	beforeAll(async () => {
		stage = await ExampleStage.open();
	});

	afterAll(() => stage.close());

	it('charges the late checkout at the member rate and leaves the rest alone', async () => {
		const { api, service } = stage;
		const before = service.books.all();
		const workflow = await stage.importExample('add-late-checkout.json');

		const result = await api.runWorkflow(workflow, 'When clicking ‘Execute workflow’');

		expect(result.data.resultData.error).toBeUndefined();
		const after = service.books.all();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after.slice(before.length)).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1002',
				amount: 28,
				date: '2026-12-07',
				description: 'Late checkout until 14:00 (member rate)',
			}),
		]);
	});
});
