import { randomBytes, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import type { ExecutionResult, OutputItem } from './execution';
import type { N8nApi } from './n8nApi';
import { repeatUntil } from './repeatUntil';
import type { ScriptedModel } from './scriptedModel';

/** n8n takes no button press from a program, which might only be previewing the link. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What the chat shows, as n8n hands it to the browser: a text, or a question with buttons. */
type ChatMessage = string | { text: string; buttons: Array<{ text: string; link: string }> };
type ShownItem = OutputItem & { sendMessage?: ChatMessage };

/** A workflow that begins with a chat, and the model behind it. */
export interface ChatStage {
	api: N8nApi;
	model: ScriptedModel;
	workflow: string;
	/** the chat trigger's name */
	trigger: string;
}

/** What was said until the answer came. */
export interface Conversation {
	answer: string;
	/** what was asked with buttons, in order */
	questions: string[];
	run: ExecutionResult;
}

/**
 * Sends a first message, as the editor's chat does, and presses a button for each question that comes.
 * @throws Error when the workflow fails, or when a question comes for which there is no press
 */
export async function chat(
	{ api, model, workflow, trigger }: ChatStage,
	chatInput: string,
	...presses: string[]
): Promise<Conversation> {
	const sessionId = randomUUID();
	const json = { sessionId, action: 'sendMessage', chatInput };
	const times = { startTime: 0, executionTime: 0, executionIndex: 0 };
	const said = { ...times, executionStatus: 'success', source: [], data: { main: [[{ json }]] } };
	const id = await api.startWorkflow(workflow, trigger, said);
	const questions: string[] = [];
	let asked = 0;
	for (;;) {
		const run = await repeatUntil('the chat shows something', async () => {
			if (model.requests.length <= asked) return undefined;
			const execution = await api.readExecution(id);
			return ['new', 'running'].includes(execution.status) ? undefined : execution;
		});
		asked = model.requests.length;
		const shown = messageOf(run);
		if (shown === undefined) throw new Error(JSON.stringify(run.data.resultData.error));
		if (typeof shown === 'string') {
			return { answer: shown, questions, run: await showAnswer(api, run, sessionId) };
		}
		questions.push(shown.text);
		const press = presses.shift();
		const button = shown.buttons.find(({ text }) => text === press);
		if (!button) throw new Error(`Nobody answers '${shown.text}'`);
		await fetch(button.link, { headers: { 'user-agent': browser } });
	}
}

function messageOf({ data: { resultData } }: ExecutionResult): ChatMessage | undefined {
	const last = resultData.runData[resultData.lastNodeExecuted ?? '']?.at(-1);
	const outputs = Object.values(last?.data ?? {}) as Array<Array<ShownItem[] | null>>;
	return outputs.flat(2).find((item) => item?.sendMessage)?.sendMessage;
}

/**
 * Shows what a chat answers, as the browser does, over a WebSocket: an execution that answers itself waits for that.
 * @returns the execution at its end
 */
async function showAnswer(
	api: N8nApi,
	{ id, data }: ExecutionResult,
	sessionId: string,
): Promise<ExecutionResult> {
	const query = { sessionId, executionId: id, token: data.resumeToken ?? '' };
	const headers = {
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': randomBytes(16).toString('base64'),
	};
	const address = `${api.url}/chat?${new URLSearchParams(query).toString()}`;
	const request = get(address, { headers });
	request.on('upgrade', (_, socket) => socket.resume());
	try {
		return await api.waitForExecution(id);
	} finally {
		request.destroy();
	}
}
