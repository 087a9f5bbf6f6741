import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Accounts, Tokens } from './accounts';
import type { Answer } from './answer';
import { Books } from './books';
import { defaultDialect } from './dialect';
import type { Dialect } from './dialect';
import { answerRequest } from './endpoints';
import type { ServiceState } from './endpoints';
import { FaultPlan, halve, playFault } from './faults';
import type { Delivery } from './faults';
import { RequestLog } from './requestLog';
import type { LoggedRequest } from './requestLog';

export interface ServiceSettings {
	/** 0: any free one. */
	port: number;
	/** What differs from the default dialect. */
	dialect: Partial<Dialect>;
	/** Every answer leaves this much after the request was carried out. */
	latencyMs: number;
}

/** The service as its requests see it. */
interface ServiceContext extends ServiceState {
	readonly log: RequestLog;
	readonly faults: FaultPlan;
	latencyMs: number;
	/** In place of its own: answers that no dialect has. Undefined leaves the answer to the service. */
	answers?: (request: LoggedRequest) => Answer | undefined;
	readonly inFlight: { current: number; peak: number };
}

/** The reservation service of docs/service-api.md in one process, with all its books open. */
export interface MiniatureService extends ServiceContext {
	/** Without trailing slash. */
	readonly url: string;
	/** Ends the service at once, with every connection that is still open. */
	stop(): Promise<void>;
}

/** Present in every service, with all scopes. */
export const DEFAULT_ACCOUNT = { accountId: 'hotel-1', key: 'key-1' };

/** Starts a service and resolves when it listens; rejects if it cannot, for instance because the port is taken. */
export async function startMiniatureService(
	settings: Partial<ServiceSettings> = {},
): Promise<MiniatureService> {
	const { port = 0, dialect, latencyMs = 0 } = settings;
	const context: ServiceContext = {
		dialect: { ...defaultDialect, ...dialect },
		accounts: new Accounts(),
		tokens: new Tokens(),
		books: new Books(() => context.dialect),
		log: new RequestLog(),
		faults: new FaultPlan(),
		latencyMs,
		inFlight: { current: 0, peak: 0 },
	};
	context.accounts.add(DEFAULT_ACCOUNT);
	// A connection idle for some seconds must not be closed just as the client sends on it: tests would depend on time.
	const clocks = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 };
	const server = createServer(clocks, (request, response) =>
		serveRequest(request, response, context),
	);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const address = server.address() as AddressInfo;
	let stopped: Promise<void> | undefined;
	return Object.assign(context, {
		url: `http://127.0.0.1:${address.port}`,
		stop: () => (stopped ??= close(server)),
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/**
 * One request and its answer: it is logged when its head is there and carried out when its body is, and the answer leaves
 * after the latency.
 */
function serveRequest(
	request: IncomingMessage,
	response: ServerResponse,
	service: ServiceContext,
): void {
	const { log, faults, inFlight, latencyMs } = service;
	const entry = log.append(readHead(request));
	const { method, path } = entry;
	inFlight.current++;
	inFlight.peak = Math.max(inFlight.peak, inFlight.current);
	const end = (status: LoggedRequest['status']) => {
		if (entry.status !== undefined) return;
		entry.status = status;
		inFlight.current--;
	};
	response.on('close', () => end('reset'));
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const text = Buffer.concat(chunks).toString();
		entry.body = parse(text);
		const fault = faults.decide(method, path, text);
		if (fault) entry.fault = fault.kind;
		const carryOut = () => service.answers?.(entry) ?? answerRequest(entry, service);
		const delivery: Delivery = fault
			? playFault(fault, { request: entry, service, carryOut })
			: { ending: 'whole', answer: carryOut(), delayMs: 0 };
		deliver(delivery, latencyMs, response, end);
	});
}

function readHead({ url, method, headers }: IncomingMessage): LoggedRequest {
	const [path = '', query] = (url ?? '/').split(/\?(.*)/s);
	return {
		method: method ?? '',
		path,
		query: Object.fromEntries(new URLSearchParams(query)),
		headers,
		body: undefined,
		status: undefined,
	};
}

function parse(text: string): unknown {
	if (text === '') return undefined;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** `end` is called right before the answer leaves: whoever has read it finds it counted out and logged. */
function deliver(
	{ ending, answer, delayMs }: Delivery,
	latencyMs: number,
	response: ServerResponse,
	end: (status: LoggedRequest['status']) => void,
): void {
	if (ending === 'hang') return;
	const send = () => {
		if (response.destroyed) return;
		end(ending === 'reset' ? 'reset' : answer.status);
		if (ending === 'reset') response.socket?.resetAndDestroy();
		else write(answer, ending, response);
	};
	if (latencyMs + delayMs === 0) return send();
	const timer = setTimeout(send, latencyMs + delayMs);
	response.on('close', () => clearTimeout(timer));
}

function write(answer: Answer, ending: Delivery['ending'], response: ServerResponse): void {
	const { status, headers, text, encoding = 'utf8' } = answer;
	const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text, encoding) };
	response.writeHead(status, { ...headers, ...length });
	if (ending === 'cut') response.write(halve(answer).text, () => response.socket?.destroy());
	else response.end(text, encoding);
}
