import { reckon } from '../e2e/support/charges';
import { chargesPerRun, killInTheMiddle, planRun } from '../e2e/support/killedRuns';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { quickNotice, useQueueStage } from './support/queueStage';

const everything = { stored: chargesPerRun, lost: 0, duplicated: 0 };

/** Each on reservations of its own, and all in the worker that is killed. */
const runs = {
	sameFields: planRun('SAME', { preventDuplicates: 'sameFields' }),
	reference: planRun('REF', { preventDuplicates: 'reference' }),
	upsert: planRun('UPS', { operation: 'upsert' }),
	sync: planRun('SYNC', { operation: 'sync' }),
	unprotected: planRun('OFF', {}),
};

describe('a worker of n8n 1 killed in the middle of its runs, whose jobs n8n gives to another one', () => {
	const stage = useQueueStage({ workers: [{}], environment: quickNotice, keepsBooks: true });

	beforeAll(async () => {
		const { api, system } = stage;
		await killInTheMiddle(runs, stage, () => system.workers[0]?.kill());
		const second = await system.startWorker();
		for (const { execution } of Object.values(runs)) {
			await repeatUntil(
				`execution ${execution} has run again`,
				() => second.finished().includes(execution) || undefined,
			);
			await api.waitForExecution(execution);
		}
	}, 300_000);

	it.each(['sameFields', 'reference', 'upsert', 'sync'] as const)(
		'loses none and doubles none under %s',
		async (name) => {
			const { charges, execution, storedAtKill } = runs[name];
			const reckoning = reckon(charges, stage.service.books);
			report(name, { storedAtKill, ...reckoning });

			expect((await stage.api.waitForExecution(execution)).status).toBe('success');
			expect(reckoning).toEqual(everything);
		},
	);

	it('charges again without protection, as docs/scaling.md says', async () => {
		const { charges, execution, storedAtKill } = runs.unprotected;
		const { status } = await stage.api.waitForExecution(execution);
		const reckoning = reckon(charges, stage.service.books);
		report('unprotected', { storedAtKill, status, ...reckoning });

		expect(reckoning).toMatchObject({ lost: 0, duplicated: storedAtKill });
	});
});

function report(name: keyof typeof runs, figures: object): void {
	process.stdout.write(`Run again by n8n, ${name}: ${JSON.stringify(figures)}\n`);
}
