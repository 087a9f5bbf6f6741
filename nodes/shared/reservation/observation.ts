import type { ChargeFields, WrittenFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { groupedBy } from './grouping';
import type { Wish } from './desired';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from './reservations';

/** Interchangeable inputs: what is wanted of a reservation is counted by kinds. */
export interface Kind {
	/** The first of its wishes: in what is counted, the others are like it. */
	wish: Wish;
	/** The indexes of its wishes, in input order. */
	wishes: number[];
	isByReference: boolean;
}

/** A list, and which item of it stands for which wish. */
export interface Observation {
	items: ExistingItem[];
	/** By the index of the wish. */
	placed: Array<ExistingItem | undefined>;
	/** Where none is placed: what an earlier try of the execution has made, other than it is wanted now. */
	asSent: Array<ExistingItem | undefined>;
	/** Items that stand for no wish. */
	free: ExistingItem[];
	byReference: Map<string | undefined, ExistingItem[]>;
	byId: Map<string | undefined, ExistingItem>;
}

/** Says which items of a list are what is wanted. */
export class Matcher {
	readonly kinds: Kind[] = [];
	private readonly references = new Set<string | undefined>();

	constructor(
		private readonly wishes: readonly Wish[],
		private readonly mapper: Pick<Mapper, 'customChanges'>,
	) {
		for (const alike of groupedBy([...wishes.entries()], ([, wish]) => kindOf(wish)).values()) {
			const [[, wish]] = alike as [[number, Wish]];
			const isByReference = wish.desired.matchBy === 'reference';
			this.kinds.push({ wish, wishes: alike.map(([n]) => n), isByReference });
			if (isByReference) this.references.add(wish.desired.fields.reference);
		}
	}

	observe(items: ExistingItem[]): Observation {
		const byReference = groupedBy(items, ({ fields }) => fields.reference);
		const placed: Observation['placed'] = [];
		const bySameFields: number[] = [];
		for (const [n, { desired }] of this.wishes.entries()) {
			if (desired.matchBy === 'sameFields') bySameFields.push(n);
			else placed[n] = byReference.get(desired.fields.reference)?.[0];
		}
		// What an earlier try has made, or may have made, stands for its own input first.
		bySameFields.sort((a, b) => this.rankOf(a) - this.rankOf(b));
		const found = assign(bySameFields, items, (n, item) => this.fit(this.wishes[n] as Wish, item));
		for (const [at, n] of bySameFields.entries()) placed[n] = found[at];
		const taken = new Set(placed);
		const free = items.filter((item) => !taken.has(item));
		const asSent = this.wishes.map((wish, n) => (placed[n] ? undefined : asSentOf(wish, free)));
		const byId = new Map(items.map((item) => [item.id, item]));
		return { items, placed, asSent, free, byReference, byId };
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
		const changes = {
			...differencesOf(desired.fields, item.fields),
			...this.mapper.customChanges(desired.custom, item.raw),
		};
		return Object.keys(changes).length > 0;
	}

	private rankOf(n: number): number {
		const state = this.wishes[n]?.earlier?.state;
		if (state === 'done') return 0;
		return state ? 1 : 2;
	}
}

/** Wishes of one kind are interchangeable, and are counted. */
function kindOf({ desired, listedAs }: Wish): string {
	if (desired.matchBy === 'reference') return `reference ${desired.fields.reference}`;
	return `fields ${JSON.stringify(listedAs, Object.keys(listedAs).sort())}`;
}

export function fitOfWish({ desired, listedAs }: Wish, item: ExistingItem): Fit {
	if (desired.matchBy === 'sameFields') return fitFields(listedAs, item);
	return item.fields.reference === desired.fields.reference ? 'exact' : undefined;
}

/** How many wishes an item stands for. */
export function countPlaced({ placed, asSent }: Observation, wishes: number[]): number {
	return wishes.filter((n) => placed[n] ?? asSent[n]).length;
}

/** True where an update is seen: all wanted fields, and those that it did not name as before. */
export function isUpdated(wish: Wish, before: ExistingItem, item: ExistingItem): boolean {
	const others = { ...before.fields };
	for (const name of CHARGE_FIELDS) if (isWanted(wish, name)) delete others[name];
	return isAsWanted(wish, item) && isShown(others, item.fields);
}

/** True where an item shows all wanted fields, as far as a list shows them. */
export function isAsWanted(wish: Wish, item: ExistingItem): boolean {
	const wanted = { ...wish.listedAs };
	for (const name of CHARGE_FIELDS) if (!isWanted(wish, name)) delete wanted[name];
	return isShown(wanted, item.fields);
}

/** True where an item that was asked for by its ID is what the list showed, or what was sent. */
export function isSameCharge(expected: WrittenFields, { fields }: ExistingItem): boolean {
	if (fields.amount === undefined && fields.description === undefined) return false;
	const shown = { ...expected };
	for (const name of CHARGE_FIELDS) if (fields[name] === undefined) delete shown[name];
	return isShown(shown, fields);
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

function isWanted({ desired }: Wish, name: keyof ChargeFields): boolean {
	return desired.fields[name] !== undefined;
}

function isShown(wanted: ChargeFields, actual: ChargeFields): boolean {
	return Object.keys(differencesOf(wanted, actual)).length === 0;
}
