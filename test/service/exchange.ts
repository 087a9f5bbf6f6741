import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';
import { answerRequest } from './endpoints';
import type { ServiceState } from './endpoints';
import { halve, playFault, whole } from './faultPlay';
import type { Delivery } from './faultPlay';
import type { Fault, FaultPlan } from './faults';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest, RequestLog } from './requestLog';

/** The service as one exchange sees it. */
export interface ExchangeContext extends ServiceState {
	readonly log: RequestLog;
	readonly faults: FaultPlan;
	/** Absent: as many requests as you like. */
	rateLimit?: RateLimit;
	latencyMs: number;
	readonly inFlight: { current: number; peak: number };
}

/**
 * One request and its answer. The fault is decided when the head arrives, the request is carried out when the body is
 * there, and the answer leaves after the latency.
 */
export function serveRequest(
	request: IncomingMessage,
	response: ServerResponse,
	service: ExchangeContext,
	pathPrefix: string,
): void {
	const entry = service.log.append(readHead(request, pathPrefix));
	const fault = refusalOf(service) ?? service.faults.decide(entry.method, entry.path);
	if (fault) entry.fault = fault.kind;
	const leave = enter(service.inFlight);
	response.on('close', () => {
		entry.status ??= 'reset';
		leave();
	});
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		entry.body = parse(Buffer.concat(chunks).toString());
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

function refusalOf({ rateLimit }: ExchangeContext): Fault | undefined {
	if (rateLimit === undefined || rateLimit.take()) return undefined;
	return { kind: 'tooManyRequests', retryAfter: rateLimit.retryAfter };
}

function readHead(request: IncomingMessage, pathPrefix: string): Omit<LoggedRequest, 'n'> {
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
