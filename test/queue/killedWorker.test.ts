import { reckon } from '../e2e/support/charges';
import {
	chargesPerRun,
	killInTheMiddle,
	planProtectedRuns,
	planRun,
	protectedRuns,
	type KilledRun,
} from '../e2e/support/killedRuns';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

/** n8n 1 gives the executions of a dead worker to another one, n8n 2 calls them failed or crashed. */
const runsThemAgain = process.env.QUEUE_N8N !== undefined;

/** An environment in which the death of a worker is noticed in seconds; by default in a minute or two. */
const quickNotice = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

const runs = { ...planProtectedRuns(), unprotected: planRun('OFF', {}) };

describe('a worker killed in the middle of its runs', () => {
	const stage = useQueueStage({ workers: [10], environment: quickNotice, keepsBooks: true });

	beforeAll(async () => {
		await killInTheMiddle(runs, stage, () => stage.system.workers[0]?.kill());
		await stage.system.startWorker();
	}, 300_000);

	async function waitForSecondWorker(id: string): Promise<void> {
		const finished = () => stage.system.workers[1]?.finished() ?? [];
		await repeatUntil(`it is through with ${id}`, () => finished().includes(id) || undefined);
	}

	/** What became of an execution: n8n 1 has run it again. */
	async function readKilled({ execution }: KilledRun): Promise<void> {
		if (runsThemAgain) await waitForSecondWorker(execution);
		const { status } = await stage.api.waitForExecution(execution);
		expect(status === 'success').toBe(runsThemAgain);
	}

	it('with Off, n8n 1 charges all again by itself, and n8n 2 nothing, as docs/scaling.md says', async () => {
		await readKilled(runs.unprotected);

		const { charges, storedAtKill } = runs.unprotected;
		const reckoning = reckon(charges, stage.service.books);
		const all = { lost: 0, duplicated: storedAtKill };
		const nothing = { stored: storedAtKill, duplicated: 0 };
		expect(reckoning).toMatchObject(runsThemAgain ? all : nothing);
	});

	it.each(protectedRuns)(
		'run by another one, it loses none and doubles none under %s',
		async (name) => {
			await readKilled(runs[name]);
			if (!runsThemAgain) {
				const result = await stage.api.runWorkflow(runs[name].workflow, triggerName);
				expect(result.status).toBe('success');
				await waitForSecondWorker(result.id);
			}

			const reckoning = reckon(runs[name].charges, stage.service.books);
			expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
		},
	);
});
