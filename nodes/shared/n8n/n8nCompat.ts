import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/**
 * This package runs on n8n 1.123 and newer. What some of these versions lack is
 * called only here; each comment names the version that added it.
 */

interface Newer {
	isToolExecution?: () => boolean;
	getPollBudgetMs?: () => number;
	__commitCursor?: () => Promise<void>;
}

/**
 * True when the node is called as a tool without n8n's engine (n8n 2.3): by an
 * AI agent before version 3, and by the MCP Server Trigger. The engine runs a
 * tool as a node. In n8n 1 nobody tells, and it counts as a node.
 */
export function isToolExecution(context: IExecuteFunctions & Newer): boolean {
	return context.isToolExecution?.() ?? false;
}

/**
 * Which round of a loop it is. Not by an expression: starting n8n's sandbox for
 * it would block the process.
 */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

/**
 * Aborted when the user stops the execution; n8n has no such signal for all
 * kinds of executions.
 */
export function cancelSignalOf(
	context: IExecuteFunctions,
): AbortSignal | undefined {
	return context.getExecutionCancelSignal?.();
}

/**
 * How long n8n lets a poll take, in milliseconds (n8n 2.38); before that there
 * was no limit.
 */
export function pollBudgetOf(context: IPollFunctions & Newer): number {
	return context.getPollBudgetMs?.() ?? Infinity;
}

/**
 * Saves the state of a poll. With durable poll cursors, n8n does not after the
 * poll at publishing.
 */
export async function keepPollState(
	context: IPollFunctions & Newer,
): Promise<void> {
	await context.__commitCursor?.();
}
