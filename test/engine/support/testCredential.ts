import './environment';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import type { StoredCredential } from './credentialStore';
import { StoreCredentialsHelper } from './credentialsHelper';
import { loadPackage } from './loadedPackage';
import { createWorkflow } from './workflow';

/** While testing, n8n reads the form instead of the stored credential; what is kept still goes over the stored one. */
class FormCredentialsHelper extends StoreCredentialsHelper {
	form: ICredentialDataDecryptedObject = {};

	override async getDecrypted(
		...parameters: Parameters<StoreCredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const raw = parameters[5];
		return raw === true ? await super.getDecrypted(...parameters) : this.form;
	}

	/** Takes the form as the dialog sends it. */
	fill(
		form: ICredentialDataDecryptedObject,
		type: string,
		additionalData: IWorkflowExecuteAdditionalData,
	): void {
		this.form = this.complete(form, type, { additionalData, mode: 'internal' });
	}
}

/**
 * Presses Test in the credential dialog, as n8n 2.41 does it for a credential type with a `test` of its own and no rules
 * (credentials-tester.service.js): its request is sent by a temporary node, and the error decides what is shown.
 * @param form fields changed in the dialog and not saved yet
 */
export async function testCredential(
	credential: StoredCredential,
	form: ICredentialDataDecryptedObject = {},
): Promise<INodeCredentialTestResult> {
	const loaded = await loadPackage();
	const { test } = loaded.credentialType(credential.type);
	if (test === undefined) return failed(`${credential.type} has no test`);

	const helper = new FormCredentialsHelper(loaded, credential.store);
	const { record } = createWorkflow(loaded, { nodes: [], connections: {} });
	const additionalData = createAdditionalData(helper, { mode: 'internal', workflow: record });
	try {
		helper.fill({ ...credential.data, ...form }, credential.type, additionalData);
	} catch (error) {
		return failed((error as Error).message);
	}

	try {
		await sendTestRequest(test, credential, helper.form, additionalData);
	} catch (error) {
		return failed(explain(error as TestError));
	}
	return { status: 'OK', message: 'Connection successful!' };
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}

async function sendTestRequest(
	{ request }: ICredentialTestRequest,
	credential: StoredCredential,
	data: ICredentialDataDecryptedObject,
	additionalData: IWorkflowExecuteAdditionalData,
): Promise<void> {
	const { id, name, type } = credential;
	// n8n copies its No Operation node, and that copy's type has no package in front.
	const nodeType: INodeType = {
		description: {
			displayName: 'No Operation',
			name: 'noOp',
			group: ['organization'],
			version: 1,
			description: '',
			defaults: { name: 'No Operation' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: type, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	};
	const nodeTypes: INodeTypes = {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [type]: { id, name } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new ExecuteContext(
		workflow,
		node,
		{ ...additionalData, currentNodeParameters: node.parameters },
		'internal',
		createRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	await new RoutingNode(context, nodeType, { id, name, type, data }).runNode();
}

interface TestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** The status's own text is shown, or else the network's code, or what was thrown. */
function explain({ message, cause: { response, code } = {} }: TestError): string {
	if (response === undefined) return code ?? message;
	return response.statusText || `Received HTTP status code: ${response.status}`;
}
