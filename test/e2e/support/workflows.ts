import type { ExecutionResult, OutputItem } from './execution';
import type { WorkflowFile } from './workflowFile';

export const credentialType = 'reservationServiceApi';
export const serviceItemType = 'n8n-nodes-reservation-service.serviceItem';
export const triggerName = 'Start';

type Node = WorkflowFile['nodes'][number];

/** A workflow that begins with a manual trigger and runs the given nodes one after the other. */
export function chainNodes(name: string, ...nodes: Node[]): WorkflowFile {
	const trigger = { name: triggerName, type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const chain = [trigger, ...nodes].map((node, index) => ({
		id: `node-${index}`,
		typeVersion: 1,
		position: [index * 220, 0],
		...node,
	}));
	const connections: Record<string, unknown> = {};
	chain.slice(1).forEach((node, index) => {
		const previous = chain[index]?.name ?? triggerName;
		connections[previous] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes: chain, connections, settings: { executionOrder: 'v1' } };
}

/** A ServiceItem node. Parameters as INTERFACE.md names them. */
export function serviceItemNode(
	name: string,
	credential: { id: string; name: string },
	parameters: Record<string, unknown>,
	settings: Record<string, unknown> = {},
): Node {
	return {
		name,
		type: serviceItemType,
		parameters: { resource: 'serviceItem', ...parameters },
		credentials: { [credentialType]: credential },
		...settings,
	};
}

/** @returns a service item chosen by its ID, as the picker stores it */
export function chooseById(value: string): object {
	return { __rl: true, mode: 'id', value };
}

/** @returns the items the node gave out on one of its outputs */
export function readOutput(result: ExecutionResult, node: string, output = 0): OutputItem[] {
	const run = result.data.resultData.runData[node]?.[0];
	if (!run) throw new Error(`${node} has not run: ${result.data.resultData.error?.message}`);
	if (run.error) throw new Error(`${node}: ${run.error.message}`);
	return run.data?.main[output] ?? [];
}

export function readJson(result: ExecutionResult, node: string): Array<Record<string, unknown>> {
	return readOutput(result, node).map(({ json }) => json);
}
