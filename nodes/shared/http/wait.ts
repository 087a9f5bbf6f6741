import { sleep } from 'n8n-workflow';

import { CanceledError } from '../n8n/userError';

export const LONGEST_WAIT_MS = 120_000;
/** A timer for each request would cost more. */
const WATCH_MS = 1_000;
const FIRST_WAIT_MS = 500;
const LONGEST_GROWING_WAIT_MS = 30_000;

/**
 * In milliseconds from some beginning. It is never set, unlike the time of day.
 */
export function clock(): number {
	return performance.now();
}

const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * One listener serves all requests, as Node.js warns of more than ten on a
 * signal.
 *
 * @returns what removes the callback
 */
export function onAbort(
	signal: AbortSignal | undefined,
	callback: () => void,
): () => void {
	if (!signal) return () => undefined;
	if (signal.aborted) callback();
	const known = callbacks.get(signal);
	const all = known ?? new Set();
	if (!known) {
		callbacks.set(signal, all);
		signal.addEventListener('abort', () => all.forEach((each) => each()), {
			once: true,
		});
	}
	all.add(callback);
	return () => all.delete(callback);
}

/**
 * Ends early when the execution is stopped, as n8n's own `sleep` does from 2.41
 * on.
 */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	if (ms <= 0 || signal?.aborted) return;
	await new Promise<void>((resolve) => {
		const stopListening = onAbort(signal, resolve);
		void sleep(Math.ceil(ms)).then(resolve).then(stopListening);
	});
}

const deadlines = new Map<() => void, number>();
let isWatched = false;

/**
 * n8n's timeout counts from the last byte, so a slow answer might never end,
 * and a stopped execution does not end a login.
 *
 * @throws Error with the code ETIMEDOUT within a second after `ms`
 * @throws CanceledError when the execution is stopped first
 */
export async function withDeadline<Result>(
	work: Promise<Result>,
	{ ms, signal }: { ms: number; signal?: AbortSignal },
): Promise<Result> {
	let end: (reason: Error) => void = () => undefined;
	const ended = new Promise<never>((_, reject) => (end = reject));
	const giveUp = (): void =>
		end(
			Object.assign(new Error('The answer did not end in time'), {
				code: 'ETIMEDOUT',
			}),
		);
	deadlines.set(giveUp, clock() + ms);
	if (!isWatched) void watchDeadlines();
	const stopListening = onAbort(signal, () => end(new CanceledError()));
	return await Promise.race([work, ended]).finally(() => {
		deadlines.delete(giveUp);
		stopListening();
	});
}

async function watchDeadlines(): Promise<void> {
	isWatched = true;
	while (deadlines.size > 0) {
		await sleep(WATCH_MS);
		for (const [giveUp, due] of deadlines) if (due <= clock()) giveUp();
	}
	isWatched = false;
}

export function doublingWait(tries: number): number {
	return Math.min(LONGEST_GROWING_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/** Longer by chance, so that several processes do not come back together. */
export function spread(ms: number): number {
	return ms * (1 + Math.random() / 10);
}

/**
 * How long a Retry-After header asks to wait (RFC 9110: seconds or an HTTP
 * date), in milliseconds.
 */
export function retryAfterOf(headers: {
	[name: string]: unknown;
}): number | undefined {
	const value = headers['retry-after'];
	if (/^\s*\d+(\.\d+)?\s*$/.test(String(value))) return Number(value) * 1000;
	const until = dateOf(value);
	// By the clock of the service: one of the two may be wrong.
	const now = dateOf(headers.date) ?? Date.now();
	return until === undefined ? undefined : Math.max(0, until - now);
}

function dateOf(header: unknown): number | undefined {
	// Date.parse alone takes "soon 5" for a date in May.
	if (!/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(String(header))) {
		return undefined;
	}
	const date = Date.parse(String(header));
	return Number.isNaN(date) ? undefined : date;
}
