import {
	ICredentialsHelper,
	isExpression,
	NodeHelpers,
	UnexpectedError,
	UserError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { completeCredentialData, type CredentialUse } from './credentialData';
import type { CredentialRecord, CredentialStore } from './credentialStore';
import { applyGenericAuthentication } from './genericAuthentication';
import type { LoadedPackage } from './loadedPackage';
import { allowedDomainsOf } from './n8nVersion';

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
 * for credential types without OAuth: every look-up reads the store anew; a token is fetched when the expirable
 * property is empty or the engine reports it expired, merged, and kept; there is no lock.
 */
export class StoreCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly loaded: LoadedPackage,
		private readonly store: CredentialStore,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		return this.loaded.parentTypes(name);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		return (
			!this.loaded.credentialType(credentialType).restrictToSupportedNodes ||
			this.loaded.supportedNodes(credentialType).includes(nodeType)
		);
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents, properties } = this.loaded.credentialType(type);
		// Only what is inherited is merged by name: a type may show one of several properties of one name.
		if (parents === undefined) return properties;
		const merged: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(merged, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(merged, properties);
		return merged;
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
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.loaded.credentialType(typeName);
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (workflow === undefined || node === undefined) {
			throw new UnexpectedError('Generic authentication needs a workflow and a node');
		}
		applyGenericAuthentication(authenticate, credentials, options, workflow, node);
		return options;
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
