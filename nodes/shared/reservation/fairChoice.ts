/** Someone who has to be given one of several items. */
export interface Taker<Item> {
	options: Item[];
	/** Takers with the same options are of one kind. */
	kind: string;
}

/**
 * Chooses one of several items that will do equally well, so that the others find as many of theirs as can be: who takes
 * the first best may take the only one that would have done for somebody else.
 *
 * @returns undefined only when there is nothing to choose from
 */
export function chooseFairly<Item>(options: Item[], others: Array<Taker<Item>>): Item | undefined {
	const own: Taker<Item> = { options, kind: '' };
	const takers = new Map<Item, Taker<Item>>();
	// Gives an item to a taker, if need be by having those who hold its options move to others of theirs.
	const place = (taker: Taker<Item>, asked: Set<Item>): boolean =>
		taker.options.some((item) => {
			if (asked.has(item)) return false;
			asked.add(item);
			const holder = takers.get(item);
			if (holder && !place(holder, asked)) return false;
			takers.set(item, taker);
			return true;
		});
	place(own, new Set());
	const withoutAny = new Set<string>();
	for (const taker of others) {
		// Where there was nothing for one, there is nothing for the next of its kind.
		if (withoutAny.has(taker.kind)) continue;
		if (!place(taker, new Set())) withoutAny.add(taker.kind);
	}
	return [...takers].find(([, taker]) => taker === own)?.[0];
}
