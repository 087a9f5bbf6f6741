import { readFileSync } from 'node:fs';
import type { WorkflowFile } from './workflows';

type Node = WorkflowFile['nodes'][number];

/**
 * Reads an importable workflow of examples/ and gives its nodes the credential a user would choose after importing it.
 * @param credential one that n8n already holds
 */
export function readExample(file: string, credential: { id: string; name: string }): WorkflowFile {
	const workflow = JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile;
	for (const node of workflow.nodes) {
		const isOurs = node.type.startsWith('n8n-nodes-reservation-service.');
		if (isOurs) node.credentials = { reservationServiceApi: credential };
	}
	return workflow;
}

/** Edits one node of a workflow. */
export function editNode(
	workflow: WorkflowFile,
	name: string,
	edit: (node: Node) => void,
): WorkflowFile {
	const node = workflow.nodes.find((each) => each.name === name);
	if (!node) throw new Error(`The workflow has no node called ${name}`);
	edit(node);
	return workflow;
}

/** Puts other values into the fields of an Edit Fields node. */
export function fillFields(
	workflow: WorkflowFile,
	nodeName: string,
	values: Record<string, unknown>,
): WorkflowFile {
	return editNode(workflow, nodeName, ({ parameters }) => {
		for (const entry of (parameters as FieldsToSet).assignments.assignments) {
			if (entry.name in values) entry.value = values[entry.name];
		}
	});
}

interface FieldsToSet {
	assignments: { assignments: Array<{ name: string; value: unknown }> };
}
