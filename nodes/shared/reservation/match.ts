import type { ChargeFields } from '../format/fields';
import { CHARGE_FIELDS, isSameValue, withoutCase } from '../format/fields';

/**
 * `filledIn`: the item has more than the wish, as a service may fill in empty
 * fields.
 */
export type Fit = 'exact' | 'filledIn' | undefined;

/**
 * Gives each wish one item at most: exact matches first, then as many others as
 * possible. First come, first served would find fewer, and the rest would be
 * charged again.
 */
export function assign<Wish, Item>(
	wishes: Wish[],
	items: Item[],
	fit: (wish: Wish, item: Item) => Fit,
): Array<Item | undefined> {
	const free = [...items];
	const found = wishes.map((wish) => {
		const index = free.findIndex((item) => fit(wish, item) === 'exact');
		return index < 0 ? undefined : free.splice(index, 1)[0];
	});
	const takers = new Map<Item, number>();
	// An item tried without success is not tried again until a wish has found
	// one.
	let asked = new Set<Item>();
	const place = (wish: number): boolean => {
		for (const item of free) {
			if (asked.has(item) || !fit(wishes[wish] as Wish, item)) continue;
			asked.add(item);
			const holder = takers.get(item);
			if (holder !== undefined && !place(holder)) continue;
			takers.set(item, wish);
			found[wish] = item;
			return true;
		}
		return false;
	};
	for (const wish of wishes.keys()) {
		if (found[wish] === undefined && place(wish)) asked = new Set();
	}
	return found;
}

/** Case does not matter. */
export function fitOf(wanted: ChargeFields, actual: ChargeFields): Fit {
	const [wish, item] = [comparable(wanted), comparable(actual)];
	let hasMore = false;
	for (const [n, value] of wish.entries()) {
		if (value === undefined) hasMore ||= (item[n] ?? '') !== '';
		else if (value !== (item[n] ?? '')) return undefined;
	}
	return hasMore ? 'filledIn' : 'exact';
}

/** The fields that are wanted otherwise than they are. */
export function differencesOf(wanted: ChargeFields, actual: ChargeFields) {
	return CHARGE_FIELDS.filter((name) => {
		const value = wanted[name];
		return value !== undefined && !isSameValue(value, actual[name]);
	});
}

const known = new WeakMap<ChargeFields, Array<string | number | undefined>>();

/** Cached, as every wish is compared with every charge. */
function comparable(fields: ChargeFields): Array<string | number | undefined> {
	const values =
		known.get(fields) ?? CHARGE_FIELDS.map((name) => withoutCase(fields[name]));
	known.set(fields, values);
	return values;
}
