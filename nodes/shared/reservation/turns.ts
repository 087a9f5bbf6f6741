import { withDeadline } from '../http/wait';

/**
 * When the last one in line is done, by what they wait for. What nobody uses
 * has no entry.
 */
const lines = new Map<string, Promise<void>>();

export interface Turn {
	end: () => void;
	/** Somebody else was first. */
	hasWaited: boolean;
}

/**
 * Waits until all who came before are done. Whoever has the turn of a
 * reservation may wait for that of the account's first change, and for nothing
 * else; whoever has that one waits for nobody, and requests have deadlines: so
 * nobody waits for ever.
 *
 * @throws CanceledError when the execution is stopped before its turn
 */
export async function takeTurn(
	key: string,
	signal?: AbortSignal,
): Promise<Turn> {
	const before = lines.get(key);
	let end = (): void => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	// After those before it, even if it stops waiting for them.
	const last = ended.then(async () => await before);
	lines.set(key, last);
	void last.then(() => lines.get(key) === last && lines.delete(key));
	if (!before) return { end, hasWaited: false };
	await withDeadline(before, { ms: Infinity, signal }).catch(
		(error: unknown) => {
			end();
			throw error;
		},
	);
	return { end, hasWaited: true };
}
