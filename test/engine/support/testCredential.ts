import './environment';
import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type IDataObject,
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
 * Presses Test in the credential dialog, as n8n 2.41 does it for a credential type with a `test` of its own
 * (credentials-tester.service.js): its request is sent by a temporary node, and its rules and the error decide what is
 * shown.
 * @param form fields changed in the dialog and not saved yet
 */
export async function testCredential(
	credential: StoredCredential,
	form: ICredentialDataDecryptedObject = {},
	packageRoot?: string,
): Promise<INodeCredentialTestResult> {
	const loaded = await loadPackage(packageRoot);
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

	let body: IDataObject | undefined;
	try {
		body = await sendTestRequest(test, credential, helper.form, additionalData);
	} catch (error) {
		return failed(explain(error as TestError, test.rules));
	}
	for (const rule of test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const { key, message } = rule.properties;
		const refused: unknown = rule.properties.value;
		if (readPath(body, key) === refused) return failed(message);
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
): Promise<IDataObject | undefined> {
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
	const result = await new RoutingNode(context, nodeType, { id, name, type, data }).runNode();
	return result?.[0]?.[0]?.json;
}

interface TestError extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

/** A rule for the status wins, then the status's own text, then the network's code, then what was thrown. */
function explain(error: TestError, rules: ICredentialTestRequest['rules'] = []): string {
	const { response, code } = error.cause ?? {};
	if (response === undefined) return code ?? error.message;
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === response.status) {
			return rule.properties.message;
		}
	}
	if (response.status >= 200 && response.status < 300) return error.message;
	return response.statusText || `Received HTTP status code: ${response.status}`;
}

function readPath(body: IDataObject | undefined, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], body);
}
