import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults } from './faults';

/** What kind of request it is, in the words of the certificate. */
export const KINDS = ['login', 'list', 'read', 'create', 'change', 'void'] as const;
export type Kind = (typeof KINDS)[number];

/** One request, as it passed. */
export interface Passed {
	kind: Kind;
	/** When it came, in milliseconds. */
	at: number;
	/** undefined: no answer came, or it broke off. */
	status?: number;
	/** How long the service asked to wait, in milliseconds. */
	wait?: number;
}

/**
 * Stands between the node and a service, on this machine: counts what passes, and lets go wrong what is ordered. It keeps neither bodies
 * nor headers, but for the token in use.
 */
export interface Recorder {
	url: string;
	passed: Passed[];
	/** What it lets go wrong. */
	faults: Faults;
	stop(): Promise<void>;
}

/** @param target the service's address, without trailing slash */
export async function startRecorder(target: string): Promise<Recorder> {
	const passed: Passed[] = [];
	const faults = new Faults();
	const server = createServer((request, response) => {
		const { method = 'GET', url = '/' } = request;
		const entry: Passed = { kind: kindOf(method, url), at: Date.now() };
		passed.push(entry);
		pass(request, response, { target, entry, faults }).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		passed,
		faults,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

interface Passage {
	target: string;
	entry: Passed;
	faults: Faults;
}

async function pass(
	request: IncomingMessage,
	response: ServerResponse,
	passage: Passage,
): Promise<void> {
	const { entry, faults } = passage;
	const body = await read(request);
	const fault = faults.take(entry.kind);
	if (fault === 'cutBefore') return void response.destroy();
	if (fault === 'refused') return answer(response, entry, { status: 503 });
	if (fault === 'slowDown') return answer(response, entry, { status: 429, retryAfter: 1 });
	const { status, headers, content } = await forward(request, body, passage);
	if (fault === 'cutAfter') return void response.destroy();
	if (fault === 'failedAfter') return answer(response, entry, { status: 500 });
	entry.status = status;
	const retryAfter = headers['retry-after'];
	if (retryAfter !== undefined && status === 429) entry.wait = waitOf(retryAfter);
	response.writeHead(status, { ...headers, 'content-length': content.length }).end(content);
}

/** Answers in the service's place. */
function answer(
	response: ServerResponse,
	entry: Passed,
	{ status, retryAfter }: { status: number; retryAfter?: number },
): void {
	entry.status = status;
	if (retryAfter !== undefined) entry.wait = retryAfter * 1000;
	response
		.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
		.end();
}

async function read(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

async function forward(
	request: IncomingMessage,
	body: Buffer,
	{ target, entry, faults }: Passage,
): Promise<{ status: number; headers: Record<string, string>; content: Buffer }> {
	const authorization = faults.tokenFor(entry.kind, request.headers.authorization);
	const reply = await fetch(`${target}${request.url}`, {
		method: request.method,
		headers: { ...headersOf(request), ...(authorization && { authorization }) },
		body: body.length > 0 ? body : undefined,
		redirect: 'manual',
	});
	const headers = Object.fromEntries(reply.headers);
	for (const name of ['content-encoding', 'transfer-encoding']) delete headers[name];
	return { status: reply.status, headers, content: Buffer.from(await reply.arrayBuffer()) };
}

/** What says something about the connection is not passed on. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
	const own = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];
	return Object.fromEntries(
		Object.entries(headers)
			.filter(([name]) => !own.includes(name))
			.map(([name, value]) => [name, String(value)]),
	);
}

function kindOf(method: string, url: string): Kind {
	if (/\/token(\?|$)/.test(url)) return 'login';
	if (method === 'POST') return 'create';
	if (method === 'PATCH') return 'change';
	if (method === 'DELETE') return 'void';
	return /\/services(\?|$)/.test(url) ? 'list' : 'read';
}

function waitOf(retryAfter: string): number {
	const seconds = Number(retryAfter);
	return Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
}

/** How many waits the service asked for, and how many of them were kept: nothing else came before they were over. */
export function countWaits(passed: readonly Passed[]): { asked: number; obeyed: number } {
	/** What was under way already, and clocks. */
	const grace = 25;
	const asked = passed.filter(({ wait }) => wait !== undefined);
	const obeyed = asked.filter(({ at, wait = 0 }) =>
		passed.every((other) => other.at <= at + grace || other.at >= at + wait - grace),
	);
	return { asked: asked.length, obeyed: obeyed.length };
}
