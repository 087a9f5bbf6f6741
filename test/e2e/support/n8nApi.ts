import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { unflatten } from './flatted';

/** The account the instance belongs to. */
export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface Credential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** A workflow as the editor's Download writes it, and Import from File reads it. */
export interface WorkflowFile {
	name: string;
	nodes: Array<Record<string, unknown> & { name: string; type: string }>;
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	[more: string]: unknown;
}

export interface OutputItem {
	json: Record<string, unknown>;
	error?: { message: string; description?: string };
	pairedItem?: unknown;
}

export interface NodeRun {
	executionStatus?: string;
	error?: { message: string; description?: string };
	data?: { main: Array<OutputItem[] | null> };
}

/** What n8n keeps of an execution. */
export interface ExecutionResult {
	status: string;
	data: {
		resultData: {
			error?: { message: string; description?: string; node?: { name: string } };
			lastNodeExecuted?: string;
			runData: Record<string, NodeRun[]>;
		};
	};
}

/** What the Test button shows. */
export interface TestResult {
	status: 'OK' | 'Error';
	message: string;
}

export interface ListSearchRequest {
	nodeType: string;
	method: string;
	parameters: Record<string, unknown>;
	credentials: Record<string, { id: string; name: string }>;
	filter?: string;
	paginationToken?: string;
}

export interface ListSearchResult {
	results: Array<{ name: string; value: string; url?: string }>;
	paginationToken?: string;
}

const executionTimeout = 60_000;

/** n8n's own REST interface, as its editor uses it. */
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

	async activateWorkflow(id: string): Promise<void> {
		const { versionId } = await this.send<{ versionId: string }>('GET', `/workflows/${id}`);
		await this.send('POST', `/workflows/${id}/activate`, { versionId });
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.send('POST', `/workflows/${id}/deactivate`, {});
	}

	/**
	 * Runs a saved workflow from the named trigger and waits for its end.
	 *
	 * @returns the result, failed executions included
	 */
	async runWorkflow(id: string, trigger: string): Promise<ExecutionResult> {
		const { executionId } = await this.send<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{
				triggerToStartFrom: { name: trigger },
			},
		);
		return await this.waitForExecution(executionId);
	}

	async waitForExecution(executionId: string): Promise<ExecutionResult> {
		const deadline = Date.now() + executionTimeout;
		while (Date.now() < deadline) {
			const execution = await this.send<{ status: string; data: string; finished: boolean }>(
				'GET',
				`/executions/${executionId}`,
			);
			if (!['new', 'running', 'waiting'].includes(execution.status)) {
				const data = unflatten(execution.data) as ExecutionResult['data'];
				return { status: execution.status, data };
			}
			await sleep(100);
		}
		throw new Error(`Execution ${executionId} was still running after a minute`);
	}

	/** Opens a picker's list. */
	async searchList(request: ListSearchRequest): Promise<ListSearchResult> {
		return await this.send('POST', '/dynamic-node-parameters/resource-locator-results', {
			path: 'parameters.serviceId',
			methodName: request.method,
			nodeTypeAndVersion: { name: request.nodeType, version: 1 },
			currentNodeParameters: request.parameters,
			credentials: request.credentials,
			filter: request.filter,
			paginationToken: request.paginationToken,
		});
	}

	private async send<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
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
}
