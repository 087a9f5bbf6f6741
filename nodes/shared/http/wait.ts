import { CanceledError } from '../n8n/userError';

/** In milliseconds; never set, unlike the time of day. */
export function clock(): number {
	return performance.now();
}

/** Node.js warns of more than ten listeners on a signal, so there is one. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function waitingFor(signal: AbortSignal): Set<() => void> {
	const known = waiting.get(signal);
	if (known) return known;
	const all = new Set<() => void>();
	waiting.set(signal, all);
	signal.addEventListener('abort', () => all.forEach((each) => each()));
	return all;
}

/** @throws CanceledError when the execution is stopped first */
export async function untilStopped<Result>(
	work: Promise<Result>,
	signal: AbortSignal | undefined,
): Promise<Result> {
	if (!signal) return await work;
	if (signal.aborted) throw new CanceledError();
	const all = waitingFor(signal);
	let stop = (): void => undefined;
	const stopped = new Promise<never>((_, refuse) => {
		stop = () => refuse(new CanceledError());
		all.add(stop);
	});
	return await Promise.race([work, stopped]).finally(() => all.delete(stop));
}
