import { CanceledError } from '../n8n/userError';

/** In milliseconds; never set, unlike the time of day. */
export function clock(): number {
	return performance.now();
}

const stops = new WeakMap<AbortSignal, Promise<never>>();

/** Only one, as Node.js warns of more than ten listeners on a signal. */
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
	signal: AbortSignal | undefined,
): Promise<Result> {
	if (!signal) return await work;
	if (signal.aborted) throw new CanceledError();
	// A race keeps its result as long as the signal is there: so it has none.
	const end = work.then(() => undefined);
	await Promise.race([end, stops.get(signal) ?? stopOf(signal)]);
	return await work;
}
