import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, CanceledError, joined, toldBy } from './userError';

export type NodeError = NodeApiError | NodeOperationError;

/**
 * The only place that makes the error n8n shows. Its texts are set last: n8n
 * replaces messages with the letters of a system code ("preexisting" has
 * EEXIST).
 *
 * @param position shown as "Item Index", and in the message of longer runs;
 * absent where n8n shows nothing but the message: in a picker, and when a
 * workflow is activated
 */
export function toNodeError(
	node: INode,
	error: unknown,
	position?: { itemIndex: number; itemCount: number },
): NodeError {
	const nodeError = newNodeError(node, error as Error);
	const told = toldBy(error as Error);
	const { what, advice, more = '' } = told;
	if (position === undefined || showsOnlyMessage(node)) {
		nodeError.message = joined(told);
		nodeError.description = more;
	} else {
		nodeError.message = what;
		nodeError.description = advice === '' ? more : `${advice}. ${more}`.trim();
	}
	if (position && position.itemCount > 1) {
		nodeError.message += ` [item ${position.itemIndex}]`;
	}
	// n8n takes an execution whose message says "canceled" for one that the user
	// has stopped.
	if (!(error instanceof CanceledError)) {
		nodeError.message = nodeError.message.replace(/canceled/g, 'cancelled');
	}
	if (position) nodeError.context.itemIndex = position.itemIndex;
	return nodeError;
}

/**
 * Built from plain text: n8n stores what it is given here, a request holds the
 * token, and an error of n8n's may concern many items.
 */
function newNodeError(node: INode, error: Error): NodeError {
	const { message } = error;
	if (!(error instanceof ApiError)) {
		return new NodeOperationError(node, message);
	}
	const { status = 0 } = error;
	const httpCode = status >= 300 ? String(status) : undefined;
	return new NodeApiError(node, { message }, { httpCode });
}

/** True for the twin of the node that AI agents use. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/** An AI agent, and whoever goes on with a failed item, read nothing else. */
function showsOnlyMessage(node: INode): boolean {
	if (isTool(node)) return true;
	if (node.onError === undefined) return node.continueOnFail === true;
	return node.onError !== 'stopWorkflow';
}
