import { FAULT_KINDS } from './faults';
import type { Fault, FaultKind, RetryAfter } from './faults';

export interface RandomFaults {
	seed: number;
	/** Share of requests that go wrong, 0 to 1. */
	rate: number;
	/** Default: every kind but `redirect`; the two that hang ask for a client with a timeout. */
	kinds?: readonly FaultKind[];
	methods?: readonly string[];
	/** Tested against the path without prefix and query. */
	path?: RegExp;
	/** What a 429 may say, drawn like the rest; default: nothing, 1 second, or a date. */
	retryAfter?: readonly RetryAfter[];
	/** As in Fault. */
	delayMs?: number;
}

const KINDS = FAULT_KINDS.filter((kind) => kind !== 'redirect');
const RETRY_AFTER: readonly RetryAfter[] = [undefined, 1, 'date'];
const SERVER_ERRORS = [500, 502, 503, 504] as const;
const PROXY_ERRORS = [502, 503] as const;

/** Decides about one request; always draws three numbers, so that the next request's do not depend on this one's method. */
export function drawFault(
	{ settings, next }: { settings: RandomFaults; next: () => number },
	method: string,
	path: string,
): Fault | undefined {
	const goesWrong = next() < settings.rate;
	const kind = pick(settings.kinds ?? KINDS, next());
	const detail = next();
	const spared =
		settings.methods?.includes(method) === false || settings.path?.test(path) === false;
	if (!goesWrong || spared || kind === undefined) return undefined;
	const { delayMs } = settings;
	if (kind === 'tooManyRequests') {
		return { kind, delayMs, retryAfter: pick(settings.retryAfter ?? RETRY_AFTER, detail) };
	}
	const isError = kind === 'errorBefore' || kind === 'errorAfter';
	if (isError) return { kind, status: pick(SERVER_ERRORS, detail) };
	if (kind === 'htmlError') return { kind, status: pick(PROXY_ERRORS, detail) };
	return { kind, delayMs };
}

function pick<T>(choices: readonly T[], random: number): T | undefined {
	return choices[Math.floor(random * choices.length)];
}
