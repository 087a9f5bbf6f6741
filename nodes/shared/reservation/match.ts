import type { ChargeFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';

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
	// What was asked for in vain stays so until a taker has moved.
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

/** How well an item matches the wanted fields. Some services keep texts in capitals, so case does not matter. */
export function fitOf(wanted: ChargeFields, actual: ChargeFields): Fit {
	const [wish, item] = [comparable(wanted), comparable(actual)];
	let hasMore = false;
	for (const [n, value] of wish.entries()) {
		if (value === undefined) hasMore ||= (item[n] ?? '') !== '';
		else if (value !== (item[n] ?? '')) return undefined;
	}
	return hasMore ? 'filledIn' : 'exact';
}

/** Those wanted fields that an item has otherwise. Fields that are not wanted, or blank, are left alone. */
export function differencesOf(wanted: ChargeFields, actual: ChargeFields): ChargeFields {
	const names = CHARGE_FIELDS.filter((name) => {
		const [value, other = ''] = [wanted[name], actual[name]];
		if (value === undefined || value === other) return false;
		return typeof value === 'number' || comparableText(String(other)) !== comparableText(value);
	});
	return Object.fromEntries(names.map((name) => [name, wanted[name]]));
}

const known = new WeakMap<ChargeFields, Array<string | number | undefined>>();

/** Kept, because every wish is compared with every charge. */
function comparable(fields: ChargeFields): Array<string | number | undefined> {
	const values =
		known.get(fields) ??
		CHARGE_FIELDS.map((name) => {
			const value = fields[name];
			return typeof value === 'string' ? comparableText(value).toUpperCase() : value;
		});
	known.set(fields, values);
	return values;
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	'#039': "'",
};

/** Without what services change in a text that people read as the same: blanks, line breaks, accents' encoding, HTML escapes. */
function comparableText(text: string): string {
	return text
		.replace(/&(amp|lt|gt|quot|apos|#0?39);/g, (_, name: string) => ENTITIES[name] ?? '')
		.normalize('NFC')
		.replace(/\s+/g, ' ')
		.trim();
}
