import { useChargeStage } from '../support/chargeStage';
import { everyOperation, outputsOfEveryOperation } from '../support/everyOperation';
import { readJson, triggerName } from '../support/workflows';

describe('every operation', () => {
	const stage = useChargeStage();

	it('does what it says, with one login', async () => {
		const workflow = await stage.api.createWorkflow(everyOperation(stage.credential));

		const result = await stage.api.runWorkflow(workflow, triggerName);

		expect(result.data.resultData.error).toBeUndefined();
		for (const [name, output] of outputsOfEveryOperation)
			expect(readJson(result, name)[0]).toMatchObject(output);
		expect(stage.service.books.all('RES-1')).toHaveLength(1);
		expect(stage.service.log.tokenExchanges()).toBeLessThanOrEqual(1);
	});
});
