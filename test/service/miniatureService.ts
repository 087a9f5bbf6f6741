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
import { halve, playFault, whole } from './faultPlay';
import type { Delivery } from './faultPlay';
import { FaultPlan } from './faults';
import type { Fault } from './faults';
import type { RateLimit } from './rateLimit';
import { RequestLog } from './requestLog';
import type { LoggedRequest } from './requestLog';

export interface ServiceSettings {
	/** 0: any free one. */
	port: number;
	/** Such as `/api/v1`; a trailing slash does not matter. */
	pathPrefix: string;
	/** What differs from the default dialect. */
	dialect: Partial<Dialect>;
	/** Every answer leaves this much after the request was carried out. */
	latencyMs: number;
}

/** The service as its requests see it. */
interface ServiceContext extends ServiceState {
	readonly log: RequestLog;
	readonly faults: FaultPlan;
	/** Absent: as many requests as you like. */
	rateLimit?: RateLimit;
	latencyMs: number;
	readonly inFlight: { current: number; peak: number };
}

/** The reservation service of docs/service-api.md in one process, with all its books open. */
export interface MiniatureService extends ServiceContext {
	/** Address with path prefix, without trailing slash. */
	readonly url: string;
	/** Ends the service at once, with every connection that is still open. */
	stop(): Promise<void>;
}

/** Present in every service, with all scopes. */
export const DEFAULT_ACCOUNT = { accountId: 'hotel-1', key: 'key-1' };

const DEFAULT_SETTINGS: ServiceSettings = { port: 0, pathPrefix: '', dialect: {}, latencyMs: 0 };

/** Starts a service and resolves when it listens; rejects if it cannot, for instance because the port is taken. */
export async function startMiniatureService(
	settings: Partial<ServiceSettings> = {},
): Promise<MiniatureService> {
	const { port, dialect, latencyMs, ...others } = { ...DEFAULT_SETTINGS, ...settings };
	const pathPrefix = others.pathPrefix.replace(/\/+$/, '');
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
	const server = createServer((request, response) =>
		serveRequest(request, response, context, pathPrefix),
	);
	switchOffClocks(server);
	const address = await listen(server, port);
	let stopped: Promise<void> | undefined;
	return Object.assign(context, {
		url: `http://127.0.0.1:${address.port}${pathPrefix}`,
		stop: () => (stopped ??= close(server)),
	});
}

/** A connection idle for some seconds must not be closed just as the client sends on it: tests would depend on time. */
function switchOffClocks(server: Server): void {
	server.keepAliveTimeout = 0;
	server.requestTimeout = 0;
	server.headersTimeout = 0;
}

function listen(server: Server, port: number): Promise<AddressInfo> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo));
	});
}

function close(server: Server): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/**
 * One request and its answer. The fault is decided when the head arrives, unless it is one of a body; the request is
 * carried out when the body is there, and the answer leaves after the latency.
 */
function serveRequest(
	request: IncomingMessage,
	response: ServerResponse,
	service: ServiceContext,
	pathPrefix: string,
): void {
	const entry = service.log.append(readHead(request, pathPrefix));
	const { method, path } = entry;
	const early = refusalOf(service) ?? service.faults.decide(method, path);
	const leave = enter(service.inFlight);
	response.on('close', () => {
		entry.status ??= 'reset';
		leave();
	});
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const text = Buffer.concat(chunks).toString();
		entry.body = parse(text);
		const fault = early ?? service.faults.decideByBody(method, path, text);
		if (fault) entry.fault = fault.kind;
		const carryOut = () => answerRequest(entry, service);
		const delivery = fault
			? playFault({ fault, request: entry, service, carryOut })
			: whole(carryOut());
		deliver(delivery, service.latencyMs, response, (status) => {
			entry.status = status;
			leave();
		});
	});
}

function refusalOf({ rateLimit }: ServiceContext): Fault | undefined {
	if (rateLimit === undefined || rateLimit.take()) return undefined;
	return { kind: 'tooManyRequests', retryAfter: rateLimit.retryAfter };
}

function readHead(request: IncomingMessage, pathPrefix: string): LoggedRequest {
	const url = request.url ?? '/';
	const mark = url.indexOf('?');
	const path = mark < 0 ? url : url.slice(0, mark);
	const isInside = path.startsWith(`${pathPrefix}/`);
	return {
		method: request.method ?? '',
		path: isInside ? path.slice(pathPrefix.length) : path,
		...(!isInside && { outsidePrefix: true }),
		query: mark < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(mark + 1))),
		headers: request.headers,
		body: undefined,
		status: undefined,
	};
}

/** Counts a request in, and returns what counts it out, once however often it is called. */
function enter(inFlight: { current: number; peak: number }): () => void {
	inFlight.current++;
	inFlight.peak = Math.max(inFlight.peak, inFlight.current);
	let isInside = true;
	return () => {
		if (isInside) inFlight.current--;
		isInside = false;
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

/** `onAnswer` is called right before the answer leaves: whoever has read it finds it counted out and logged. */
function deliver(
	delivery: Delivery,
	latencyMs: number,
	response: ServerResponse,
	onAnswer: (status: number | 'reset') => void,
): void {
	if (delivery.ending === 'hang') return;
	const send = () => {
		if (response.destroyed) return;
		onAnswer(delivery.ending === 'reset' ? 'reset' : delivery.answer.status);
		if (delivery.ending === 'reset') response.socket?.resetAndDestroy();
		else write(delivery.answer, response, delivery.ending);
	};
	const delayMs = latencyMs + (delivery.ending === 'reset' ? 0 : delivery.delayMs);
	if (delayMs === 0) return send();
	const timer = setTimeout(send, delayMs);
	response.on('close', () => clearTimeout(timer));
}

function write(answer: Answer, response: ServerResponse, ending: 'whole' | 'cut'): void {
	const { status, headers, text } = answer;
	const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(text) };
	response.writeHead(status, { ...headers, ...length });
	if (ending === 'cut') response.write(halve(text), () => response.socket?.destroy());
	else response.end(text);
}
