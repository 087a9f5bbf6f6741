import { repeatUntil } from '../e2e/support/repeatUntil';
import { credentialFor } from '../e2e/support/stage';
import { chainNodes, serviceItemNode, triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

/** As many executions as there are at the same time, each with so many charges. */
const executions = 100;
const charges = 3;
const half = executions / 2;
/** n8n gives its database up when that answers late, as it does on a busy machine of two cores. */
const patience = { DB_PING_TIMEOUT_MS: '60000' };

const stage = useQueueStage({ workers: [half, half], environment: patience });

it.each([
	['at first', 0],
	['when it is revoked in the middle', 100],
])(
	'a token takes three logins per worker at most %s, and all executions succeed',
	async (accountId, stored) => {
		const { service, api, system } = stage;
		service.latencyMs = 100;
		const countRuns = () => system.workers.map((worker) => worker.executions().length);
		const before = countRuns();
		const workflow = await createWorkflow(accountId);
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

		expect(await readFailures(workflow)).toEqual([]);
		expect(service.books.all()).toHaveLength(executions * charges);
		const logins = service.log.tokenExchanges() - earlier;
		expect(logins).toBeGreaterThan(0);
		expect(logins).toBeLessThanOrEqual(3 * system.workers.length);
		const shares = countRuns().map((count, index) => count - (before[index] ?? 0));
		expect(Math.min(...shares)).toBeGreaterThan(0);
	},
);

/** A workflow with some charges, of an account that has no token yet. */
async function createWorkflow(accountId: string): Promise<string> {
	const { api, service } = stage;
	service.accounts.add({ accountId, key: 'key' });
	const credential = credentialFor(service, { accountId, apiKey: 'key' });
	const saved = { id: await api.createCredential(credential), name: credential.name };
	const nodes = Array.from({ length: charges }, (_, index) =>
		serviceItemNode(`Charge ${index + 1}`, saved, {
			operation: 'create',
			reservationId: '=RES-{{ $execution.id }}',
			amount: String(index + 1),
			date: '2026-12-07',
			chargeDescription: 'Late checkout',
		}),
	);
	return await api.createWorkflow(chainNodes('Some charges', ...nodes));
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
