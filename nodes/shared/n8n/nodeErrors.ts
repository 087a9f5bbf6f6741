import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { CanceledError, joined, toldBy } from './userError';

/**
 * Its texts are set last: n8n replaces those with the letters of a system code.
 *
 * @param position absent where n8n shows nothing but the message
 */
export function toNodeError(
	node: INode,
	error: unknown,
	position?: { itemIndex: number; itemCount: number },
) {
	const { what, advice, more = '' } = toldBy(error as Error);
	const nodeError = newNodeError(node, error as Error);
	const rest = `${advice && `${advice}. `}${more}`.trim();
	nodeError.message = what;
	nodeError.description = rest;
	const isOwn = 'told' in (error as Error);
	if (isOwn && (!position || showsOnlyMessage(node))) {
		nodeError.message = joined({ what, advice: rest.replace(/\.$/, '') });
		nodeError.description = '';
	}
	const { itemIndex, itemCount = 0 } = position ?? {};
	nodeError.context.itemIndex = itemIndex;
	if (itemCount > 1) nodeError.message += ` [item ${itemIndex}]`;
	// n8n takes what says "canceled" for an execution that the user has stopped.
	if (!(error instanceof CanceledError)) {
		nodeError.message = nodeError.message.replace(/canceled/g, 'cancelled');
	}
	return nodeError;
}

/** From plain text: n8n stores what it is given, also the token. */
function newNodeError(node: INode, error: Error & { status?: number }) {
	const { message, status } = error;
	if (status === undefined) return new NodeOperationError(node, message);
	const httpCode = String(status || '');
	return new NodeApiError(node, { message }, { httpCode });
}

/** The twin that AI agents use. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

function showsOnlyMessage(node: INode) {
	const { onError = node.continueOnFail ? '' : 'stopWorkflow' } = node;
	return isTool(node) || onError !== 'stopWorkflow';
}
