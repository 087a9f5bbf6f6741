/** Several at a time, started in their order. Once it should stop, what is under way is finished and the rest is left. */
export async function runInOrder<Item>(
	items: Item[],
	{ concurrency, shouldStop }: { concurrency: number; shouldStop: () => boolean },
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const rest = items.values();
	const takeOneAfterAnother = async (): Promise<void> => {
		for (const item of rest) {
			if (shouldStop()) return;
			await work(item);
		}
	};
	const length = Math.min(concurrency, items.length);
	await Promise.all(Array.from({ length }, takeOneAfterAnother));
}

export function groupedBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
	const groups = new Map<Key, Item[]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group) group.push(item);
		else groups.set(key, [item]);
	}
	return groups;
}
