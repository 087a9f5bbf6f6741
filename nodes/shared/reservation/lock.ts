import { CanceledError, onAbort } from '../http/wait';

/** Starts those who wait for a reservation, in the order in which they came. A free reservation has no entry. */
const waiting = new Map<string, Array<() => void>>();

/**
 * Does `work` while no other execution of this process does work under the same key. Whoever holds a lock waits for no
 * other one, and each of its requests has a deadline: so nobody waits for ever.
 *
 * @param signal aborted when the user stops the execution
 * @throws CanceledError when the execution is stopped before it has the lock
 */
export async function withLock<Result>(
	key: string,
	signal: AbortSignal | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	if (signal?.aborted) throw new CanceledError();
	const line = waiting.get(key);
	if (line) await waitIn(line, signal);
	else waiting.set(key, []);
	try {
		return await work();
	} finally {
		const next = waiting.get(key)?.shift();
		if (next) next();
		else waiting.delete(key);
	}
}

async function waitIn(line: Array<() => void>, signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const start = (): void => {
			takeBack();
			resolve();
		};
		const takeBack = onAbort(signal, () => {
			line.splice(line.indexOf(start), 1);
			reject(new CanceledError());
		});
		line.push(start);
	});
}
