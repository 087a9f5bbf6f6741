import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { failureTextOf, RequestFailure } from './failure';
import { CanceledError } from './wait';

export type NodeError = NodeApiError | NodeOperationError;

/** Our messages end with a sentence that says what to do. */
const WITH_ADVICE = /^(.+)\. (\p{Lu}.*?)\.?$/su;

/**
 * The only place that makes the error n8n shows: n8n ignores texts set on an error it has wrapped, and replaces messages
 * with the letters of a system code ("preexisting" has EEXIST).
 *
 * @param position where the error belongs: shown as "Item Index" in the editor, and named in the message of longer runs;
 * absent where n8n shows nothing but the message: in a picker, and when a workflow is activated
 */
export function toNodeError(
	node: INode,
	error: unknown,
	position?: { itemIndex: number; itemCount: number },
): NodeError {
	const nodeError = newNodeError(node, error);
	const { description } = nodeError;
	if (position && !showsOnlyMessage(node)) {
		// The title says what happened, and what to do about it stands below.
		const isOurs = error instanceof RequestFailure || error instanceof UserError;
		const [, title, advice] = (isOurs && WITH_ADVICE.exec(nodeError.message)) || [];
		if (title !== undefined) {
			nodeError.message = title;
			nodeError.description = `${advice}. ${description ?? ''}`.trim();
		}
	} else if (error instanceof NodeOperationError && description) {
		nodeError.message += `. ${description.replace(/\.$/, '')}`;
	}
	if (position && position.itemCount > 1) nodeError.message += ` [item ${position.itemIndex}]`;
	// n8n takes an execution whose message says "canceled" for one that the user has stopped.
	if (!(error instanceof CanceledError)) {
		nodeError.message = nodeError.message.replace(/canceled/g, 'cancelled');
	}
	if (position) nodeError.context.itemIndex = position.itemIndex;
	return nodeError;
}

function newNodeError(node: INode, error: unknown): NodeError {
	if (error instanceof RequestFailure) {
		const { outcome } = error;
		const status = outcome.kind === 'answer' ? outcome.status : 0;
		const texts = failureTextOf(error);
		const options = status >= 300 ? { httpCode: String(status) } : {};
		// Built from plain text: n8n stores what it is given here, and the request holds the token.
		return Object.assign(new NodeApiError(node, { message: texts.message }, options), texts);
	}
	// Always a new one, as its texts are about to be changed and one error may concern many items.
	const isNodeError = error instanceof NodeOperationError || error instanceof NodeApiError;
	const cause = isNodeError || !(error instanceof Error) ? String(error) : error;
	const nodeError = new NodeOperationError(node, cause);
	if (!isNodeError && !(error instanceof UserError)) return nodeError;
	return Object.assign(nodeError, { message: error.message, description: error.description });
}

/** True for the twin of the node that AI agents use, in every version of n8n. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** An AI agent reads nothing but the message, and so does whoever continues with the item that did not succeed. */
function showsOnlyMessage(node: INode): boolean {
	const { onError, continueOnFail } = node;
	const continues = onError === undefined ? continueOnFail === true : onError !== 'stopWorkflow';
	return continues || isTool(node);
}
