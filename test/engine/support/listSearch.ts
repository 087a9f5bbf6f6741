import './environment';
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { createAdditionalData } from './additionalData';
import { CredentialStore, type StoredCredential } from './credentialStore';
import { StoreCredentialsHelper } from './credentialsHelper';
import { loadPackage } from './loadedPackage';
import { createWorkflow, defineNode } from './workflow';

/** What the editor sends when a picker opens or filters. */
export interface ListSearch {
	/** The node's other fields, as filled in so far; defaults are added. */
	parameters?: INodeParameters;
	credential?: StoredCredential;
	/** What the user typed. */
	filter?: string;
}

/** Fills a resource locator's list the way the editor does: outside any run. */
export async function listSearch(
	nodeType: string,
	method: string,
	{ parameters = {}, credential, filter }: ListSearch,
): Promise<INodeListSearchResult> {
	const loaded = await loadPackage();
	const search = loaded.getByNameAndVersion(nodeType).methods?.listSearch?.[method];
	if (search === undefined) throw new Error(`${nodeType} has no list search ${method}`);

	const { workflow, record } = createWorkflow(loaded, {
		nodes: [defineNode('Node', nodeType, parameters, { credential })],
		connections: {},
	});
	const [node] = record.nodes;
	if (node === undefined) throw new Error('The workflow has no node');
	const helper = new StoreCredentialsHelper(loaded, credential?.store ?? new CredentialStore());
	const additionalData = createAdditionalData(helper, {
		mode: 'internal',
		workflow: record,
		currentNodeParameters: node.parameters,
	});
	const context = new LoadOptionsContext(workflow, node, additionalData, `parameters.${method}`);
	return await search.call(context, filter);
}
