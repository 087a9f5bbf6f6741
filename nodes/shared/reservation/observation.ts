import type { ChargeFields, WrittenFields } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { groupedBy } from '../lists/grouping';
import type { Wish } from './desired';
import type { Input } from './input';
import { createOf } from './input';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from '../lists/reservations';

/** Interchangeable inputs: what is wanted of a reservation is counted by kinds. */
export interface Kind {
	/** In input order, without those that were done before. */
	inputs: Input[];
	isByReference: boolean;
}

/** A list, and which item of it stands for which input. */
export interface Observation {
	items: ExistingItem[];
	placed: Map<Input, ExistingItem>;
	/** Items that stand for no input. */
	free: ExistingItem[];
	byReference: Map<string | undefined, ExistingItem[]>;
	byId: Map<string | undefined, ExistingItem>;
}

/** Says which items of a list are what is wanted. */
export class Matcher {
	readonly kinds: Kind[] = [];
	/** Those of inputs that are known by them. */
	private readonly references = new Set<string | undefined>();

	constructor(
		private readonly inputs: readonly Input[],
		private readonly mapper: Pick<Mapper, 'showsCustom'>,
	) {
		for (const { desired } of inputs) {
			if (desired.matchBy === 'reference') this.references.add(desired.fields.reference);
		}
		const open = inputs.filter(({ earlier }) => earlier?.state !== 'done');
		for (const alike of groupedBy(open, kindOf).values()) {
			const isByReference = alike[0]?.desired.matchBy === 'reference';
			this.kinds.push({ inputs: alike, isByReference });
		}
	}

	/** @param ownIds by input, the ID that the answer to its create gave: what the list shows under it stands for that input */
	observe(items: ExistingItem[], ownIds: Map<Input, string>): Observation {
		const byReference = groupedBy(items, ({ fields }) => fields.reference);
		const byId = new Map(items.map((item) => [item.id, item]));
		const placed = new Map<Input, ExistingItem>();
		for (const [input, id] of ownIds) {
			const item = byId.get(id);
			if (item && this.fit(input, item)) placed.set(input, item);
		}
		// What an earlier try has made, or may have made, stands for its own input first, and for one that was refused last.
		const inputs = this.inputs.filter((input) => !placed.has(input));
		inputs.sort((a, b) => rankOf(a) - rankOf(b));
		const free = freeOf(items, placed);
		const found = assign(
			inputs,
			free,
			(input, item) => this.fit(input, item) ?? fitAsSent(input, item),
		);
		for (const [n, input] of inputs.entries()) {
			if (found[n]) placed.set(input, found[n]);
		}
		return { items, placed, free: freeOf(items, placed), byReference, byId };
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

function freeOf(items: ExistingItem[], placed: Observation['placed']): ExistingItem[] {
	const taken = new Set(placed.values());
	return items.filter((item) => !taken.has(item));
}

function rankOf(input: Input): number {
	if (input.earlier?.state === 'done') return 0;
	if (createOf(input)?.answered === 'refused') return 3;
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
	return unmetFields(wish, item).length + lostFields(wish, before, item).length === 0;
}

/** The wanted fields that an item shows otherwise. */
export function unmetFields({ desired, listedAs }: Wish, item: ExistingItem) {
	return differencesOf(listedAs, item.fields).filter((name) => desired.fields[name] !== undefined);
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

/** What an earlier try may have made is looked for as it was sent then, too. */
function fitAsSent({ earlier }: Wish, item: ExistingItem): Fit {
	if (earlier?.state !== 'unclear') return undefined;
	const { protection, fields } = earlier.sentAs;
	const isAsSent =
		protection === 'reference'
			? item.fields.reference === fields.reference
			: fitFields(fields, item) !== undefined;
	return isAsSent ? 'filledIn' : undefined;
}

/** A reference at the end of a description is part of it, and no input's description ends like that. */
function fitFields(wanted: WrittenFields, item: ExistingItem): Fit {
	if (item.mark !== undefined || item.isMismatched) return undefined;
	return fitOf(wanted, item.fields);
}
