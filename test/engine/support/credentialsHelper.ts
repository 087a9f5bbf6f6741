import './environment';
import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	isExpression,
	NodeHelpers,
	UnexpectedError,
	UserError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { START } from './engineNodeTypes';
import type { CredentialRecord, CredentialStore } from './credentialStore';
import type { LoadedPackage } from './loadedPackage';
import { allowedDomainsOf } from './n8nVersion';

/** Where a credential is used; `resolveValues` is the item of a run, if there is one. */
interface CredentialUse {
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	executeData?: IExecuteData;
	resolveValues?: ICredentialsExpressionResolveValues;
}

/** n8n resolves expressions against a workflow of one nameless node where a credential is used outside a run. */
const nameless: INode = {
	id: '',
	name: '',
	type: START,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * What n8n gives out of stored credential data: defaults applied, undeclared properties and fields that are not
 * displayed dropped, expressions resolved.
 */
function completeCredentialData(
	loaded: LoadedPackage,
	properties: INodeProperties[],
	stored: ICredentialDataDecryptedObject,
	{ additionalData, mode, executeData, resolveValues }: CredentialUse,
): ICredentialDataDecryptedObject {
	const data: INodeParameters = {
		...NodeHelpers.getNodeParameters(
			properties,
			stored as INodeParameters,
			true,
			false,
			null,
			null,
		),
	};
	for (const field of ['allowedHttpRequestDomains', 'allowedDomains']) {
		const value = stored[field];
		if (data[field] === undefined && value !== undefined) data[field] = value as string;
	}

	const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
	if (resolveValues === undefined) {
		const { expression } = new Workflow({
			nodes: [nameless],
			connections: {},
			active: false,
			nodeTypes: loaded,
		});
		return expression.getComplexParameterValue(
			nameless,
			data,
			mode,
			keys,
			undefined,
			undefined,
			data,
		) as ICredentialDataDecryptedObject;
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

/** Limits what a credential's own requests may reach to the domains its user allowed. */
function restrictToAllowedDomains(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestHelper {
	const httpRequest: IHttpRequestHelper['helpers']['httpRequest'] = async (options) => {
		const allowedDomains = allowedDomainsOf(credentials);
		if (allowedDomains === undefined) return (await helpers.httpRequest(options)) as unknown;
		if (options.allowedDomains !== undefined) {
			throw new UserError('The request and the credential both limit the domains');
		}
		return (await helpers.httpRequest({ ...options, allowedDomains })) as unknown;
	};
	return { helpers: { httpRequest } };
}

/**
 * The credentials helper is part of n8n, not of n8n-core. This one behaves as that of n8n 2.41 (credentials-helper.js)
 * for credential types without OAuth and parents: every look-up reads the store anew; a token is fetched when the expirable
 * property is empty or the engine reports it expired, merged, and kept; there is no lock.
 */
export class StoreCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly loaded: LoadedPackage,
		private readonly store: CredentialStore,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.loaded.credentialType(type).properties;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const { data } = await this.find(details, type);
		if (raw === true) return data;
		return this.complete(data, type, { additionalData, mode, executeData, resolveValues });
	}

	/** What a node is given of stored data. */
	protected complete(
		stored: ICredentialDataDecryptedObject,
		type: string,
		use: CredentialUse,
	): ICredentialDataDecryptedObject {
		return completeCredentialData(this.loaded, this.getCredentialsProperties(type), stored, use);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.loaded.credentialType(typeName);
		const expirable = type.properties.find(
			({ type: kind, typeOptions }) => kind === 'hidden' && typeOptions?.expirable === true,
		)?.name;
		if (expirable === undefined) return undefined;
		if (this.store.isOfEngine2) {
			throw new UnexpectedError(
				`Engine 2.0 does not support credentials with an expirable property yet (credential type "${typeName}")`,
			);
		}
		// n8n means to renew a token while testing, too, but asks for a node type its tester does not use.
		if (credentials[expirable] !== '' && !credentialsExpired) return undefined;

		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		if (output?.[expirable] === undefined) return undefined;
		const details = node.credentials?.[typeName];
		if (details === undefined) return undefined;
		await this.keep(details, typeName, output, expirable);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.loaded.credentialType(typeName);
		return (await preAuthentication?.call(
			restrictToAllowedDomains(helpers, credentials),
			credentials,
		)) as ICredentialDataDecryptedObject | undefined;
	}

	/** Writes a fetched token over the stored data, but not over what the user entered as an expression. */
	private async keep(
		details: INodeCredentialsDetails,
		type: string,
		output: ICredentialDataDecryptedObject,
		expirable: string,
	): Promise<void> {
		const { data } = await this.find(details, type);
		const fetched = Object.entries(output).filter(
			([name]) => name === expirable || !isExpression(data[name]),
		);
		await this.updateCredentials(details, type, { ...data, ...Object.fromEntries(fetched) });
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loaded.credentialType(typeName);
		if (typeof authenticate !== 'function') {
			throw new UnexpectedError('Only a function that authenticates is part of the engine tests');
		}
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { id } = await this.find(details, type);
		await this.store.write(id, data);
	}

	getCredentials(): Promise<ICredentials> {
		return Promise.reject(
			new UnexpectedError('Encrypted records are not part of the engine tests'),
		);
	}

	updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.reject(new UnexpectedError('OAuth is not part of the engine tests'));
	}

	private async find(details: INodeCredentialsDetails, type: string): Promise<CredentialRecord> {
		if (!details.id) throw new UnexpectedError(`The credential ${details.name} has no ID`);
		const record = await this.store.read(details.id, type);
		if (record === undefined) throw new UserError(`No credential of type ${type} is ${details.id}`);
		return record;
	}
}
