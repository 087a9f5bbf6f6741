import { sleep } from 'n8n-workflow';

import { CanceledError } from './requestFailure';

/** How often one looks whether something is overdue: a timer for each request would cost more than all else here. */
const STEP_MS = 1_000;

/** How long to wait for something at most. */
export interface Deadline {
	/** In milliseconds. */
	ms: number;
	/** Aborted when the user stops the execution. */
	signal?: AbortSignal;
}

interface Waiting {
	/** in epoch milliseconds */
	due: number;
	signal?: AbortSignal;
	giveUp: (reason: Error) => void;
}

const waiting = new Set<Waiting>();
const heardSignals = new WeakSet<AbortSignal>();
let isWatched = false;

/**
 * Waits for `work`, but not for ever: n8n's Timeout counts from the last byte, so an answer that comes in drops would never
 * end. Nor longer than the execution lives: n8n ends a request with it, but not the login before.
 *
 * @throws Error with the code ETIMEDOUT within a second after `ms`; what becomes of `work` is then of no interest
 * @throws CanceledError when the execution is stopped first; the same goes for `work`
 */
export async function withDeadline<Result>(
	work: Promise<Result>,
	{ ms, signal }: Deadline,
): Promise<Result> {
	return await new Promise<Result>((resolve, reject) => {
		const endWith =
			<Value>(end: (value: Value) => void) =>
			(value: Value): void => {
				waiting.delete(entry);
				end(value);
			};
		const giveUp = endWith(reject);
		const entry: Waiting = { due: Date.now() + ms, signal, giveUp };
		waiting.add(entry);
		work.then(endWith(resolve), giveUp);
		if (!isWatched) void watch();
		if (signal?.aborted) giveUp(new CanceledError());
		if (signal && !heardSignals.has(signal)) hear(signal);
	});
}

function hear(signal: AbortSignal): void {
	heardSignals.add(signal);
	const giveUp = (): void => {
		for (const entry of waiting) {
			if (entry.signal === signal) entry.giveUp(new CanceledError());
		}
	};
	signal.addEventListener('abort', giveUp, { once: true });
}

async function watch(): Promise<void> {
	isWatched = true;
	while (waiting.size > 0) {
		await sleep(STEP_MS);
		for (const { due, giveUp } of waiting) {
			if (due > Date.now()) continue;
			giveUp(Object.assign(new Error('The answer did not end in time'), { code: 'ETIMEDOUT' }));
		}
	}
	isWatched = false;
}
