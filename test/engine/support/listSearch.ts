import './environment';
import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from './credentialStore';
import { createAdditionalData } from './host';
import { loadPackage } from './loadedPackage';
import { createNode, defineNode } from './workflow';

/** What the editor sends when the picker of service items opens or filters. */
interface ListSearch {
	/** The node's other fields, as filled in so far; defaults are added. */
	parameters: INodeParameters;
	credential: StoredCredential;
	/** What the user typed. */
	filter?: string;
}

/** Fills its list the way the editor does: outside any run. */
export async function searchServiceItems(asked: ListSearch): Promise<INodeListSearchResult> {
	const { parameters, credential, filter } = asked;
	const loaded = await loadPackage();
	const { methods } = loaded.getByNameAndVersion('serviceItem');
	const defined = defineNode('Node', 'serviceItem', parameters, { credential });
	const { workflow, record, node } = createNode(loaded, defined);
	const data = createAdditionalData(loaded, 'internal', record, node.parameters);
	const context = new LoadOptionsContext(workflow, node, data, 'parameters.searchServiceItems');
	return await methods!.listSearch!.searchServiceItems!.call(context, filter);
}
