import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { sha256Of } from '../n8n/digest';
import { isToolExecution } from '../n8n/offers';

/** Tells the execution of a node from all others, of other n8n as well. Each call that an AI agent makes counts as one. */
export function originOf(context: IExecuteFunctions, runIndex: number): string {
	const executionId = context.getExecutionId();
	if (isToolExecution(context) || !executionId) return randomUUID();
	const { id: workflowId } = context.getWorkflow();
	const parts = [context.getInstanceId(), workflowId, executionId, context.getNode().id, runIndex];
	return sha256Of(JSON.stringify(parts), 'hex');
}

/**
 * The key under which a service creates a charge once: the same for every try, another one for every other charge.
 *
 * @param origin the execution that tried first
 * @param content all that makes the charge what it is
 */
export function chargeKeyOf(origin: string, itemIndex: number, content: unknown): string {
	return sha256Of(JSON.stringify([origin, itemIndex, content]), 'hex');
}
