import type { Session } from '../http/session';
import { untilStopped } from '../http/wait';

const lines = new Map<string, Promise<unknown>>();

/**
 * After all that came before are done with a reservation. Nobody asks for a
 * second turn while having one.
 *
 * @throws CanceledError
 */
export async function inTurn<Result>(
	session: Session,
	key: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const signal = session.client.options.signal;
	const before = lines.get(key);
	const own = before ? untilStopped(before, signal).then(work) : work();
	// After those before it, even if it stops waiting.
	const last = Promise.allSettled([before, own]);
	lines.set(key, last);
	void last.then(() => lines.get(key) === last && lines.delete(key));
	return await own;
}
