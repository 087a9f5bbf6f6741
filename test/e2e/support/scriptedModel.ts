import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the model does when it is asked next: it speaks, or it calls a tool. */
export type ModelTurn = { say: string } | { call: string; arguments: Record<string, unknown> };

interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
}

/** A tool as it was offered to the model. */
interface ModelTool {
	name: string;
	description: string;
	/** JSON Schema of the arguments */
	parameters: { properties: Record<string, ModelArgument> };
}

interface ModelArgument {
	type: string;
	description?: string;
	/** of an object */
	properties?: Record<string, ModelArgument>;
}

/** A language model with an OpenAI-compatible interface (POST /v1/chat/completions) that follows a script. */
export interface ScriptedModel {
	/** the base URL to enter in an OpenAI credential */
	readonly url: string;
	/** everything the model was given to read, in order */
	readonly requests: Array<{ messages: ModelMessage[]; tools: ModelTool[] }>;
	/** Forgets what was, and sets what the model does from now on, request by request. */
	play(...turns: ModelTurn[]): void;
	/** What the tools answered in the conversation so far, in order. */
	toolAnswers(): string[];
	stop(): Promise<void>;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
	const requests: ScriptedModel['requests'] = [];
	let script: ModelTurn[] = [];
	const server = createServer((request, response) => {
		void json(request).then((asked) => {
			const { messages, tools = [] } = asked as OpenAiRequest;
			const turn = script[requests.length];
			requests.push({ messages, tools: tools.map((tool) => tool.function) });
			const refusal = { error: { message: 'The script has no more turns' } };
			response.writeHead(turn ? 200 : 400, { 'content-type': 'application/json' });
			response.end(JSON.stringify(turn ? completionOf(turn, requests.length) : refusal));
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		play(...turns) {
			script = turns;
			requests.length = 0;
		},
		toolAnswers() {
			const messages = requests.at(-1)?.messages ?? [];
			return messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
		},
		async stop() {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

interface OpenAiRequest {
	messages: ModelMessage[];
	tools?: Array<{ function: ModelTool }>;
}

function completionOf(turn: ModelTurn, number: number): object {
	const call = (name: string, values: object) => ({
		id: `call_${number}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(values) },
	});
	const message =
		'say' in turn
			? { role: 'assistant', content: turn.say }
			: { role: 'assistant', content: null, tool_calls: [call(turn.call, turn.arguments)] };
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}
