import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

/** Not in all versions of n8n. */
interface Newer {
	isToolExecution?: () => boolean;
	getPollBudgetMs?: () => number;
	__commitCursor?: () => Promise<void>;
}

/** When an AI agent calls the node without n8n's engine. */
export function isToolExecution(context: IExecuteFunctions & Newer): boolean {
	return context.isToolExecution?.() ?? false;
}

/** An expression would start n8n's sandbox. */
export function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

export function pollBudgetOf(context: IPollFunctions & Newer): number {
	return context.getPollBudgetMs?.() ?? Infinity;
}

/** After the poll at publishing, n8n does not. */
export async function keepPollState(context: IPollFunctions & Newer) {
	await context.__commitCursor?.();
}
