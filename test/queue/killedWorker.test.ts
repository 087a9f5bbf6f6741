import { reckon } from '../e2e/support/charges';
import { chargesPerRun, killInTheMiddle, planProtectedRuns } from '../e2e/support/killedRuns';
import { planRun, protectedRuns } from '../e2e/support/killedRuns';
import { triggerName } from '../e2e/support/workflows';
import { quickNotice, useQueueStage } from './support/queueStage';

const runs = { ...planProtectedRuns(), unprotected: planRun('OFF', {}) };

describe('a worker killed in the middle of its runs', () => {
	const stage = useQueueStage({ workers: [10], environment: quickNotice, keepsBooks: true });

	beforeAll(async () => {
		const { system } = stage;
		await killInTheMiddle(runs, stage, () => system.workers[0]?.kill());
		await system.startWorker();
	}, 180_000);

	it('is not run again by n8n, which calls the executions failed or crashed', async () => {
		for (const { charges, execution, storedAtKill } of Object.values(runs)) {
			const { status } = await stage.api.waitForExecution(execution);
			expect(status).not.toBe('success');
			const reckoning = reckon(charges, stage.service.books);
			expect(reckoning).toMatchObject({ stored: storedAtKill, duplicated: 0 });
		}
		expect(stage.system.workers[1]?.executions()).toEqual([]);
	});

	it.each(protectedRuns)(
		'loses none and doubles none under %s when the workflow is run anew by another worker',
		async (name) => {
			const { charges, workflow } = runs[name];

			const result = await stage.api.runWorkflow(workflow, triggerName);

			expect(result.status).toBe('success');
			expect(stage.system.workers[1]?.executions()).toContain(result.id);
			const reckoning = reckon(charges, stage.service.books);
			expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
		},
	);
});
