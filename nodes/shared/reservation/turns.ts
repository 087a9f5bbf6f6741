const lines = new Map<string, Promise<unknown>>();

/**
 * After all that came before are done with a reservation. Nobody asks for a
 * second turn while having one.
 */
export async function inTurn<Result>(
	key: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const before = lines.get(key);
	const own = before ? before.then(work) : work();
	const last = Promise.allSettled([own]);
	lines.set(key, last);
	void last.then(() => lines.get(key) === last && lines.delete(key));
	return await own;
}
