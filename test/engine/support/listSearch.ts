import './environment';
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import { createAdditionalData } from './host';
import { loadPackage } from './loadedPackage';
import { createNode, defineNode } from './workflow';

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
	const defined = defineNode('Node', nodeType, parameters, { credential });
	const { workflow, record, node } = createNode(loaded, defined);
	const data = createAdditionalData(loaded, 'internal', record, node.parameters);
	return await search.call(
		new LoadOptionsContext(workflow, node, data, `parameters.${method}`),
		filter,
	);
}
