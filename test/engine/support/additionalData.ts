import './environment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialsHelper,
	type INodeParameters,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

const instance = 'http://localhost:5678';

/** As n8n counts them: a retried execution is another one, too. */
let executions = 0;

function notInTests(what: string): () => never {
	return () => {
		throw new UnexpectedError(`${what} are not part of the engine tests`);
	};
}

/** What n8n hands to the engine beside the workflow. Addresses are absolute because the engine builds URLs of them. */
export function createAdditionalData(
	credentialsHelper: ICredentialsHelper,
	execution: {
		mode: WorkflowExecuteMode;
		workflow: IWorkflowBase;
		currentNodeParameters?: INodeParameters;
	},
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	return {
		credentialsHelper,
		currentNodeParameters: execution.currentNodeParameters,
		hooks: new ExecutionLifecycleHooks(execution.mode, executionId, execution.workflow),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		setExecutionStatus: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow: notInTests('Sub-workflows'),
		getRunExecutionData: notInTests('Stored executions'),
		getRuntimeCredential: notInTests('Runtime credentials'),
		startRunnerTask: notInTests('Task runners'),
		restApiUrl: `${instance}/rest`,
		instanceBaseUrl: `${instance}/`,
		formBaseUrl: `${instance}/form`,
		formWaitingBaseUrl: `${instance}/form-waiting`,
		formTestBaseUrl: `${instance}/form-test`,
		webhookBaseUrl: `${instance}/webhook`,
		webhookWaitingBaseUrl: `${instance}/webhook-waiting`,
		webhookTestBaseUrl: `${instance}/webhook-test`,
		mcpBaseUrl: `${instance}/mcp`,
		mcpTestBaseUrl: `${instance}/mcp-test`,
	};
}
