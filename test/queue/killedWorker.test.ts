import { reckon } from '../e2e/support/charges';
import {
	chargesPerRun,
	killInTheMiddle,
	protectedRuns,
	type KilledRun,
} from '../e2e/support/killedRuns';
import { triggerName } from '../e2e/support/workflows';
import { quickNotice, useQueueStage } from './support/queueStage';

const stage = useQueueStage({ workers: [10], environment: quickNotice, keepsBooks: true });
let runs: Map<string, KilledRun>;

beforeAll(async () => {
	const { system } = stage;
	runs = await killInTheMiddle(protectedRuns, stage, () => system.workers[0]?.kill());
	await system.startWorker();
}, 180_000);

it.each(Object.keys(protectedRuns))(
	'a run whose worker was killed loses none and doubles none under %s, run anew by another worker',
	async (name) => {
		const { charges, execution, workflow } = runs.get(name)!;
		expect((await stage.api.waitForExecution(execution)).status).not.toBe('success');
		const { id, status } = await stage.api.runWorkflow(workflow, triggerName);

		expect(status).toBe('success');
		expect(stage.system.workers[1]?.finished()).toEqual(expect.arrayContaining([id]));
		const reckoning = reckon(charges, stage.service.books);
		expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
	},
);
