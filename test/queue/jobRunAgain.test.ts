import { reckon } from '../e2e/support/charges';
import {
	chargesPerRun,
	killInTheMiddle,
	protectedRuns,
	type KilledRun,
} from '../e2e/support/killedRuns';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { quickNotice, useQueueStage } from './support/queueStage';

// n8n 2 runs nothing again by itself; what somebody runs again, test/e2e/killedRun.test.ts shows.
describe('a worker of n8n 1 killed in the middle of its runs, whose jobs n8n gives to another one', () => {
	const stage = useQueueStage({ workers: [10], environment: quickNotice, keepsBooks: true });
	let runs: Map<string, KilledRun>;

	beforeAll(async () => {
		const { api, system } = stage;
		const all = { ...protectedRuns, unprotected: {} };
		runs = await killInTheMiddle(all, stage, () => system.workers[0]?.kill());
		const second = await system.startWorker();
		for (const { execution } of runs.values()) {
			await repeatUntil(
				`execution ${execution} has run again`,
				() => second.finished().includes(execution) || undefined,
			);
			await api.waitForExecution(execution);
		}
	}, 300_000);

	it.each(Object.keys(protectedRuns))('loses none and doubles none under %s', async (name) => {
		const { charges, execution } = runs.get(name)!;

		expect((await stage.api.waitForExecution(execution)).status).toBe('success');
		const reckoning = reckon(charges, stage.service.books);
		expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
	});

	it('charges again without protection, as docs/scaling.md says', () => {
		const { charges, storedAtKill } = runs.get('unprotected')!;
		const reckoning = reckon(charges, stage.service.books);
		expect(reckoning).toMatchObject({ lost: 0, duplicated: storedAtKill });
	});
});
