import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import { LOOP, START } from './engineNodeTypes';
import { runWorkflow, type RunningWorkflow, type RunInput } from './runWorkflow';
import { connect, defineNode, type NodeSettings } from './workflow';

/** What a run may be given beside operation, parameters and credential. */
export type RunOptions = NodeSettings & RunInput & { timezone?: string };

/** Runs one node behind a start node that gives it the items. */
export function runNode(
	type: string,
	parameters: INodeParameters,
	{ items, packageRoot, retryOf, timezone, ...settings }: RunOptions = {},
): RunningWorkflow {
	return runWorkflow({
		nodes: [defineNode('Start', START), defineNode('Node', type, parameters, settings)],
		connections: connect({ from: 'Start', to: 'Node' }),
		items,
		packageRoot,
		retryOf,
		timezone,
	});
}

/** Runs one Reservation Service Item node, which returns what the service returned unless told otherwise. */
export function runServiceItem(
	credential: StoredCredential,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): RunningWorkflow {
	const all = { resource: 'serviceItem', operation, simplify: false };
	const own = inForm(operation, parameters);
	return runNode('serviceItem', { ...all, ...own }, { credential, ...options });
}

/** A new charge has its description in a field of another name, as n8n lets no model fill `description`. */
export function inForm(operation: string, parameters: INodeParameters): INodeParameters {
	const { description, ...others } = parameters;
	const isNew = ['create', 'upsert', 'sync'].includes(operation);
	if (!isNew || description === undefined) return parameters;
	return { chargeDescription: description, ...others };
}

/** Runs it once for each batch of the items, in a loop. */
export function runInLoop(
	credential: StoredCredential,
	operation: string,
	parameters: INodeParameters,
	loop: { items: IDataObject[]; batchSize: number; retryOnFail?: boolean },
): RunningWorkflow {
	const { items, batchSize, retryOnFail = false } = loop;
	const all = { resource: 'serviceItem', operation, ...inForm(operation, parameters) };
	return runWorkflow({
		nodes: [
			defineNode('Start', START),
			defineNode('Node', 'serviceItem', all, { credential, retryOnFail }),
			defineNode('Loop', LOOP, { batchSize }),
		],
		connections: connect(
			{ from: 'Start', to: 'Loop' },
			{ from: 'Loop', to: 'Node', output: 1 },
			{ from: 'Node', to: 'Loop' },
		),
		items,
	});
}

/** A service item given by its ID, as the editor saves it. */
export function byId(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}
