import {
	NodeConnectionTypes,
	NodeOperationError,
	type EngineResponse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPairedItemData,
	type IRequestOptions,
	type ISourceData,
	type IVersionedNodeType,
} from 'n8n-workflow';

export function describeNode(
	name: string,
	description: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: name,
		defaults: { name },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
		...description,
	};
}

/** Begins a workflow, like n8n's manual trigger: its output is the items the run is given. */
export const startNode: INodeType = {
	description: describeNode('start', { group: ['trigger'], inputs: [] }),
	async execute(this: IExecuteFunctions) {
		return await Promise.resolve([this.getInputData()]);
	},
};

interface LoopState {
	waiting: INodeExecutionData[];
	done: INodeExecutionData[];
	source: ISourceData;
}

/**
 * Hands its items to the second output in batches of `batchSize`, and to the first whatever has come back once all are
 * through: n8n's Loop Over Items.
 */
const loopNode: INodeType = {
	description: describeNode('loop', {
		outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
		properties: [{ displayName: 'Batch Size', name: 'batchSize', type: 'number', default: 1 }],
	}),
	async execute(this: IExecuteFunctions) {
		const state = this.getContext('node') as Partial<LoopState>;
		state.source ??= this.getInputSourceData();
		if (state.waiting === undefined) state.waiting = [...this.getInputData()];
		else state.done = [...(state.done ?? []), ...this.getInputData()];

		// Later batches come out of later runs; their items still descend from the first run's input.
		const sourceOverwrite = state.source;
		const batch = state.waiting
			.splice(0, this.getNodeParameter('batchSize', 0) as number)
			.map((item) => ({
				...item,
				pairedItem: { ...(item.pairedItem as IPairedItemData), sourceOverwrite },
			}));
		return await Promise.resolve(batch.length > 0 ? [[], batch] : [state.done ?? [], []]);
	},
};

/**
 * Sends one request per item the way n8n's HTTP Request node does with a predefined credential type: through the older
 * helper, and under that node's own type name, because n8n lets only it use credentials it does not declare.
 */
const httpRequestNode: INodeType = {
	description: describeNode('httpRequest', {
		properties: [
			{ displayName: 'Method', name: 'method', type: 'string', default: 'GET' },
			{ displayName: 'URL', name: 'url', type: 'string', default: '' },
			{ displayName: 'Body', name: 'body', type: 'json', default: '{}' },
			{ displayName: 'Type', name: 'nodeCredentialType', type: 'string', default: '' },
		],
	}),
	async execute(this: IExecuteFunctions) {
		// All requests start at once, as the HTTP Request node starts them.
		const responses = await Promise.all(
			this.getInputData().map(async (_, item) => {
				const options: IRequestOptions = {
					method: this.getNodeParameter('method', item) as IRequestOptions['method'],
					uri: this.getNodeParameter('url', item) as string,
					body: this.getNodeParameter('body', item) as IDataObject,
					json: true,
					resolveWithFullResponse: true,
				};
				const type = this.getNodeParameter('nodeCredentialType', item) as string;
				const how = [type, options, undefined, item] as const;
				const sent = this.helpers.requestWithAuthentication.call(this, ...how);
				return (await sent) as { statusCode: number; body: IDataObject };
			}),
		);
		return [
			responses.map(({ statusCode, body }, item) => ({
				json: { statusCode, body },
				pairedItem: { item },
			})),
		];
	},
};

/**
 * Calls its one tool, as the AI Agent node does on behalf of a model: it asks the engine to run the tool's node and
 * is run again with what came of it. Agents before version 3, and the MCP Server Trigger, call the tool by themselves instead. Output: the answer the model reads.
 */
const agentNode: INodeType = {
	description: describeNode('agent', {
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		properties: [
			{ displayName: 'Arguments', name: 'arguments', type: 'json', default: '{}' },
			{ displayName: 'Calls', name: 'calls', type: 'number', default: 1 },
			{ displayName: 'Invokes', name: 'invokes', type: 'boolean', default: false },
		],
	}),
	async execute(this: IExecuteFunctions, response?: EngineResponse) {
		const [tool] = (await this.getInputConnectionData(
			NodeConnectionTypes.AiTool,
			0,
		)) as AgentTool[];
		if (tool === undefined) throw new NodeOperationError(this.getNode(), 'No tool is connected');
		// The model's arguments are no expressions.
		const raw = { rawExpressions: true };
		const called = this.getNodeParameter('arguments', 0, {}, raw) as IDataObject;
		const calls = this.getNodeParameter('calls', 0) as number;
		if (this.getNodeParameter('invokes', 0)) {
			let answer = '';
			// Of what is thrown, the model reads nothing.
			for (let n = 0; n < calls; n++) answer = await tool.invoke(called).catch(() => '');
			return [[{ json: { answer } }]];
		}
		const result = response?.actionResponses.at(-1);
		if (result === undefined) {
			const actions = Array.from({ length: calls }, (_, n) => ({
				actionType: 'ExecutionNodeAction' as const,
				nodeName: tool.metadata.sourceNodeName,
				input: called,
				type: NodeConnectionTypes.AiTool,
				id: `call-${n + 1}`,
				metadata: { itemIndex: 0 },
			}));
			return { actions, metadata: {} };
		}
		const items = result.data.data?.[NodeConnectionTypes.AiTool]?.[0]?.map(({ json }) => json);
		const answer = items?.length ? items : { error: result.data.error?.message };
		return [[{ json: { answer: JSON.stringify(answer) } }]];
	},
};

/** The tool n8n-core makes of a node. */
interface AgentTool {
	metadata: { sourceNodeName: string };
	invoke(called: IDataObject): Promise<string>;
}

/** Type names of the nodes that only tests use. */
export const START = 'engine.start';
export const LOOP = 'engine.loop';
export const AGENT = 'engine.agent';
export const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** Node types the tests put around the package's own, by full name. Others may be added. */
export const engineNodeTypes: Record<string, INodeType | IVersionedNodeType> = {
	[START]: startNode,
	[LOOP]: loopNode,
	[AGENT]: agentNode,
	[HTTP_REQUEST]: httpRequestNode,
};
