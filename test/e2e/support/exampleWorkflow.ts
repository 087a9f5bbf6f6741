import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowFile } from './workflows';

const credentialType = 'reservationServiceApi';
const nodeTypePrefix = 'n8n-nodes-reservation-service.';

/**
 * Reads an importable workflow of examples/ and gives its nodes the credential a user would choose after importing it.
 *
 * @param file an example's path
 * @param credential one that n8n already holds
 */
export function readExample(file: string, credential: { id: string; name: string }): WorkflowFile {
	const workflow = JSON.parse(readFileSync(path.resolve(file), 'utf8')) as WorkflowFile;
	return {
		...workflow,
		nodes: workflow.nodes.map((node) =>
			node.type.startsWith(nodeTypePrefix)
				? { ...node, credentials: { [credentialType]: credential } }
				: node,
		),
	};
}

type Node = WorkflowFile['nodes'][number];

/** The workflow with one node edited. */
export function editNode(
	workflow: WorkflowFile,
	name: string,
	edit: (node: Node) => Node,
): WorkflowFile {
	if (!workflow.nodes.some((node) => node.name === name)) {
		throw new Error(`The workflow has no node called ${name}`);
	}
	const nodes = workflow.nodes.map((node) => (node.name === name ? edit(node) : node));
	return { ...workflow, nodes };
}

/** The workflow with another value in one field of an Edit Fields node. */
export function fillField(
	workflow: WorkflowFile,
	nodeName: string,
	field: string,
	value: unknown,
): WorkflowFile {
	return editNode(workflow, nodeName, (node) => {
		const { assignments } = (node.parameters as FieldsToSet).assignments;
		const filled = assignments.map((entry) => (entry.name === field ? { ...entry, value } : entry));
		return {
			...node,
			parameters: { ...(node.parameters as object), assignments: { assignments: filled } },
		};
	});
}

interface FieldsToSet {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}
