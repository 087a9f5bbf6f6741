/** How well an item stands for a wish: the same, or the same and more, as a service may fill in what was left blank. */
export type Fit = 'exact' | 'filledIn' | undefined;

/**
 * Works out which item stands for which wish, each for one at most: exact matches first, then as many others as can be.
 * First come, first served would find fewer, and the rest would be charged again.
 *
 * @returns for each wish its item, or undefined where there is none
 */
export function assign<Wish, Item>(
	wishes: Wish[],
	items: Item[],
	fit: (wish: Wish, item: Item) => Fit,
): Array<Item | undefined> {
	const free = new Set(items);
	const exact = wishes.map((wish) => {
		for (const item of free) {
			if (fit(wish, item) !== 'exact') continue;
			free.delete(item);
			return item;
		}
		return undefined;
	});
	const takers = new Map<Item, number>();
	// What was asked for in vain stays so until somebody has moved.
	let asked = new Set<Item>();
	const place = (wish: number): boolean => {
		for (const item of free) {
			if (asked.has(item) || !fit(wishes[wish] as Wish, item)) continue;
			asked.add(item);
			const holder = takers.get(item);
			if (holder !== undefined && !place(holder)) continue;
			takers.set(item, wish);
			return true;
		}
		return false;
	};
	for (const [wish, found] of exact.entries()) {
		if (found === undefined && place(wish)) asked = new Set();
	}
	const placed = new Map([...takers].map(([item, wish]) => [wish, item]));
	return exact.map((item, wish) => item ?? placed.get(wish));
}
