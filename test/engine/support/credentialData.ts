import './environment';
import { getAdditionalKeys } from 'n8n-core';
import {
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { START } from './engineNodeTypes';
import type { LoadedPackage } from './loadedPackage';

/** Where a credential is used; `resolveValues` is the item of a run, if there is one. */
export interface CredentialUse {
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
export function completeCredentialData(
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
