import type { ExecutionResult } from './execution';
import type { WorkflowFile } from './workflows';
import { N8nApi, triggerRun } from './n8nApi';
import { repeatUntil } from './repeatUntil';

/** The REST interface of n8n before it published in the background: triggers are at work, or gone, when it has answered. */
class EarlierN8nApi extends N8nApi {
	protected override settlePublication(): Promise<void> {
		return Promise.resolve();
	}
}

/** The one of n8n 1: its editor hands over the whole workflow to be run, and a workflow is active or not instead of published. */
class N8n1Api extends EarlierN8nApi {
	override async createWorkflow(workflow: WorkflowFile): Promise<string> {
		return await super.createWorkflow({ active: false, ...workflow });
	}

	override async startWorkflow(id: string, trigger: string, json?: object): Promise<string> {
		const workflowData = await this.send<object>('GET', `/workflows/${id}`);
		const { executionId } = await this.send<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{
				workflowData,
				startNodes: [],
				triggerToStartFrom: { name: trigger, ...(json && { data: triggerRun(json) }) },
			},
		);
		return executionId;
	}

	override async activateWorkflow(id: string): Promise<void> {
		await this.setActive(id, true);
	}

	override async deactivateWorkflow(id: string): Promise<void> {
		await this.setActive(id, false);
	}

	/** It shows that an execution has ended before it has stored what became of it. */
	override async waitForExecution(executionId: string): Promise<ExecutionResult> {
		return await repeatUntil(`the data of execution ${executionId} are stored`, async () => {
			const result = await super.waitForExecution(executionId);
			const data = result.data as Partial<ExecutionResult['data']> | undefined;
			return data?.resultData ? result : undefined;
		});
	}

	private async setActive(id: string, active: boolean): Promise<void> {
		const { versionId } = await this.send<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.send('PATCH', `/workflows/${id}`, { active, versionId });
	}
}

/** @param version such as 1.123; the newest n8n where it is left out */
export function createN8nApi(url: string, version?: string): N8nApi {
	if (version === undefined) return new N8nApi(url);
	return version.startsWith('1.') ? new N8n1Api(url) : new EarlierN8nApi(url);
}
