import type { ExecutionResult } from './execution';

export const credentialType = 'reservationServiceApi';
export const triggerName = 'Start';

/** A workflow as the editor's Download writes it, and Import from File reads it. */
export interface WorkflowFile {
	name: string;
	nodes: Array<Record<string, unknown> & { name: string; type: string }>;
	connections: object;
	settings?: Record<string, unknown>;
	[more: string]: unknown;
}

type Node = WorkflowFile['nodes'][number];

/** A workflow that runs the given nodes, of which the first is its trigger, one after the other. */
export function connectNodes(name: string, ...nodes: Node[]): WorkflowFile {
	const chain = nodes.map((node, index) => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0],
		...node,
	}));
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const links = nodes.slice(1).map((next, index) => [nodes[index]?.name, to(next.name)]);
	const settings = { executionOrder: 'v1' };
	return { name, nodes: chain, connections: Object.fromEntries(links) as object, settings };
}

/** The same, begun by a manual trigger. */
export function chainNodes(name: string, ...nodes: Node[]): WorkflowFile {
	const trigger = { name: triggerName, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	return connectNodes(name, trigger, ...nodes);
}

/** A node that begins a workflow when its path is called. */
export function webhookNode(path: string, parameters: Record<string, string>): Node {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { path, ...parameters },
	};
}

/** A ServiceItem node. */
export function serviceItemNode(
	name: string,
	credential: { id: string; name: string },
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): Node {
	return {
		name,
		type: 'n8n-nodes-reservation-service.serviceItem',
		parameters: { resource: 'serviceItem', ...parameters },
		credentials: { [credentialType]: credential },
		...settings,
	};
}

/** @returns a service item chosen by its ID, as the picker stores it */
export function chooseById(value: string): object {
	return { __rl: true, mode: 'id', value };
}

/** @returns what the items hold that the node gave out */
export function readJson(result: ExecutionResult, node: string): Array<Record<string, unknown>> {
	const { error, runData } = result.data.resultData;
	const run = runData[node]?.[0];
	if (!run) throw new Error(`${node} has not run: ${error?.message}`);
	if (run.error) throw new Error(`${node}: ${run.error.message}`);
	return (run.data?.main[0] ?? []).map(({ json }) => json);
}
