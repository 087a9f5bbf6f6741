import { renewPicture, useExampleStage } from '../support/exampleStage';
import { readJson } from '../support/workflows';

describe('the example add-late-checkout', () => {
	const stage = useExampleStage();

	it('charges the late checkout at the member rate, once however often it is run', async () => {
		const { api, service } = stage;
		const before = service.books.all();
		const workflow = await stage.importExample('add-late-checkout');

		const result = await api.runWorkflow(workflow, 'When clicking ‘Execute workflow’');
		const again = await api.runWorkflow(workflow, 'When clicking ‘Execute workflow’');

		expect(result.data.resultData.error).toBeUndefined();
		expect(again.data.resultData.error).toBeUndefined();
		const [{ date } = {}] = readJson(result, 'Late Checkout Request');
		expect(Date.parse(String(date))).toBeGreaterThan(Date.now());
		const after = service.books.all();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after.slice(before.length)).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1002',
				amount: 28,
				date,
				description: `Late checkout until 14:00 [ref:late-checkout-${String(date)}]`,
			}),
		]);
		await renewPicture('add-late-checkout', result);
	});
});
