import type { WorkflowFile } from '../e2e/support/workflowFile';
import { createServiceCredential } from '../e2e/support/serviceCredential';
import { credentialType } from '../e2e/support/workflows';
import { demoBookings } from '../service/demoBookings';
import type { MiniatureService } from '../service/miniatureService';
import { isOwn, summarize, type SavedRun } from './savedRun';
import { startOf, type Node, type SavedWorkflow, type Stage, type Start } from './starts';
import { visitOf } from './visits';

const manualTrigger = 'n8n-nodes-base.manualTrigger';
const modelType = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

interface Startable extends SavedWorkflow {
	start: Start;
}

export type Credentials = Record<string, Record<string, { id: string; name: string }>>;

/** The credentials that a user chooses after importing, by the nodes that take them. */
export async function createCredentials({ api, service, model }: Stage): Promise<Credentials> {
	const name = 'Scripted model';
	const data = { apiKey: 'unused', url: model.url };
	const id = await api.createCredential({ name, type: 'openAiApi', data });
	return {
		own: { [credentialType]: await createServiceCredential(api, service) },
		[modelType]: { openAiApi: { id, name } },
	};
}

/** Workflows as a user has them in n8n: imported once, and never changed afterwards. */
export class SavedWorkflows {
	private constructor(
		private readonly stage: Stage,
		private readonly workflows: Startable[],
		/** Why some are imported and never run. */
		readonly notRun: string[],
	) {}

	/**
	 * Imports workflows, does once what is to be done once, and publishes what n8n has to listen for.
	 *
	 * @param files by name
	 * @param known what was imported before; what its examples have set up serves theirs of the same name, too
	 */
	static async import(
		stage: Stage,
		credentials: Credentials,
		files: Record<string, WorkflowFile>,
		known?: SavedWorkflows,
	): Promise<SavedWorkflows> {
		const workflows: Startable[] = [];
		const notRun: string[] = [];
		for (const [title, file] of Object.entries(files)) {
			const nodes = file.nodes.map((node) => giveCredentials(node, credentials));
			const id = await stage.api.createWorkflow({ ...file, nodes });
			const { setUp, trigger } = findTriggers(nodes);
			const start = trigger && startOf(trigger);
			if (!start) notRun.push(`${title}: nobody knows how to start it`);
			else workflows.push({ id, title, nodes, trigger, visit: visitOf(title, nodes), start });
			if (setUp && !known?.titles.includes(title)) await stage.api.runWorkflow(id, setUp.name);
		}
		const saved = new SavedWorkflows(stage, workflows, notRun);
		await saved.prepare();
		await saved.publish();
		return saved;
	}

	get titles(): string[] {
		return this.workflows.map(({ title }) => title);
	}

	/** How each is started, in words. */
	get starts(): Array<{ title: string; how: string }> {
		return this.workflows.map(({ title, start }) => ({ title, how: start.how }));
	}

	/** Runs every workflow, each on a service that holds the same charges. */
	async runAll(): Promise<Record<string, SavedRun>> {
		const runs: Record<string, SavedRun> = {};
		for (const workflow of this.workflows) {
			resetService(this.stage.service);
			const started = await workflow.start.run(this.stage, workflow).catch((error: unknown) => {
				throw new Error(`${workflow.title}: ${String(error)}`);
			});
			runs[workflow.title] = summarize(workflow, started, this.stage.service.books);
		}
		return runs;
	}

	/** Lets n8n listen for what starts them. */
	async publish(): Promise<void> {
		const { api } = this.stage;
		for (const { id, start } of this.workflows)
			if (start.isPublished) await api.activateWorkflow(id);
	}

	/** Takes from n8n what it listens for. */
	async unpublish(): Promise<void> {
		const { api } = this.stage;
		for (const { id, start } of this.workflows)
			if (start.isPublished) await api.deactivateWorkflow(id);
	}

	private async prepare(): Promise<void> {
		resetService(this.stage.service);
		for (const workflow of this.workflows) await workflow.start.prepare?.(this.stage, workflow);
	}
}

function giveCredentials(node: Node, credentials: Credentials): Node {
	const chosen = isOwn(node) ? credentials.own : credentials[node.type];
	return chosen ? { ...node, credentials: chosen } : node;
}

/** Where a workflow can be executed by hand and is started in another way as well, the former sets it up. */
function findTriggers(nodes: Node[]): { setUp?: Node; trigger?: Node } {
	const triggers = nodes.filter(({ type }) => /trigger$|\.webhook$/i.test(type));
	const byHand = triggers.find(({ type }) => type === manualTrigger);
	const other = triggers.find(({ type }) => type !== manualTrigger);
	return other ? { setUp: byHand, trigger: other } : { trigger: byHand };
}

/** The demo's charges, and one of last month for statements. */
function resetService({ books, log }: MiniatureService): void {
	books.clear();
	log.clear();
	for (const { reservationId, ...item } of demoBookings) books.add(reservationId, item);
	const now = new Date();
	const lastMonth = new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1, 15));
	const date = lastMonth.toISOString().slice(0, 10);
	books.add('RES-1001', { amount: 12.5, date, description: 'Minibar', accountCode: '4400' });
}
