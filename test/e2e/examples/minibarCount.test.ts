import { BY_HAND, renewPicture, useExampleStage } from '../support/exampleStage';
import { fillFields } from '../support/exampleWorkflow';
import { readJson } from '../support/workflows';

/** Housekeeping counts the same minibar three times: the steps build on each other. */
describe('the example minibar-count', () => {
	const stage = useExampleStage();

	it('charges what was taken', async () => {
		const result = await report(14.5);

		const charge = { reservationId: 'RES-1003', amount: 14.5 };
		expect(minibarCharges()).toEqual([expect.objectContaining(charge)]);
		expect(readJson(result, 'Read the Charge')).toEqual([expect.objectContaining(charge)]);
		await renewPicture('minibar-count', result);
	});

	it('changes the charge when the room is counted again', async () => {
		await report(9);

		expect(minibarCharges()).toEqual([expect.objectContaining({ amount: 9 })]);
		expect(stage.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 0 });
	});

	it.each([-5, '={{ undefined }}'])('stops and leaves the bill alone for %p', async (amount) => {
		const { data } = await report(amount);

		expect(data.resultData.error?.message).toContain('How much was taken?');
		expect(minibarCharges()).toEqual([expect.objectContaining({ amount: 9 })]);
	});

	it('takes it off the bill when nothing was taken, and leaves the other charges alone', async () => {
		const others = stage.service.books.all().length - 1;

		await report(0);

		expect(minibarCharges()).toEqual([]);
		expect(stage.service.books.all()).toHaveLength(others);
	});

	async function report(amount: unknown) {
		const workflow = await stage.importExample('minibar-count', (example) =>
			fillFields(example, 'Minibar Count', { amount }),
		);
		return await stage.api.runWorkflow(workflow, BY_HAND);
	}

	function minibarCharges() {
		const { books } = stage.service;
		return books.all().filter(({ description }) => description?.startsWith('Minibar'));
	}
});
