import type { INodeParameterResourceLocator, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import { runNode, type RunningWorkflow } from './runWorkflow';

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
		{ resource: 'serviceItem', operation, simplify: false, ...parameters },
		{ credential, ...options },
	);
}

/** A service item given by its ID, as the editor saves it. */
export function byId(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value };
}

/** A service item picked from the list, as the editor saves it. */
export function fromList(value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode: 'list', value };
}
