import type { Held, Wanted } from './stage';

/** Charges that are to be there and are not, with amount and day, and those that are there too often, by their descriptions. */
export interface Reckoning {
	lost: string[];
	doubled: string[];
}

/** Compares what is to be there with what is, each exactly once. */
export function reckon(wanted: Iterable<Wanted>, held: readonly Held[]): Reckoning {
	const result: Reckoning = { lost: [], doubled: [] };
	const names = new Set<string>();
	for (const { description, amount, date } of wanted) {
		names.add(description);
		const found = held.filter((item) => nameOf(item) === description);
		const isRight = found.some((item) => item.amount === amount && item.date === date);
		if (!isRight) result.lost.push(description);
		if (found.length > 1) result.doubled.push(description);
	}
	const unwanted = held.map(nameOf).filter((name) => !names.has(name));
	return { ...result, doubled: [...result.doubled, ...unwanted] };
}

/** Where the service knows no references, one stands behind the description. */
export function nameOf({ description }: Held): string {
	return description.split(' [ref:')[0] ?? '';
}
