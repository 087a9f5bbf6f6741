import type { ExecutionResult, N8nApi, WorkflowFile } from '../e2e/support/n8nApi';
import { credentialType } from '../e2e/support/workflows';
import { DEFAULT_ACCOUNT, type MiniatureService } from '../service/miniatureService';

/** What a workflow did: what its nodes gave out, and what the service holds afterwards. */
export interface SavedRun {
	status: string;
	error?: string;
	outputs: Record<string, unknown>;
	books: unknown[];
}

const manualTrigger = 'n8n-nodes-base.manualTrigger';

/** Workflows as a user has them in n8n: imported once, and never changed afterwards. */
export class SavedWorkflows {
	private readonly ids = new Map<string, { id: string; trigger?: string; own: string[] }>();

	private constructor(
		private readonly api: N8nApi,
		private readonly service: MiniatureService,
	) {}

	/** Imports workflows, with one credential for all. @param files by name */
	static async import(
		api: N8nApi,
		service: MiniatureService,
		files: Record<string, WorkflowFile>,
	): Promise<SavedWorkflows> {
		const saved = new SavedWorkflows(api, service);
		const { accountId, key } = DEFAULT_ACCOUNT;
		const name = 'Harbour Inn';
		const data = { baseUrl: service.url, accountId, apiKey: key };
		const credential = {
			id: await api.createCredential({ name, type: credentialType, data }),
			name,
		};
		for (const [title, file] of Object.entries(files)) {
			const nodes = file.nodes.map((node) =>
				isOwn(node) ? { ...node, credentials: { [credentialType]: credential } } : node,
			);
			const id = await api.createWorkflow({ ...file, nodes });
			const trigger = nodes.find(({ type }) => type === manualTrigger)?.name;
			saved.ids.set(title, { id, trigger, own: nodes.filter(isOwn).map((node) => node.name) });
		}
		return saved;
	}

	get count(): number {
		return this.ids.size;
	}

	/** Runs every workflow that charges when started by hand, each on a service without charges. */
	async runAll(): Promise<Record<string, SavedRun>> {
		const runs: Record<string, SavedRun> = {};
		for (const [title, { id, trigger, own }] of this.ids) {
			if (trigger === undefined) continue;
			this.service.books.clear();
			const result = await this.api.runWorkflow(id, trigger);
			const run = summarize(result, own);
			if (Object.keys(run.outputs).length === 0 && run.error === undefined) continue;
			runs[title] = { ...run, books: this.service.books.all().map(({ raw }) => raw) };
		}
		return runs;
	}
}

function isOwn({ type }: { type: string }): boolean {
	return type.startsWith('n8n-nodes-reservation-service.');
}

/** What n8n's own nodes give out, such as the time at which a table was made, is not looked at. */
function summarize({ status, data }: ExecutionResult, own: string[]): Omit<SavedRun, 'books'> {
	const { error, runData } = data.resultData;
	const runs = Object.entries(runData).filter(([node]) => own.includes(node));
	const outputs = runs.map(([node, [run]]) => [
		node,
		run?.data?.main.map((items) => items?.map(({ json }) => json)),
	]);
	return {
		status,
		...(error && { error: error.message }),
		outputs: Object.fromEntries(outputs) as SavedRun['outputs'],
	};
}
