/**
 * Several at a time, started in their order. Once it should stop, or one throws, what is under way is finished and the rest is
 * left.
 */
export async function runInOrder<Item>(
	items: Item[],
	{ concurrency, shouldStop }: { concurrency: number; shouldStop?: () => boolean },
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const rest = until(items, shouldStop);
	const takeOneAfterAnother = async (): Promise<void> => {
		// Where the work throws, `rest` ends for all.
		for (const item of rest) await work(item);
	};
	const length = Math.min(concurrency, items.length);
	await allDone(Array.from({ length }, takeOneAfterAnother));
}

function* until<Item>(items: Item[], shouldStop?: () => boolean): Generator<Item> {
	for (const item of items) {
		if (shouldStop?.()) return;
		yield item;
	}
}

/** Waits for all, also where one fails: nothing goes on behind a finished execution. */
export async function allDone(work: Array<Promise<void>>): Promise<void> {
	const results = await Promise.allSettled(work);
	for (const result of results) if (result.status === 'rejected') throw result.reason;
}
