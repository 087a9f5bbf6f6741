import { chat } from '../e2e/support/chat';
import { submitForm } from '../e2e/support/form';
import type { ExecutionResult } from '../e2e/support/execution';
import type { N8nApi } from '../e2e/support/n8nApi';
import type { WorkflowFile } from '../e2e/support/workflowFile';
import type { ScriptedModel } from '../e2e/support/scriptedModel';
import type { MiniatureService } from '../service/miniatureService';
import { executionsOf } from './executions';
import type { Visit } from './visits';
import { Watching } from './watching';

export type Node = WorkflowFile['nodes'][number] & { parameters?: Record<string, unknown> };

/** A workflow as n8n holds it. */
export interface SavedWorkflow {
	id: string;
	title: string;
	nodes: Node[];
	/** What it begins with. */
	trigger: Node;
	visit: Visit;
}

/** Where workflows are run. */
export interface Stage {
	/** n8n's address */
	url: string;
	api: N8nApi;
	service: MiniatureService;
	model: ScriptedModel;
}

/** What came of starting a workflow. */
export interface Started {
	executions: ExecutionResult[];
	/** What those outside were answered. */
	answers: unknown[];
}

/** A way in which workflows begin. */
export interface Start {
	/** For people: what is done. */
	how: string;
	/** Whether n8n has to listen for it all the time. */
	isPublished?: boolean;
	/** Before it is run for the first time. */
	prepare?: (stage: Stage, workflow: SavedWorkflow) => Promise<void>;
	run: (stage: Stage, workflow: SavedWorkflow) => Promise<Started>;
}

/** n8n's types of triggers, and how their users set them off. */
const starts: Record<string, Start> = {
	'n8n-nodes-base.manualTrigger': { how: 'executed by hand', run: runByHand },
	'n8n-nodes-base.scheduleTrigger': { how: 'its schedule executed by hand', run: runByHand },
	'n8n-nodes-base.webhook': {
		how: 'its production webhook called',
		isPublished: true,
		run: callWebhook,
	},
	'n8n-nodes-base.formTrigger': {
		how: 'its published form filled in',
		isPublished: true,
		run: fillInForm,
	},
	'@n8n/n8n-nodes-langchain.chatTrigger': {
		how: 'asked in the chat, with a model that follows a script',
		run: converse,
	},
	'n8n-nodes-reservation-service.serviceItemTrigger': {
		how: 'published; it polls what is added, changed and removed',
		prepare: async ({ api }, workflow) => await Watching.begin(api, workflow.id),
		run: watch,
	},
};

/** @returns undefined for a trigger that nobody has said how to set off */
export function startOf({ type }: Node): Start | undefined {
	return starts[type];
}

async function runByHand({ api }: Stage, { id, trigger }: SavedWorkflow): Promise<Started> {
	return { executions: [await api.runWorkflow(id, trigger.name)], answers: [] };
}

async function callWebhook(stage: Stage, workflow: SavedWorkflow): Promise<Started> {
	const { requests = [] } = workflow.visit;
	const address = `${stage.url}/webhook/${String(workflow.trigger.parameters?.path)}`;
	const answers: unknown[] = [];
	const executions = await executionsOf(stage.api, workflow.id, requests.length, async () => {
		for (const request of requests) {
			const body = JSON.stringify(request);
			const headers = { 'content-type': 'application/json' };
			const response = await fetch(address, { method: 'POST', headers, body });
			answers.push({ status: response.status, body: await response.text() });
		}
	});
	return { executions, answers };
}

async function fillInForm({ url, api }: Stage, workflow: SavedWorkflow): Promise<Started> {
	const { path } = workflow.trigger.parameters?.options as { path: string };
	const text = (workflow.visit.rows ?? []).map((cells) => cells.join('\t')).join('\n');
	const { page, result } = await submitForm(api, `${url}/form/${path}`, text);
	const [, title] = /<h1>([^<]*)/.exec(page) ?? [];
	return { executions: [result], answers: [title] };
}

async function converse({ api, model }: Stage, workflow: SavedWorkflow): Promise<Started> {
	const { conversation } = workflow.visit;
	if (!conversation) throw new Error(`Nobody talks to ${workflow.title}`);
	model.play(...conversation.model);
	const stage = { api, model, workflow: workflow.id, trigger: workflow.trigger.name };
	const { answer, questions, run } = await chat(stage, conversation.says, ...conversation.presses);
	return { executions: [run], answers: [answer, questions, model.toolAnswers()] };
}

async function watch({ api, service }: Stage, { id, trigger }: SavedWorkflow): Promise<Started> {
	const parameters = trigger.parameters as { reservationIds: string[]; events: string[] };
	const watching = new Watching(api, service.books, id, parameters);
	return { executions: await watching.addChangeAndRemove(), answers: [] };
}
