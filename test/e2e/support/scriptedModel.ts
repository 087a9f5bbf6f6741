import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What the model does when it is asked next: it speaks, or it calls a tool. */
export type ModelTurn = { say: string } | { call: string; arguments: Record<string, unknown> };

/** A tool as it was offered to the model; parameters are JSON Schema. */
interface ModelTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, ModelArgument> };
}

interface ModelArgument {
	type: string;
	description?: string;
	properties?: Record<string, ModelArgument>;
}

interface Asked {
	messages: Array<{ role: 'system' | 'user' | 'assistant' | 'tool'; content: string | null }>;
	tools?: Array<{ function: ModelTool }>;
}

/** A language model with an OpenAI-compatible interface (POST /v1/chat/completions) that follows a script. */
export class ScriptedModel {
	/** Everything the model was given to read, in order. */
	requests: Array<{ messages: Asked['messages']; tools: ModelTool[] }> = [];
	private script: ModelTurn[] = [];

	private readonly server = createServer((request, response) => {
		void json(request).then((asked) => {
			const { messages, tools = [] } = asked as Asked;
			const turn = this.script[this.requests.length];
			this.requests.push({ messages, tools: tools.map((tool) => tool.function) });
			const refusal = { error: { message: 'The script has no more turns' } };
			response.writeHead(turn ? 200 : 400, { 'content-type': 'application/json' });
			response.end(JSON.stringify(turn ? completionOf(turn, this.requests.length) : refusal));
		});
	});

	static async start(): Promise<ScriptedModel> {
		const model = new ScriptedModel();
		await once(model.server.listen(0, '127.0.0.1'), 'listening');
		return model;
	}

	/** What to enter as an OpenAI credential of n8n. */
	get credential() {
		const { port } = this.server.address() as AddressInfo;
		const data = { apiKey: 'unused', url: `http://127.0.0.1:${port}/v1` };
		return { name: 'Scripted model', type: 'openAiApi', data };
	}

	/** Forgets what was, and sets what the model does from now on, request by request. */
	play(...turns: ModelTurn[]): void {
		this.script = turns;
		this.requests = [];
	}

	/** What the tools answered in the conversation so far, in order. */
	toolAnswers(): string[] {
		const messages = this.requests.at(-1)?.messages ?? [];
		return messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await once(this.server.close(), 'close');
	}
}

function completionOf(turn: ModelTurn, number: number): object {
	const calls = (name: string, values: object) => {
		const called = { name, arguments: JSON.stringify(values) };
		return { tool_calls: [{ id: `call_${number}`, type: 'function', function: called }] };
	};
	const said = 'say' in turn ? { content: turn.say } : calls(turn.call, turn.arguments);
	const message = { role: 'assistant', content: null, ...said };
	return {
		id: `completion-${number}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: 'say' in turn ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
	};
}
