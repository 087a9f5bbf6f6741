import {
	deepCopy,
	NodeConnectionTypes,
	Workflow,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeParameters,
	type IWorkflowBase,
	type NodeConnectionType,
} from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import type { LoadedPackage } from './loadedPackage';

/** What a user sets on a node beside its parameters. */
export interface NodeSettings extends Partial<
	Pick<INode, 'executeOnce' | 'maxTries' | 'onError' | 'retryOnFail'>
> {
	credential?: StoredCredential;
}

/** A workflow in the shape n8n exports, with what else decides how it runs. */
export interface WorkflowDefinition {
	nodes: INode[];
	connections: IConnections;
	/** The workflow's time zone; without it n8n's own default, America/New_York. */
	timezone?: string;
	/** Kept from an earlier run, by n8n's keys (`node:NAME`). */
	staticData?: IDataObject;
	/** Default: `workflow-1`. */
	id?: string;
}

/**
 * A node of a workflow.
 * @param type a type of the package under test (`serviceItem`), or a full type name
 */
export function defineNode(
	name: string,
	type: string,
	parameters: INodeParameters = {},
	{ credential, ...settings }: NodeSettings = {},
): INode {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(credential && {
			credentials: { [credential.type]: { id: credential.id, name: credential.name } },
		}),
		// n8n's own default of a second only makes a test slow.
		...(settings.retryOnFail && { waitBetweenTries: 1 }),
		...settings,
	};
}

/** One line on the canvas. The output counts from 0. */
export interface Line {
	from: string;
	to: string;
	output?: number;
	type?: NodeConnectionType;
}

export function connect(...lines: Line[]): IConnections {
	const connections: IConnections = {};
	for (const { from, to, output = 0, type = NodeConnectionTypes.Main } of lines) {
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type, index: 0 });
	}
	return connections;
}

/** The engine's workflow, and the record of it that the engine's hooks are given. */
export function createWorkflow(
	loaded: LoadedPackage,
	definition: WorkflowDefinition,
): { workflow: Workflow; record: IWorkflowBase } {
	// The engine fills defaults into the nodes it is given, and a stored workflow is JSON.
	const nodes = deepCopy(definition.nodes).map((node) => ({
		...node,
		type: loaded.fullName(node.type),
	}));
	const { connections, timezone, id = 'workflow-1' } = definition;
	const staticData = copyStaticData(definition.staticData ?? {});
	const settings = { executionOrder: 'v1' as const, ...(timezone && { timezone }) };
	const shared = { id, name: 'Engine test', nodes, connections, settings, active: false };
	const now = new Date();
	const times = { createdAt: now, updatedAt: now };
	return {
		workflow: new Workflow({ ...shared, nodeTypes: loaded, staticData }),
		record: { ...shared, ...times, isArchived: false, activeVersionId: null },
	};
}

/** One node alone, as n8n has it where it asks a node outside of an execution. */
export function createNode(
	loaded: LoadedPackage,
	node: INode,
	more: Partial<WorkflowDefinition> = {},
): { workflow: Workflow; record: IWorkflowBase; node: INode } {
	const created = createWorkflow(loaded, { nodes: [node], connections: {}, ...more });
	return { ...created, node: created.record.nodes[0]! };
}

/** A copy as the database gives it back. n8n's deepCopy would leave out keys such as `constructor`, which JSON does not. */
export function copyStaticData(staticData: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(staticData)) as IDataObject;
}
