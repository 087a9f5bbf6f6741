import type { ChargeFields, WrittenFields } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { groupedBy } from '../lists/grouping';
import type { Wish } from './desired';
import type { Input } from './sent';
import { mayExist } from './sent';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from '../lists/reservations';

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
		this.placeBySameFields(placed, items);
		const free = this.placeAsSent(placed, freeOf(placed, items));
		return { items, placed, free, byReference, byId };
	}

	private placeBySameFields(placed: Observation['placed'], items: ExistingItem[]): void {
		const inputs = this.inputs.filter((input) => {
			return input.desired.matchBy === 'sameFields' && !placed.has(input);
		});
		// What an earlier try has made, or may have made, stands for its own input first, and for one that was refused last.
		inputs.sort((a, b) => rankOf(a) - rankOf(b));
		const free = freeOf(placed, items);
		const found = assign(inputs, free, (input, item) => this.fit(input, item));
		for (const [n, input] of inputs.entries()) {
			if (found[n]) placed.set(input, found[n]);
		}
	}

	/** What an earlier try may have made, as it was sent then. Returns what is left. */
	private placeAsSent(placed: Observation['placed'], free: ExistingItem[]): ExistingItem[] {
		for (const input of this.inputs) {
			const item = placed.has(input) ? undefined : asSentOf(input, free);
			if (!item) continue;
			placed.set(input, item);
			free = free.filter((each) => each !== item);
		}
		return free;
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
		if (differencesOf(desired.fields, item.fields).length > 0) return true;
		return !this.mapper.showsCustom(desired.custom, item.raw);
	}
}

function freeOf(placed: Observation['placed'], items: ExistingItem[]): ExistingItem[] {
	const taken = new Set(placed.values());
	return items.filter((item) => !taken.has(item));
}

function rankOf(input: Input): number {
	if (input.earlier?.state === 'done') return 0;
	if (input.creates.length > 0 && !mayExist(input)) return 3;
	return input.earlier ? 1 : 2;
}

function kindOf(wish: Wish): string {
	if (wish.desired.matchBy === 'reference') return `reference ${wish.desired.fields.reference}`;
	return `fields ${JSON.stringify(wish.listedAs, Object.keys(wish.listedAs).sort())}`;
}

export function fitOfWish(wish: Wish, item: ExistingItem): Fit {
	if (wish.desired.matchBy === 'sameFields') return fitFields(wish.listedAs, item);
	return item.fields.reference === wish.desired.fields.reference ? 'exact' : undefined;
}

/** How many inputs an item stands for. */
export function countPlaced(list: Observation, inputs: Input[]): number {
	return inputs.filter((input) => list.placed.has(input)).length;
}

/** True where the list does not show what an update has wanted, or not all else as before. */
export function isUnseen(input: Input, list: Observation): boolean {
	const { update } = input;
	if (!update || update.answered === 'refused') return false;
	const item = list.byId.get(update.before.id ?? '');
	return !item || !isUpdated(input, update.before, item);
}

/** True where an update is seen: all wanted fields, and those that it did not name as before. */
export function isUpdated(wish: Wish, before: ExistingItem, item: ExistingItem): boolean {
	return isAsWanted(wish, item) && lostFields(wish, before, item).length === 0;
}

/** True where an item shows all wanted fields. */
export function isAsWanted(wish: Wish, item: ExistingItem): boolean {
	const given = wish.desired.fields;
	return differencesOf(wish.listedAs, item.fields).every((name) => given[name] === undefined);
}

/** What an update has changed although neither a field nor Custom Fields have set it. */
export function lostFields(wish: Wish, before: ExistingItem, item: ExistingItem) {
	const given = wish.desired.fields;
	return differencesOf(before.fields, item.fields).filter((name) => {
		return given[name] === undefined && !wish.setByCustom.has(name);
	});
}

/** True where an item that was asked for by its ID is what the list showed, or what was sent. */
export function isSameCharge(expected: ChargeFields, { fields }: ExistingItem): boolean {
	const isNamed = fields.amount !== undefined || fields.description !== undefined;
	const differing = differencesOf(expected, fields);
	return isNamed && differing.every((name) => fields[name] === undefined);
}

/** What an earlier try may have made, looked for as it was sent then. */
function asSentOf(wish: Wish, free: ExistingItem[]): ExistingItem | undefined {
	if (wish.earlier?.state !== 'unclear') return undefined;
	const { protection, fields } = wish.earlier.sentAs;
	if (protection !== 'reference') return free.find((item) => fitFields(fields, item));
	return free.find((item) => item.fields.reference === fields.reference);
}

/** A reference at the end of a description is part of it, and no input's description ends like that. */
function fitFields(wanted: WrittenFields, item: ExistingItem): Fit {
	if (item.mark !== undefined || item.isMismatched) return undefined;
	return fitOf(wanted, item.fields);
}
