import './environment';
import { PollContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { CredentialStore, type StoredCredential } from './credentialStore';
import { StoreCredentialsHelper } from './credentialsHelper';
import { loadPackage } from './loadedPackage';
import { copyStaticData, createWorkflow, defineNode } from './workflow';

/** When n8n polls: the workflow is activated, n8n restarts, the schedule is due, or the user tests the trigger. */
export type PollOccasion = 'activation' | 'restart' | 'schedule' | 'manualTest';

export interface PollOptions {
	occasion?: PollOccasion;
	credential?: StoredCredential;
	/** The node's static data before the poll: `memory` of the poll before, or `saved` after a restart. */
	staticData?: IDataObject;
	timezone?: string;
	/** The trigger remembers for a while, in its process, what it gave out. */
	workflowId?: string;
	/** How long n8n lets the poll take, in milliseconds; its default unless given. */
	budget?: number;
	/** What a poll goes on from is the database's, and kept there after each, but for the one at activation or restart. */
	durableCursors?: boolean;
}

export interface PollResult {
	/** The items emitted, or null if the poll starts no execution. */
	items: INodeExecutionData[] | null;
	/** Why the poll failed. n8n records it and polls again; at activation it refuses to activate. */
	error?: Error;
	/** What the poll reported beside its result: n8n records each as a failed execution and starts the error workflow. */
	reported: Error[];
	/** The node's static data as the running n8n holds it now. */
	memory: IDataObject;
	/** The node's static data as it is in the database now, which is all that a restart leaves. */
	saved: IDataObject;
}

const nodeName = 'Trigger';

/**
 * One poll of a trigger node. n8n saves static data after the poll of an activation or restart and when items are
 * emitted, if it noticed a change; after a poll without items, and in a manual test, it saves nothing.
 */
export async function poll(
	nodeType: string,
	parameters: INodeParameters,
	options: PollOptions = {},
): Promise<PollResult> {
	const { occasion = 'schedule', credential, staticData = {}, timezone } = options;
	const loaded = await loadPackage();
	const type = loaded.getByNameAndVersion(nodeType);
	if (type.poll === undefined) throw new Error(`${nodeType} does not poll`);

	const { workflow, record } = createWorkflow(loaded, {
		nodes: [defineNode(nodeName, nodeType, parameters, { credential })],
		connections: {},
		timezone,
		id: options.workflowId,
		staticData: { [`node:${nodeName}`]: staticData },
	});
	const [node] = record.nodes;
	if (node === undefined) throw new Error('The workflow has no node');
	const helper = new StoreCredentialsHelper(loaded, credential?.store ?? new CredentialStore());
	const mode = occasion === 'manualTest' ? 'manual' : 'trigger';
	const additionalData = createAdditionalData(helper, { mode, workflow: record });
	const reported: Error[] = [];
	let isCommitted = false;
	const { budget, durableCursors = false } = options;
	const context = new PollContext(
		workflow,
		node,
		additionalData,
		mode,
		activationModes[occasion],
		undefined,
		(thrown) => reported.push(thrown),
		() => Promise.resolve(void (isCommitted = true)),
		undefined,
		undefined,
		budget === undefined ? undefined : () => budget,
	);

	let outputs: INodeExecutionData[][] | null = null;
	let error: Error | undefined;
	try {
		outputs = await type.poll.call(context);
	} catch (thrown) {
		error = thrown as Error;
	}
	const memory = copyStaticData(workflow.getStaticData('node', node));
	const changed = workflow.staticData.__dataChanged === true;
	const keeps = mode === 'trigger' && error === undefined;
	const keepsQuiet = durableCursors
		? occasion === 'schedule' || isCommitted
		: occasion !== 'schedule';
	const saves = keeps && (outputs !== null || keepsQuiet);
	return {
		items: outputs === null ? null : (outputs[0] ?? []),
		error,
		reported,
		memory,
		saved: changed && saves ? memory : staticData,
	};
}

const activationModes: Record<PollOccasion, WorkflowActivateMode> = {
	activation: 'activate',
	restart: 'init',
	schedule: 'activate',
	manualTest: 'manual',
};
