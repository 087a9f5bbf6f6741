import { CanceledError, onAbort } from '../http/wait';

interface Line {
	/** Starts those who wait, in the order in which they came. */
	waiting: Array<() => void>;
}

/** Who has or wants which reservation: one execution of this process at a time. A free one has no line. */
const lines = new Map<string, Line>();

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
	const line = lines.get(key);
	if (line) await waitIn(line, signal);
	else lines.set(key, { waiting: [] });
	try {
		return await work();
	} finally {
		const next = lines.get(key)?.waiting.shift();
		if (next) next();
		else lines.delete(key);
	}
}

async function waitIn({ waiting }: Line, signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const start = (): void => {
			takeBack();
			resolve();
		};
		const takeBack = onAbort(signal, () => {
			waiting.splice(waiting.indexOf(start), 1);
			reject(new CanceledError());
		});
		waiting.push(start);
	});
}
