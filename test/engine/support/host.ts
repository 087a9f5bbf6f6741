import './environment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy, getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	UnexpectedError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { readCredential } from './credentialStore';
import { START } from './engineNodeTypes';
import type { LoadedPackage } from './loadedPackage';

/** n8n resolves expressions against a workflow of one nameless node where a credential is used outside a run. */
const nameless: INode = {
	id: '',
	name: '',
	type: START,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function notInTests(what: string): () => never {
	return () => {
		throw new UnexpectedError(`${what} are not part of the engine tests`);
	};
}

/**
 * The credentials helper is part of n8n, not of n8n-core. This one behaves as that of n8n 2.41 (credentials-helper.js)
 * for credential types without OAuth and parents: every look-up reads the store anew; a token is asked for when the expirable
 * property is empty or the engine reports it expired; there is no lock.
 */
class StoreCredentialsHelper extends ICredentialsHelper {
	getParentTypes = () => [];
	isCredentialUsableByNode = () => true;
	getCredentials = notInTests('Encrypted records');
	updateCredentials = notInTests('Credentials that n8n writes');
	updateCredentialsOauthTokenData = notInTests('OAuth credentials');

	constructor(private readonly loaded: LoadedPackage) {
		super();
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.loaded.credentialType(type).properties;
	}

	/** Defaults are applied, undeclared properties and fields that are not displayed dropped, expressions resolved. */
	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		{ id }: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = (await readCredential(id)).data;
		if (raw === true) return stored;
		const properties = this.getCredentialsProperties(type);
		const values = stored as INodeParameters;
		const data = NodeHelpers.getNodeParameters(properties, values, true, false, null, null)!;
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (resolveValues === undefined) {
			const only = { nodes: [nameless], connections: {}, active: false, nodeTypes: this.loaded };
			const { expression } = new Workflow(only);
			const resolve = expression.getComplexParameterValue.bind(expression, nameless, data, mode);
			return resolve(keys, undefined, undefined, data) as ICredentialDataDecryptedObject;
		}
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
			resolveValues;
		return workflow.expression.getParameterValue(
			data,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			keys,
			executeData,
			false,
			data,
		) as ICredentialDataDecryptedObject;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const expirable = this.getCredentialsProperties(typeName).find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		)?.name;
		if (expirable === undefined) return undefined;
		const { isOfEngine2 } = await readCredential(node.credentials?.[typeName]?.id ?? null);
		if (isOfEngine2) {
			throw new UnexpectedError(
				`Engine 2.0 does not support credentials with an expirable property yet (credential type "${typeName}")`,
			);
		}
		if (credentials[expirable] !== '' && !credentialsExpired) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		if (output?.[expirable] === undefined) return undefined;
		throw new UnexpectedError('n8n would store this token, and send a failed request again');
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.loaded.credentialType(typeName);
		const output = await preAuthentication?.call(helpers, credentials);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loaded.credentialType(typeName);
		if (typeof authenticate !== 'function') throw new UnexpectedError(typeName);
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}
}

const address = 'http://localhost:5678/';

/** As n8n counts them: a retried execution is another one, too. */
let executions = 0;

/** What n8n hands to the engine beside the workflow, as far as it is asked for here. */
export function createAdditionalData(
	loaded: LoadedPackage,
	mode: WorkflowExecuteMode,
	workflow: IWorkflowBase,
	currentNodeParameters?: INodeParameters,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	const data: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: new StoreCredentialsHelper(loaded),
		currentNodeParameters,
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflow),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		setExecutionStatus: () => undefined,
		logAiEvent: () => undefined,
		instanceBaseUrl: address,
		webhookWaitingBaseUrl: address,
		formWaitingBaseUrl: address,
	};
	return data as IWorkflowExecuteAdditionalData;
}
