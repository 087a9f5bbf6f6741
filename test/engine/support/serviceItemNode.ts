import type { IDataObject, INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import { LOOP, START } from './engineNodeTypes';
import { runNode, runWorkflow, type RunningWorkflow } from './runWorkflow';
import { connect, defineNode } from './workflow';

/** What a run may be given beside operation, parameters and credential. */
export type RunOptions = Parameters<typeof runNode>[2];

/** Runs one Reservation Service Item node, which returns what the service returned unless told otherwise, behind a start node that gives it the items. */
export function runServiceItem(
	credential: StoredCredential,
	operation: string,
	parameters: INodeParameters = {},
	options: RunOptions = {},
): RunningWorkflow {
	return runNode(
		'serviceItem',
		{ resource: 'serviceItem', operation, simplify: false, ...inForm(operation, parameters) },
		{ credential, ...options },
	);
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
		credentials: credential.store,
		items,
	});
}

/** A service item given by its ID, as the editor saves it. */
export function byId(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}
