import { repeatUntil } from '../e2e/support/repeatUntil';
import { chainNodes, serviceItemNode, triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

/** As many executions as there are at the same time, each with so many charges. */
const executions = 100;
const charges = 3;
const half = { concurrency: executions / 2 };
/** n8n gives its database up when that answers late, as it does on a busy machine of two cores. */
const patience = { DB_PING_TIMEOUT_MS: '60000' };

describe.each([
	['lives beside others', false],
	['is ended by the next login', true],
])('a token that %s, among two workers', (what, newTokenEndsOthers) => {
	const stage = useQueueStage({ workers: [half, half], environment: patience });

	it.each([
		['at first', 0],
		['when it is revoked in the middle', 100],
	])('takes two logins per worker at most %s, and all executions succeed', async (when, stored) => {
		const { service, api, system } = stage;
		service.dialect.newTokenEndsOthers = newTokenEndsOthers;
		service.latencyMs = 100;
		const before = system.workers.map((worker) => worker.executions().length);
		const workflow = await createWorkflow();
		let earlier = 0;

		await Promise.all(
			Array.from({ length: executions }, () => api.startWorkflow(workflow, triggerName)),
		);
		if (stored > 0) {
			await repeatUntil(
				'the executions are in the middle',
				() => service.books.changes.created >= stored || undefined,
			);
			earlier = service.log.tokenExchanges();
			service.tokens.revokeAll();
		}

		const messages = await readFailures(workflow);
		const figures = {
			failed: messages.length,
			stored: service.books.all().length,
			logins: service.log.tokenExchanges() - earlier,
			shares: system.workers.map(
				(worker, index) => worker.executions().length - (before[index] ?? 0),
			),
		};
		process.stdout.write(`A token that ${what}, ${when}: ${JSON.stringify(figures)}\n`);
		expect(messages).toEqual([]);
		expect(figures.stored).toBe(executions * charges);
		expect(figures.logins).toBeGreaterThan(0);
		expect(figures.logins).toBeLessThanOrEqual(2 * system.workers.length);
		expect(Math.min(...figures.shares)).toBeGreaterThan(0);
	});

	async function createWorkflow(): Promise<string> {
		const nodes = Array.from({ length: charges }, (_, index) =>
			serviceItemNode(`Charge ${index + 1}`, stage.credential, {
				operation: 'create',
				reservationId: '=RES-{{ $execution.id }}',
				amount: String(index + 1),
				date: '2026-12-07',
				description: 'Late checkout',
			}),
		);
		return await stage.api.createWorkflow(chainNodes('Some charges', ...nodes));
	}

	/** Waits for the end of all executions. @returns what those that failed said */
	async function readFailures(workflow: string): Promise<Array<string | undefined>> {
		const messages: Array<string | undefined> = [];
		for (const id of await stage.api.waitForExecutions(workflow, executions)) {
			const { status, data } = await stage.api.waitForExecution(id);
			if (status !== 'success') messages.push(data.resultData.error?.message);
		}
		return messages;
	}
});
