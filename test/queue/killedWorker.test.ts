import { reckon } from '../e2e/support/charges';
import { chargesPerRun, killInTheMiddle, planRun } from '../e2e/support/killedRuns';
import { triggerName } from '../e2e/support/workflows';
import { quickNotice, useQueueStage } from './support/queueStage';

/** Each on reservations of its own, and all in the worker that is killed. */
const runs = {
	sameFields: planRun('SAME', { preventDuplicates: 'sameFields' }),
	reference: planRun('REF', { preventDuplicates: 'reference' }),
	upsert: planRun('UPS', { operation: 'upsert' }),
	sync: planRun('SYNC', { operation: 'sync' }),
	savedProgress: planRun(
		'SAVED',
		{ preventDuplicates: 'reference' },
		{ saveExecutionProgress: true },
	),
	retried: planRun('AGAIN', { preventDuplicates: 'reference' }),
	unprotected: planRun('OFF', {}),
};

describe('a worker killed in the middle of its runs', () => {
	const stage = useQueueStage({ workers: [{}], environment: quickNotice, keepsBooks: true });

	beforeAll(async () => {
		const { system } = stage;
		await killInTheMiddle(runs, stage, () => system.workers[0]?.kill());
		await system.startWorker();
	}, 180_000);

	it('is not run again by n8n, which calls the executions failed or crashed', async () => {
		const books = stage.service.books;
		const statuses = await Promise.all(
			Object.values(runs).map(async ({ execution }) => {
				const { status, data } = await stage.api.waitForExecution(execution);
				return `${status}: ${data.resultData.error?.message}`;
			}),
		);

		process.stdout.write(`Executions of the killed worker: ${[...new Set(statuses)].join(', ')}\n`);
		expect(stage.system.workers[1]?.executions()).toEqual([]);
		for (const { charges, storedAtKill } of Object.values(runs)) {
			expect(reckon(charges, books)).toMatchObject({ stored: storedAtKill, duplicated: 0 });
		}
	});

	it.each(['sameFields', 'reference', 'upsert', 'sync'] as const)(
		'loses none and doubles none under %s when the workflow is run anew by another worker',
		async (name) => {
			const { charges, workflow, storedAtKill } = runs[name];

			const result = await stage.api.runWorkflow(workflow, triggerName);

			expect(result.status).toBe('success');
			expect(stage.system.workers[1]?.executions()).toContain(result.id);
			const reckoning = reckon(charges, stage.service.books);
			process.stdout.write(
				`Worker killed, ${name}: ${JSON.stringify({ storedAtKill, ...reckoning })}\n`,
			);
			expect(reckoning).toEqual({ stored: chargesPerRun, lost: 0, duplicated: 0 });
		},
	);

	// A fact about n8n that docs/scaling.md tells: such a retry begins with the error of the one before, and ends with it.
	it.each(['retried', 'savedProgress'] as const)(
		'sends nothing when the execution is retried from the list (%s)',
		async (name) => {
			const { charges, execution, storedAtKill } = runs[name];

			const result = await stage.api.retryExecution(execution, false);

			expect(result.status).toBe('error');
			const { message } = result.data.resultData.error ?? {};
			expect(message).toContain('failed to be processed too many times');
			expect(reckon(charges, stage.service.books)).toMatchObject({ stored: storedAtKill });
		},
	);
});
