import { useChargeStage } from '../support/chargeStage';
import { runEveryOperation } from '../support/everyOperation';

describe('every operation', () => {
	const stage = useChargeStage();

	it('does what it says, with one login', async () => {
		await runEveryOperation(stage);

		expect(stage.service.log.tokenExchanges()).toBeLessThanOrEqual(1);
	});
});
