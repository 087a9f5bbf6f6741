import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkflowFile } from './n8nApi';

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
