import type { ExecutionResult } from '../e2e/support/execution';
import type { N8nApi } from '../e2e/support/n8nApi';

/**
 * Does something, and waits for the executions of a workflow that come of it.
 *
 * @param count how many they are
 * @returns the oldest first
 */
export async function executionsOf(
	api: N8nApi,
	workflowId: string,
	count: number,
	whatIsDone: () => Promise<void>,
): Promise<ExecutionResult[]> {
	const before = await api.waitForExecutions(workflowId, 0);
	await whatIsDone();
	const ids = await api.waitForExecutions(workflowId, before.length + count);
	return await Promise.all(
		ids.slice(before.length).map(async (id) => await api.waitForExecution(id)),
	);
}
