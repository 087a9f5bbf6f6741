import './environment';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type IDataObject,
	type IRun,
	type IRunExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { createAdditionalData } from './host';
import { loadPackage } from './loadedPackage';
import { createWorkflow, type WorkflowDefinition } from './workflow';
import { WorkflowRun } from './workflowRun';

export interface RunInput {
	/** What the first node starts with; one empty item if not given. */
	items?: IDataObject[];
	/** The package under test: the folder of its package.json; this repository unless given. */
	packageRoot?: string;
	/**
	 * A failed run to try again as from n8n's list of executions, with the workflow as it is defined now: it goes on
	 * at the node that failed, so `items` do not matter.
	 */
	retryOf?: WorkflowRun;
}

export interface RunningWorkflow extends Promise<WorkflowRun> {
	/** n8n's Stop button. The run still resolves, with status `canceled`. */
	cancel(): void;
}

/**
 * Runs a workflow on n8n's engine. The first node listed starts it, the last one listed is the run's result.
 * Resolves also if the workflow fails: `status` and `error` tell.
 */
export function runWorkflow(definition: WorkflowDefinition & RunInput): RunningWorkflow {
	const stop = new AbortController();
	const run = Object.assign(execute(definition, stop.signal), { cancel: () => stop.abort() });
	underWay.add(run);
	const settle = () => underWay.delete(run);
	run.then(settle, settle);
	return run;
}

const underWay = new Set<RunningWorkflow>();

/** For the end of a test: what it has left running would charge the service of the next one. */
export async function stopRunsUnderWay(): Promise<void> {
	const runs = [...underWay];
	for (const run of runs) run.cancel();
	await Promise.allSettled(runs);
}

async function execute(
	definition: Parameters<typeof runWorkflow>[0],
	stop: AbortSignal,
): Promise<WorkflowRun> {
	const { items = [{}], retryOf } = definition;
	const mode = retryOf ? 'retry' : 'manual';
	const loaded = await loadPackage(definition.packageRoot);
	const { workflow, record } = createWorkflow(loaded, definition);
	const [first] = record.nodes;
	const last = record.nodes.at(-1);
	if (first === undefined || last === undefined) throw new Error('The workflow has no nodes');

	const additionalData = createAdditionalData(loaded, mode, record);
	const data = retryOf
		? dataForRetry(retryOf, workflow)
		: createRunExecutionData({
				executionData: {
					nodeExecutionStack: [
						{ node: first, data: { main: [items.map((json) => ({ json }))] }, source: null },
					],
				},
			});
	const run = await process(new WorkflowExecute(additionalData, mode, data), workflow, mode, stop);
	return new WorkflowRun(run, last.name);
}

/**
 * What n8n 2.41 starts a retry with (execution.service.js): the stored data of the failed execution, node contexts
 * included, without its error, and with the nodes of the workflow as it is now.
 */
function dataForRetry(failed: WorkflowRun, workflow: Workflow): IRunExecutionData {
	const data = failed.database;
	const { resultData } = data;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	delete resultData.error;
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const waiting of data.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) ?? waiting.node;
	}
	return data;
}

async function process(
	engine: WorkflowExecute,
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	stop: AbortSignal,
): Promise<IRun> {
	const startedAt = new Date();
	try {
		const execution = engine.processRunExecutionData(workflow);
		if (stop.aborted) execution.cancel();
		else stop.addEventListener('abort', () => execution.cancel(), { once: true });
		return await execution;
	} catch (error) {
		// The engine refuses a workflow with a required parameter missing before it runs anything.
		const refused = createRunExecutionData({
			resultData: { error: error as ExecutionError },
		});
		return { data: refused, mode, startedAt, storedAt: 'db', status: 'error' };
	}
}
