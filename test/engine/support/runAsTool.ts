import { NodeConnectionTypes, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { AGENT, START } from './engineNodeTypes';
import { isSince } from './n8nVersion';
import { runWorkflow } from './runWorkflow';
import { connect, defineNode, type NodeSettings } from './workflow';

/** Before n8n 2.30 a tool that fails ends the agent's run, unless it is set to go on; then the model reads the error, as it does later. */
const goingOn: NodeSettings = isSince('2.30') ? {} : { onError: 'continueRegularOutput' };

/**
 * Connects the tool twin of a node to an agent and lets the agent call it, once unless told otherwise.
 * @param parameters may take values from the model: `={{ $fromAI('name', 'What it is', 'number') }}`
 * @returns what the model reads: JSON text, of the output items or of an error
 * @param options invokes: the agent calls the tool by itself, as agents before version 3 do
 */
export async function runAsTool(
	type: string,
	parameters: INodeParameters,
	callArguments: IDataObject,
	options: NodeSettings & { invokes?: boolean; calls?: number } = {},
): Promise<string> {
	const { invokes = false, calls = 1, ...settings } = options;
	const run = await runWorkflow({
		nodes: [
			defineNode('Start', START),
			defineNode('Tool', `${type}Tool`, parameters, { ...goingOn, ...settings }),
			defineNode('Agent', AGENT, { arguments: callArguments as INodeParameters, invokes, calls }),
		],
		connections: connect(
			{ from: 'Start', to: 'Agent' },
			{ from: 'Tool', to: 'Agent', type: NodeConnectionTypes.AiTool },
		),
	});
	const [told] = run.json() as Array<{ answer: string }>;
	if (told === undefined) throw new Error(run.error?.message ?? 'The agent gave no answer');
	return told.answer;
}
