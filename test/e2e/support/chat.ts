import { randomUUID } from 'node:crypto';
import type { ExecutionResult, OutputItem } from './execution';
import type { N8nApi } from './n8nApi';
import { repeatUntil } from './repeatUntil';
import type { ScriptedModel } from './scriptedModel';

/** n8n takes no button press from a program, which might only be previewing the link. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** What the chat shows, as n8n hands it to the browser: a text, or a question with buttons. */
type ChatMessage = string | { text: string; buttons: Array<{ text: string; link: string }> };

interface RunWithMessages {
	data?: { [connection: string]: Array<Array<OutputItem & { sendMessage?: ChatMessage }> | null> };
}

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
 *
 * @param presses the texts of the buttons
 * @throws Error when the workflow fails, or when a question comes for which there is no press
 */
export async function chat(
	stage: ChatStage,
	chatInput: string,
	...presses: string[]
): Promise<Conversation> {
	const message = { sessionId: randomUUID(), action: 'sendMessage', chatInput };
	const id = await stage.api.startWorkflow(stage.workflow, stage.trigger, message);
	const questions: string[] = [];
	let asked = 0;
	for (;;) {
		const run = await pauseOf(stage, id, asked);
		asked = stage.model.requests.length;
		const shown = messageOf(run);
		if (shown === undefined) throw new Error(JSON.stringify(run.data.resultData.error));
		if (typeof shown === 'string') {
			const ended = await stage.api.showChat(run, message.sessionId);
			return { answer: shown, questions, run: ended };
		}
		questions.push(shown.text);
		const press = presses.shift();
		const button = shown.buttons.find(({ text }) => text === press);
		if (!button) throw new Error(`Nobody answers '${shown.text}'`);
		await fetch(button.link, { headers: { 'user-agent': browser } });
	}
}

/** Waits until the workflow has something to show again, after the model has been asked more often than `asked`. */
async function pauseOf(
	{ api, model }: ChatStage,
	id: string,
	asked: number,
): Promise<ExecutionResult> {
	return await repeatUntil('the chat shows something', async () => {
		if (model.requests.length <= asked) return undefined;
		const execution = await api.readExecution(id);
		return ['new', 'running'].includes(execution.status) ? undefined : execution;
	});
}

function messageOf(run: ExecutionResult): ChatMessage | undefined {
	return lastItems(run).find((item) => item.sendMessage)?.sendMessage;
}

function lastItems({ data }: ExecutionResult): Array<OutputItem & { sendMessage?: ChatMessage }> {
	const { runData, lastNodeExecuted = '' } = data.resultData;
	const run = runData[lastNodeExecuted]?.at(-1) as RunWithMessages | undefined;
	return Object.values(run?.data ?? {})
		.flat(2)
		.filter((item) => item !== null);
}
