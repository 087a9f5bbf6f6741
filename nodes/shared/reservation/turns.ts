import { untilStopped } from '../http/wait';

const lines = new Map<string, Promise<void>>();

/**
 * Waits until all that came before are done with a reservation. Nobody waits for
 * a second turn while having one.
 *
 * @returns what ends the turn
 * @throws CanceledError
 */
export async function takeTurn(
	key: string,
	signal?: AbortSignal,
): Promise<() => void> {
	const before = lines.get(key);
	let end = (): void => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	// After those before it, even if it stops waiting.
	const last = ended.then(async () => await before);
	lines.set(key, last);
	void last.then(() => lines.get(key) === last && lines.delete(key));
	const waiting = before && untilStopped(before, signal);
	await waiting?.catch((error: unknown) => {
		end();
		throw error;
	});
	return end;
}
