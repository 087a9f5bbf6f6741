import { CanceledError } from '../n8n/userError';

/** In milliseconds; nobody sets it, unlike the time of day. */
export function clock(): number {
	return performance.now();
}

/** @throws CanceledError when the execution is stopped first */
export async function untilStopped<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result> {
	if (!signal) return await work;
	let stop = (): void => undefined;
	const stopped = new Promise<never>((_, refuse) => {
		stop = () => refuse(new CanceledError());
	});
	if (signal.aborted) stop();
	signal.addEventListener('abort', stop);
	const ending = Promise.race([stopped, work]);
	return await ending.finally(() => signal.removeEventListener('abort', stop));
}
