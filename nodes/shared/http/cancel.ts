import { CanceledError } from '../errors/requestFailure';

/**
 * Waits for `work`, but no longer than the execution lives. n8n ends a request when the user stops the
 * execution, but not a login that comes before it.
 *
 * @throws CanceledError when the execution is stopped first; what becomes of `work` is then of no interest
 */
export async function unlessCanceled<Result>(
	work: Promise<Result>,
	signal?: AbortSignal,
): Promise<Result> {
	if (!signal) return await work;
	let onAbort = (): void => {};
	const canceled = new Promise<never>((_resolve, reject) => {
		onAbort = () => reject(new CanceledError());
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([work, canceled]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}
