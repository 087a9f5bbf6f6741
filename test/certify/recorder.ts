import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** Stands between the node and a service, on this machine, and counts what passes. It keeps neither bodies nor headers. */
export interface Recorder {
	url: string;
	passed: Passed[];
	stop(): Promise<void>;
}

/** @param target the service's address, without trailing slash */
export async function startRecorder(target: string): Promise<Recorder> {
	const passed: Passed[] = [];
	const server = createServer((request, response) => void pass(request, response, target, passed));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		passed,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function pass(
	request: IncomingMessage,
	response: ServerResponse,
	target: string,
	passed: Passed[],
): Promise<void> {
	const { method = 'GET', url = '/' } = request;
	const entry: Passed = { kind: kindOf(method, url), at: Date.now() };
	passed.push(entry);
	try {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const answer = await fetch(`${target}${url}`, {
			method,
			headers: headersOf(request),
			body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
			redirect: 'manual',
		});
		const body = Buffer.from(await answer.arrayBuffer());
		entry.status = answer.status;
		const retryAfter = answer.headers.get('retry-after');
		if (retryAfter !== null && answer.status === 429) entry.wait = waitOf(retryAfter);
		const headers = Object.fromEntries(answer.headers);
		for (const name of ['content-encoding', 'transfer-encoding']) delete headers[name];
		response.writeHead(answer.status, { ...headers, 'content-length': body.length }).end(body);
	} catch {
		response.destroy();
	}
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
