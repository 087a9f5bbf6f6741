import { isSameValue } from '../format/compare';
import type { ChargeFields, WrittenFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { groupedBy } from '../lists/grouping';
import type { Wish } from './desired';
import type { Input } from './sent';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from '../lists/reservations';

type ChargeFieldName = (typeof CHARGE_FIELDS)[number];

/** Interchangeable inputs: what is wanted of a reservation is counted by kinds. */
export interface Kind {
	/** In input order. */
	inputs: Input[];
	isByReference: boolean;
}

/** A list, and which item of it stands for which input. */
export interface Observation {
	items: ExistingItem[];
	placed: Map<Wish, ExistingItem>;
	/** Where none is placed: what an earlier try of the execution has made, other than it is wanted now. */
	asSent: Map<Wish, ExistingItem>;
	/** Items that stand for no input. */
	free: ExistingItem[];
	byReference: Map<string | undefined, ExistingItem[]>;
	byId: Map<string, ExistingItem>;
}

/** Says which items of a list are what is wanted. */
export class Matcher {
	readonly kinds: Kind[] = [];
	private readonly references = new Set<string | undefined>();

	constructor(
		private readonly inputs: readonly Input[],
		private readonly mapper: Pick<Mapper, 'showsCustom'>,
	) {
		for (const alike of groupedBy(inputs, kindOf).values()) {
			const isByReference = alike.every(({ desired }) => desired.matchBy === 'reference');
			this.kinds.push({ inputs: alike, isByReference });
			if (isByReference) this.references.add(alike[0]?.desired.fields.reference);
		}
	}

	/** @param ownIds the IDs that answers to creates gave: what the list shows under one stands for its input */
	observe(items: ExistingItem[], ownIds: Map<string, Input>): Observation {
		const byReference = groupedBy(items, ({ fields }) => fields.reference);
		const byId = new Map<string, ExistingItem>();
		for (const item of items) {
			if (item.id !== undefined) byId.set(item.id, item);
		}
		const placed = new Map<Wish, ExistingItem>();
		for (const input of this.inputs) {
			const [item] = byReference.get(input.desired.fields.reference) ?? [];
			if (item && input.desired.matchBy === 'reference') placed.set(input, item);
		}
		for (const [id, input] of ownIds) {
			const item = byId.get(id);
			if (item && this.fit(input, item)) placed.set(input, item);
		}
		const bySameFields = this.inputs.filter((input) => {
			return input.desired.matchBy === 'sameFields' && !placed.has(input);
		});
		// What an earlier try has made, or may have made, stands for its own input first.
		bySameFields.sort((a, b) => rankOf(a) - rankOf(b));
		const placedItems = new Set(placed.values());
		const others = items.filter((item) => !placedItems.has(item));
		const found = assign(bySameFields, others, (input, item) => this.fit(input, item));
		for (const [n, input] of bySameFields.entries()) {
			if (found[n]) placed.set(input, found[n]);
		}
		const taken = new Set(placed.values());
		const free = items.filter((item) => !taken.has(item));
		const asSent = new Map<Wish, ExistingItem>();
		for (const input of this.inputs) {
			const item = placed.has(input) ? undefined : asSentOf(input, free);
			if (item) asSent.set(input, item);
		}
		return { items, placed, asSent, free, byReference, byId };
	}

	matchesOf({ inputs, isByReference }: Kind, { items, byReference }: Observation): ExistingItem[] {
		const [input] = inputs;
		if (!input) return [];
		if (isByReference) return byReference.get(input.desired.fields.reference) ?? [];
		return items.filter((item) => this.fit(input, item));
	}

	fit(wish: Wish, item: ExistingItem): Fit {
		const { reference } = item.fields;
		const isOfAnother = reference !== undefined && this.references.has(reference);
		if (isOfAnother && wish.desired.matchBy === 'sameFields') return undefined;
		return fitOfWish(wish, item);
	}

	/** True where an update has something to change, also where a list would not show it. */
	needsUpdate({ desired }: Wish, item: ExistingItem): boolean {
		if (desired.whenFound === 'keep') return false;
		const differences = differencesOf(desired.fields, item.fields);
		if (Object.keys(differences).length > 0) return true;
		return !this.mapper.showsCustom(desired.custom, item.raw);
	}
}

function rankOf({ earlier }: Wish): number {
	if (earlier?.state === 'done') return 0;
	return earlier ? 1 : 2;
}

function kindOf({ desired, listedAs }: Wish): string {
	if (desired.matchBy === 'reference') return `reference ${desired.fields.reference}`;
	return `fields ${JSON.stringify(listedAs, Object.keys(listedAs).sort())}`;
}

export function fitOfWish({ desired, listedAs }: Wish, item: ExistingItem): Fit {
	if (desired.matchBy === 'sameFields') return fitFields(listedAs, item);
	return item.fields.reference === desired.fields.reference ? 'exact' : undefined;
}

/** How many inputs an item stands for. */
export function countPlaced({ placed, asSent }: Observation, inputs: Input[]): number {
	return inputs.filter((input) => placed.has(input) || asSent.has(input)).length;
}

/** True where the list does not show what an update has wanted, or not all else as before. */
export function isUnseen(input: Input, { byId }: Observation): boolean {
	const { update } = input;
	if (!update || update.answered === 'refused') return false;
	const item = byId.get(update.before.id ?? '');
	return !item || !isUpdated(input, update.before, item);
}

/** True where an update is seen: all wanted fields, and those that it did not name as before. */
export function isUpdated(wish: Wish, before: ExistingItem, item: ExistingItem): boolean {
	const given = wish.desired.fields;
	const others = CHARGE_FIELDS.filter((name) => given[name] === undefined);
	return isAsWanted(wish, item) && shows(item, before.fields, others);
}

/** True where an item shows all wanted fields, as far as a list shows them. */
export function isAsWanted({ desired, listedAs }: Wish, item: ExistingItem): boolean {
	const given = CHARGE_FIELDS.filter((name) => desired.fields[name] !== undefined);
	return shows(item, listedAs, given);
}

/** True where an item that was asked for by its ID is what the list showed, or what was sent. */
export function isSameCharge(expected: ChargeFields, item: ExistingItem): boolean {
	const names = CHARGE_FIELDS.filter((name) => item.fields[name] !== undefined);
	const isNamed = names.includes('amount') || names.includes('description');
	return isNamed && shows(item, expected, names);
}

/** True where an item has some fields as expected, as far as anything is. */
function shows(item: ExistingItem, expected: ChargeFields, names: ChargeFieldName[]): boolean {
	for (const name of names) {
		const value = expected[name];
		if (value !== undefined && !isSameValue(value, item.fields[name])) return false;
	}
	return true;
}

/** What an earlier try may have made, looked for as it was sent then. */
function asSentOf({ earlier }: Wish, free: ExistingItem[]): ExistingItem | undefined {
	if (earlier?.state !== 'unclear') return undefined;
	const { protection, fields } = earlier.sentAs;
	if (protection !== 'reference') return free.find((item) => fitFields(fields, item));
	return free.find((item) => item.fields.reference === fields.reference);
}

/** A reference at the end of a description is part of it, and no input's description ends like that. */
function fitFields(wanted: WrittenFields, item: ExistingItem): Fit {
	if (item.mark !== undefined || item.isMismatched) return undefined;
	return fitOf(wanted, item.fields);
}
