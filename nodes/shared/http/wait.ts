import { CanceledError } from '../n8n/userError';

/** In milliseconds; nobody sets it, unlike the time of day. */
export function clock(): number {
	return performance.now();
}

/** One of a signal, as Node.js warns of more than ten listeners. */
const stops = new WeakMap<AbortSignal, Promise<never>>();

function stopOf(signal: AbortSignal): Promise<never> {
	const stop = new Promise<never>((_, refuse) => {
		signal.addEventListener('abort', () => refuse(new CanceledError()));
	});
	stops.set(signal, stop);
	return stop;
}

/** @throws CanceledError when the execution is stopped first */
export async function untilStopped<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result> {
	if (!signal) return await work;
	if (signal.aborted) throw new CanceledError();
	// A race keeps its result as long as the signal lives.
	const end = work.then(() => undefined);
	await Promise.race([end, stops.get(signal) ?? stopOf(signal)]);
	return await work;
}
