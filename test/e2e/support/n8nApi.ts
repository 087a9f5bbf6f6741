import { randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExecutionResult, StoredExecution } from './execution';
import { hasEnded, readStored } from './execution';
import { repeatUntil } from './repeatUntil';
import type { WorkflowFile } from './workflows';

/** The account the instance belongs to. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

/** The account to which every n8n belongs that a test or a script starts for itself. */
export const owner: Owner = {
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

/** What the Test button shows. */
export interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** What becomes of a workflow that is set to work, or taken from it. */
type Publication = 'published' | 'not_published';

interface PublicationStatus {
	status: Publication | 'in_progress' | 'partial' | 'failed';
	triggers: Array<{ errorMessage?: string }>;
}

/** n8n's own REST interface, as its editor uses it, for one who is logged in. */
export class N8nApi {
	private cookie = '';

	private readonly browserId = randomUUID();

	constructor(private readonly url: string) {}

	/** Creates the instance's owner and is logged in as them. */
	async setUpOwner(owner: Owner): Promise<void> {
		await this.send('POST', '/owner/setup', owner);
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.send('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Any other request of the editor's. @returns the `data` of the answer */
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
		const { id } = await this.send<{ id: string }>('POST', '/credentials', credential);
		return id;
	}

	/** @returns the data as the editor sees it: secrets are replaced by a marker */
	async readCredential(id: string): Promise<Credential> {
		return await this.send('GET', `/credentials/${id}?includeData=true`);
	}

	/** Saves as the dialog does: markers in the data keep the stored secret. */
	async updateCredential(id: string, credential: Credential): Promise<void> {
		await this.send('PATCH', `/credentials/${id}`, credential);
	}

	/** Presses the Test button of a saved credential, with the dialog's present content. */
	async testCredential(id: string, credential: Credential): Promise<TestResult> {
		return await this.send('POST', '/credentials/test', { credentials: { id, ...credential } });
	}

	/** @returns its id */
	async createWorkflow(workflow: WorkflowFile): Promise<string> {
		const { id } = await this.send<{ id: string }>('POST', '/workflows', {
			settings: { executionOrder: 'v1' },
			...workflow,
		});
		return id;
	}

	async updateWorkflow(id: string, workflow: WorkflowFile): Promise<void> {
		const { versionId } = await this.send<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.send('PATCH', `/workflows/${id}`, { ...workflow, versionId });
	}

	/**
	 * Publishes a workflow and waits until its triggers are at work, which n8n sees to in the background.
	 *
	 * @throws Error with n8n's words for it when a trigger cannot start
	 */
	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.send<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.send('POST', `/workflows/${id}/activate`, { versionId });
		await this.settlePublication(id, 'published');
	}

	/** Takes a workflow's triggers away again, and waits until they are gone. */
	async deactivateWorkflow(id: string): Promise<void> {
		await this.send('POST', `/workflows/${id}/deactivate`, {});
		await this.settlePublication(id, 'not_published');
	}

	/** @throws Error with n8n's words for it when a trigger cannot start */
	protected async settlePublication(id: string, wanted: Publication): Promise<void> {
		const { status, triggers } = await repeatUntil(`workflow ${id} is ${wanted}`, async () => {
			const path = `/workflows/${id}/publication-status`;
			const publication = await this.send<PublicationStatus>('GET', path);
			return publication.status === 'in_progress' ? undefined : publication;
		});
		if (status === wanted) return;
		const reasons = triggers.map(({ errorMessage }) => errorMessage).filter(Boolean);
		throw new Error([`Workflow ${id} is ${status}`, ...reasons].join('\n'));
	}

	/**
	 * Runs a saved workflow from the named trigger and waits for its end.
	 *
	 * @param json what the trigger is to give out, as the editor's chat hands over a message; by default it runs itself
	 * @returns the result, failed executions included
	 */
	async runWorkflow(id: string, trigger: string, json?: object): Promise<ExecutionResult> {
		return await this.waitForExecution(await this.startWorkflow(id, trigger, json));
	}

	/** Runs a saved workflow from the named trigger. @returns the execution's ID, without waiting for its end */
	async startWorkflow(id: string, trigger: string, json?: object): Promise<string> {
		const { executionId } = await this.send<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger, ...(json && { data: triggerRun(json) }) } },
		);
		return executionId;
	}

	/**
	 * Shows what a chat answers, as the browser does, which an execution that answers itself waits for.
	 *
	 * @returns the execution at its end
	 */
	async showChat(execution: ExecutionResult, sessionId: string): Promise<ExecutionResult> {
		const { id = '', data } = execution;
		const query = new URLSearchParams({
			sessionId,
			executionId: id,
			token: data.resumeToken ?? '',
		});
		const socket = await openWebSocket(`${this.url}/chat?${query.toString()}`);
		try {
			return await this.waitForExecution(id);
		} finally {
			socket.destroy();
		}
	}

	/**
	 * Retries a failed execution from the list of executions and waits for its end.
	 *
	 * @param loadWorkflow true for "with currently saved workflow", false for "with original workflow"
	 */
	async retryExecution(executionId: string, loadWorkflow: boolean): Promise<ExecutionResult> {
		const body = { loadWorkflow };
		const { id } = await this.send<{ id: string }>(
			'POST',
			`/executions/${executionId}/retry`,
			body,
		);
		return await this.waitForExecution(id);
	}

	/** @param patience how long it may take, in milliseconds */
	async waitForExecution(executionId: string, patience?: number): Promise<ExecutionResult> {
		const find = async () => {
			const execution = await this.findExecution(executionId);
			return hasEnded(execution) ? readStored(execution) : undefined;
		};
		return await repeatUntil(`execution ${executionId} has ended`, find, patience);
	}

	/** What an execution that runs or waits has done so far. */
	async readExecution(executionId: string): Promise<ExecutionResult> {
		return readStored(await this.findExecution(executionId));
	}

	private async findExecution(executionId: string): Promise<StoredExecution> {
		return await this.send('GET', `/executions/${executionId}`);
	}

	/**
	 * Waits until a workflow has been executed so many times, by whatever started it, and all have ended.
	 *
	 * @returns the ids of the executions, oldest first
	 */
	async waitForExecutions(workflowId: string, count: number): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		return await repeatUntil(`there are ${count} executions`, async () => {
			const { results } = await this.send<{ results: Array<{ id: string; status: string }> }>(
				'GET',
				`/executions?filter=${filter}&limit=100`,
			);
			const isEnded = results.every(hasEnded);
			return results.length >= count && isEnded ? results.map(({ id }) => id).reverse() : undefined;
		});
	}
}

/** Opens a WebSocket and listens to nothing that it says. */
async function openWebSocket(url: string): Promise<Duplex> {
	const headers = {
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': randomBytes(16).toString('base64'),
	};
	return await new Promise((resolve, reject) => {
		const request = get(url, { headers });
		request.on('upgrade', (_answer, socket) => resolve(socket.resume()));
		request.on('response', ({ statusCode }) => reject(new Error(`No WebSocket: ${statusCode}`)));
		request.on('error', reject);
	});
}

/** A trigger's finished run, as the editor hands it over. */
export function triggerRun(json: object): object {
	return {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json }]] },
	};
}
