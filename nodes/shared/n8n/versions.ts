import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** What older versions of n8n lack. */
interface Newer {
	isToolExecution?: () => boolean;
	getPollBudgetMs?: () => number;
	/** With durable poll cursors. */
	__commitCursor?: () => Promise<void>;
}

/** True when an AI agent calls the node without n8n's engine. */
export function isToolExecution(context: IExecuteFunctions & Newer): boolean {
	return context.isToolExecution?.() ?? false;
}

/** Not by an expression: starting n8n's sandbox would block the process. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

/** Not all kinds of executions have one. */
export function cancelSignalOf(
	context: IExecuteFunctions,
): AbortSignal | undefined {
	return context.getExecutionCancelSignal?.();
}

/** How long n8n lets a poll take, in milliseconds. */
export function pollBudgetOf(context: IPollFunctions & Newer): number {
	return context.getPollBudgetMs?.() ?? Infinity;
}

/** n8n does not, after the poll at publishing. */
export async function keepPollState(
	context: IPollFunctions & Newer,
): Promise<void> {
	await context.__commitCursor?.();
}
