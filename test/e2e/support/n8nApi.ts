import { parse } from 'flatted';
import { randomUUID } from 'node:crypto';
import { hasEnded, type ExecutionResult } from './execution';
import { repeatUntil } from './repeatUntil';
import type { WorkflowFile } from './workflows';

/** The account to which every n8n belongs that a test or a script starts for itself. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Olivia',
	lastName: 'Owner',
	password: 'Late-checkout-1',
};

export interface Credential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

interface Publication {
	status: 'published' | 'not_published' | 'in_progress' | 'partial' | 'failed';
	triggers: Array<{ errorMessage?: string }>;
}

/** n8n's own REST interface, as its editor uses it, for one who is logged in. */
export class N8nApi {
	private cookie = '';
	private readonly browserId = randomUUID();
	/** Its editor hands over the whole workflow to be run, and a workflow is active or not instead of published. */
	private readonly isN8n1: boolean;

	/** @param version of n8n, such as 1.123; the newest where it is left out */
	constructor(
		readonly url: string,
		private readonly version = '',
	) {
		this.isN8n1 = version.startsWith('1.');
	}

	/** Creates the instance's owner and is logged in as them. */
	async setUpOwner(): Promise<void> {
		await this.send('POST', '/owner/setup', owner);
	}

	async logIn(): Promise<void> {
		const { email: emailOrLdapLoginId, password } = owner;
		await this.send('POST', '/login', { emailOrLdapLoginId, password });
	}

	/** Any request of the editor's. @returns the `data` of the answer */
	async send<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				// A busy n8n may close a connection just as the next request goes out on it.
				connection: 'close',
				'browser-id': this.browserId,
				cookie: this.cookie,
			},
			body: body && JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		const cookie = response.headers.get('set-cookie');
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return (JSON.parse(text) as { data: T }).data;
	}

	/** @returns its id */
	async createCredential(credential: Credential): Promise<string> {
		return (await this.send<{ id: string }>('POST', '/credentials', credential)).id;
	}

	/** @returns its id */
	async createWorkflow(workflow: WorkflowFile): Promise<string> {
		const settings = { executionOrder: 'v1' };
		const saved = { settings, ...(this.isN8n1 && { active: false }), ...workflow };
		return (await this.send<{ id: string }>('POST', '/workflows', saved)).id;
	}

	/** Publishes a workflow and waits until its triggers are at work. */
	async activateWorkflow(id: string): Promise<void> {
		await this.publish(id, true);
	}

	/** Takes a workflow's triggers away again, and waits until they are gone. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.publish(id, false);
	}

	/** @throws Error with n8n's words for it when a trigger cannot start */
	private async publish(id: string, active: boolean): Promise<void> {
		const path = `/workflows/${id}`;
		const { versionId } = await this.send<{ versionId: string }>('GET', path);
		if (this.isN8n1) return await this.send('PATCH', path, { active, versionId });
		await this.send('POST', `${path}/${active ? 'activate' : 'deactivate'}`, { versionId });
		// In the background, since 2.21.
		if (this.version) return;
		const wanted = active ? 'published' : 'not_published';
		const { status, triggers } = await repeatUntil(`workflow ${id} is ${wanted}`, async () => {
			const publication = await this.send<Publication>('GET', `${path}/publication-status`);
			return publication.status === 'in_progress' ? undefined : publication;
		});
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		if (status !== wanted) throw new Error(`Workflow ${id} is ${status}: ${reasons.join('\n')}`);
	}

	/** Runs a saved workflow from the named trigger. @returns the result, failed executions included */
	async runWorkflow(id: string, trigger: string): Promise<ExecutionResult> {
		return await this.waitForExecution(await this.startWorkflow(id, trigger));
	}

	/**
	 * Runs a saved workflow from the named trigger.
	 * @param data the trigger's finished run, as the editor's chat hands over a message; by default it runs itself
	 * @returns the execution's ID, without waiting for its end
	 */
	async startWorkflow(id: string, name: string, data?: object): Promise<string> {
		const triggerToStartFrom = { name, data };
		const path = `/workflows/${id}`;
		const whole = this.isN8n1 && { workflowData: await this.send('GET', path), startNodes: [] };
		const asked = { triggerToStartFrom, ...whole };
		const started = await this.send<{ executionId: string }>('POST', `${path}/run`, asked);
		return started.executionId;
	}

	/** @param patience how long it may take, in milliseconds */
	async waitForExecution(id: string, patience?: number): Promise<ExecutionResult> {
		const find = async () => {
			const execution = await this.readExecution(id);
			// n8n 1 shows that an execution has ended before it has stored what became of it.
			const { resultData } = (execution.data ?? {}) as Partial<ExecutionResult['data']>;
			return hasEnded(execution) && (resultData || !this.isN8n1) ? execution : undefined;
		};
		return await repeatUntil(`execution ${id} has ended`, find, patience);
	}

	/** What an execution that runs or waits has done so far. */
	async readExecution(id: string): Promise<ExecutionResult> {
		const stored = await this.send<ExecutionResult & { data: string }>('GET', `/executions/${id}`);
		return { ...stored, data: parse(stored.data) as ExecutionResult['data'] };
	}

	/** Retries a failed execution from the list of executions, with the currently saved workflow, and waits for its end. */
	async retryExecution(executionId: string): Promise<ExecutionResult> {
		const path = `/executions/${executionId}/retry`;
		const { id } = await this.send<{ id: string }>('POST', path, { loadWorkflow: true });
		return await this.waitForExecution(id);
	}

	/**
	 * Waits until a workflow has been executed so many times, by whatever started it, and all have ended.
	 * @returns the ids of the executions, oldest first
	 */
	async waitForExecutions(workflowId: string, count: number): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=100`;
		return await repeatUntil(`there are ${count} executions`, async () => {
			const { results } = await this.send<{ results: ExecutionResult[] }>('GET', path);
			const isOver = results.length >= count && results.every(hasEnded);
			return isOver ? results.map(({ id }) => id).reverse() : undefined;
		});
	}
}
