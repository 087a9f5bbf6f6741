import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does when it is asked next: it speaks, or it calls a tool. */
export type ModelTurn = { say: string } | { call: string; arguments: Record<string, unknown> };

export interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content: string | null;
}

/** What the model was given to read. */
export interface ModelRequest {
	messages: ModelMessage[];
	tools: ModelTool[];
}

/** A tool as it was offered to the model. */
export interface ModelTool {
	name: string;
	description: string;
	/** JSON Schema of the arguments */
	parameters: { properties: Record<string, ModelArgument> };
}

export interface ModelArgument {
	type: string;
	description?: string;
	/** of an object */
	properties?: Record<string, ModelArgument>;
}

/** A language model with an OpenAI-compatible interface (POST /v1/chat/completions) that follows a script. */
export interface ScriptedModel {
	/** the base URL to enter in an OpenAI credential */
	readonly url: string;
	/** everything the model was asked, in order */
	readonly requests: ModelRequest[];
	/** Forgets what was, and sets what the model does from now on, request by request. */
	play(...turns: ModelTurn[]): void;
	/** What the tools answered in the conversation so far, in order. */
	toolAnswers(): string[];
	stop(): Promise<void>;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	let script: ModelTurn[] = [];
	const server = createServer((request, response) => {
		void readJson<OpenAiRequest>(request).then(({ messages, tools = [] }) => {
			const turn = script[requests.length];
			requests.push({ messages, tools: tools.map((tool) => tool.function) });
			if (turn) answer(response, 200, completionOf(turn, requests.length));
			else answer(response, 400, { error: { message: 'The script has no more turns' } });
		});
	});
	const port = await listen(server);
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
		stop: () => close(server),
	};
}

interface OpenAiRequest {
	messages: ModelMessage[];
	tools?: Array<{ function: ModelTool }>;
}

function completionOf(turn: ModelTurn, number: number): object {
	const message =
		'say' in turn
			? { role: 'assistant', content: turn.say }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${number}`,
							type: 'function',
							function: { name: turn.call, arguments: JSON.stringify(turn.arguments) },
						},
					],
				};
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}

async function readJson<T>(request: IncomingMessage): Promise<T> {
	let text = '';
	for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
	return JSON.parse(text) as T;
}

function answer(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

function listen(server: Server): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}
