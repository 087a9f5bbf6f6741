/**
 * Several at a time, started in their order. Once it should stop, or one
 * throws, what is under way is finished and the rest is left.
 */
export async function runInOrder<Item>(
	items: Item[],
	{
		concurrency,
		shouldStop,
	}: { concurrency: number; shouldStop?: () => boolean },
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const rest = generate(items);
	const takeOneAfterAnother = async (): Promise<void> => {
		for (const item of rest) {
			// Whoever leaves the loop, also by an error, ends `rest` for all.
			if (shouldStop?.()) return;
			await work(item);
		}
	};
	const length = Math.min(concurrency, items.length);
	await allDone(Array.from({ length }, takeOneAfterAnother));
}

function* generate<Item>(items: Item[]): Generator<Item> {
	yield* items;
}

/**
 * Waits for all, also where one fails: nothing goes on behind a finished
 * execution.
 */
export async function allDone(work: Array<Promise<void>>): Promise<void> {
	const results = await Promise.allSettled(work);
	for (const result of results) {
		if (result.status === 'rejected') throw result.reason;
	}
}
