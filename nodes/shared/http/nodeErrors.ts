import type { INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError, UserError } from 'n8n-workflow';

import { failureTextOf, RequestFailure } from './failure';
import { CanceledError } from './wait';

export type NodeError = NodeApiError | NodeOperationError;

/** Our messages end with a sentence that says what to do. */
const WITH_ADVICE = /^(.+)\. (\p{Lu}.*?)\.?$/su;

/** Where an error belongs: shown as "Item Index" in the editor, and named in the message of longer runs. */
export interface ItemPosition {
	itemIndex: number;
	itemCount: number;
}

type Texts = Pick<NodeError, 'message' | 'description'>;

/**
 * The only place that makes the error n8n shows: n8n ignores texts set on an error it has wrapped, and replaces messages
 * with the letters of a system code ("preexisting" has EEXIST).
 *
 * @param position absent where n8n shows nothing but the message: in a picker, and when a workflow is activated
 */
export function toNodeError(node: INode, error: unknown, position?: ItemPosition): NodeError {
	const nodeError = newNodeError(node, error);
	const isPanel = position !== undefined && !showsOnlyMessage(node);
	const { message, description } = textsOf(error, nodeError, { isPanel });
	const suffix = position && position.itemCount > 1 ? ` [item ${position.itemIndex}]` : '';
	const text = `${message}${suffix}`;
	// n8n takes an execution whose message says "canceled" for one that the user has stopped.
	nodeError.message =
		error instanceof CanceledError ? text : text.replace(/canceled/g, 'cancelled');
	nodeError.description = description;
	if (position) nodeError.context.itemIndex = position.itemIndex;
	return nodeError;
}

function newNodeError(node: INode, error: unknown): NodeError {
	if (error instanceof RequestFailure) {
		const { outcome } = error;
		const status = outcome.kind === 'answer' ? outcome.status : 0;
		// Built from plain text: n8n stores what it is given here, and the request holds the token.
		const { message } = failureTextOf(error);
		return new NodeApiError(node, { message }, status >= 300 ? { httpCode: String(status) } : {});
	}
	// Always a new one, as its texts are about to be changed and one error may concern many items.
	const isNodeError = error instanceof NodeOperationError || error instanceof NodeApiError;
	const cause = isNodeError || !(error instanceof Error) ? String(error) : error;
	return new NodeOperationError(node, cause);
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

/** @param isPanel true where the title says what happened, and what to do about it stands below */
function textsOf(error: unknown, nodeError: NodeError, { isPanel }: { isPanel: boolean }): Texts {
	const isOfNode = error instanceof NodeOperationError || error instanceof NodeApiError;
	const isOurs = error instanceof RequestFailure || error instanceof UserError;
	const given = isOfNode || error instanceof UserError ? error : nodeError;
	const texts = error instanceof RequestFailure ? failureTextOf(error) : given;
	const { message, description } = texts;
	if (isPanel) {
		const [, title, advice] = (isOurs && WITH_ADVICE.exec(message)) || [];
		if (title === undefined) return { message, description };
		return { message: title, description: `${advice}. ${description ?? ''}`.trim() };
	}
	if (!(error instanceof NodeOperationError) || !description) return { message, description };
	return { message: `${message}. ${description.replace(/\.$/, '')}`, description };
}
