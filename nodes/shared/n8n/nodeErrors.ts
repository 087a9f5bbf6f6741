import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { ApiError, CanceledError, joined, toldBy } from './userError';

export type NodeError = NodeApiError | NodeOperationError;

/**
 * The only place that makes the error n8n shows, and that joins its texts: n8n
 * ignores texts set on an error it has wrapped, and replaces messages with the
 * letters of a system code ("preexisting" has EEXIST).
 *
 * @param position where the error belongs: shown as "Item Index" in the editor,
 * and named in the message of longer runs; absent where n8n shows nothing but
 * the message: in a picker, and when a workflow is activated
 */
export function toNodeError(
	node: INode,
	error: unknown,
	position?: { itemIndex: number; itemCount: number },
): NodeError {
	const nodeError = newNodeError(node, error);
	if (error instanceof ApiError || error instanceof UserError) {
		const { what, advice, more = '' } = toldBy(error);
		if (position === undefined || showsOnlyMessage(node)) {
			nodeError.message = joined({
				what,
				advice: advice ?? more.replace(/\.$/, ''),
			});
			nodeError.description = more;
		} else {
			nodeError.message = what;
			nodeError.description =
				advice === undefined ? more : `${advice}. ${more}`.trim();
		}
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

function newNodeError(node: INode, error: unknown): NodeError {
	if (error instanceof ApiError) {
		const { status = 0, told, failure } = error;
		const httpCode = status >= 300 ? String(status) : undefined;
		const options = { httpCode, failure };
		// Built from plain text: n8n stores what it is given here, and the request
		// holds the token.
		return new NodeApiError(node, { message: told.what }, options);
	}
	const isNodeError =
		error instanceof NodeOperationError || error instanceof NodeApiError;
	if (!isNodeError) return new NodeOperationError(node, error as Error);
	// A new one, as its texts are about to be changed and one error may concern
	// many items.
	const copy = new NodeOperationError(node, String(error));
	copy.message = error.message;
	copy.description = error.description;
	return copy;
}

/**
 * True for the twin of the node that AI agents use, in every version of n8n.
 */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/**
 * An AI agent reads nothing but the message, and so does whoever continues with
 * the item that did not succeed.
 */
function showsOnlyMessage(node: INode): boolean {
	const { onError, continueOnFail } = node;
	const continues =
		onError === undefined
			? continueOnFail === true
			: onError !== 'stopWorkflow';
	return continues || isTool(node);
}
