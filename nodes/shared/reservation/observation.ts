import type { ChargeFields, WrittenFields } from '../format/fields';
import { CHARGE_FIELDS } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { isSame } from '../lists/owners';
import { groupedBy } from './grouping';
import type { Wish } from './desired';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from './reservations';

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
	private readonly references: Set<string | undefined>;
	/** Asked for again after each request. */
	private readonly compared = new WeakMap<ExistingItem, { wish: Wish; needsUpdate: boolean }>();

	constructor(
		private readonly wishes: readonly Wish[],
		private readonly mapper: Pick<Mapper, 'customChanges'>,
	) {
		const byReference = wishes.filter(({ desired }) => desired.matchBy === 'reference');
		this.references = new Set(byReference.map(({ desired }) => desired.fields.reference));
	}

	/** Wishes of one kind are interchangeable, and are counted. */
	kindOf({ desired, listedAs }: Wish): string {
		if (desired.matchBy === 'reference') return `reference ${desired.fields.reference}`;
		return `fields ${JSON.stringify(listedAs, Object.keys(listedAs).sort())}`;
	}

	observe(items: ExistingItem[]): Observation {
		const byReference = groupedBy(items, ({ fields }) => fields.reference);
		const byId = new Map(items.map((item) => [item.id, item]));
		const placed = this.wishes.map(({ desired }) => {
			const isByReference = desired.matchBy === 'reference';
			return isByReference ? byReference.get(desired.fields.reference)?.[0] : undefined;
		});
		// What an earlier try has made, or may have made, stands for its own input first.
		const order = this.wishes.flatMap(({ desired }, n) =>
			desired.matchBy === 'sameFields' ? n : [],
		);
		order.sort((a, b) => this.rankOf(a) - this.rankOf(b));
		const found = assign(order, items, (n, item) => this.fit(this.wishes[n] as Wish, item));
		for (const [at, n] of order.entries()) placed[n] = found[at];
		const taken = new Set(placed);
		const free = items.filter((item) => !taken.has(item));
		const asSent = this.wishes.map((wish, n) => (placed[n] ? undefined : this.asSent(wish, free)));
		return { items, placed, asSent, free, byReference, byId };
	}

	fit({ desired, listedAs }: Wish, item: ExistingItem): Fit {
		const { reference } = item.fields;
		if (desired.matchBy === 'reference') {
			return reference === desired.fields.reference ? 'exact' : undefined;
		}
		const isOfAnother = reference !== undefined && this.references.has(reference);
		return isOfAnother ? undefined : this.fitFields(listedAs, item);
	}

	/** All items with the reference of a wish. */
	carriersOf({ desired }: Wish, { byReference }: Observation): ExistingItem[] {
		return byReference.get(desired.fields.reference) ?? [];
	}

	/** True where an update has something to change, also where a list would not show it. */
	needsUpdate(wish: Wish, item: ExistingItem): boolean {
		const known = this.compared.get(item);
		if (known?.wish === wish) return known.needsUpdate;
		const needsUpdate = this.differs(wish, item);
		this.compared.set(item, { wish, needsUpdate });
		return needsUpdate;
	}

	private differs({ desired }: Wish, item: ExistingItem): boolean {
		if (desired.whenFound === 'keep') return false;
		const { fields, custom } = desired;
		const changes = {
			...differencesOf(fields, item.fields),
			...this.mapper.customChanges(custom, item.raw),
		};
		return Object.keys(changes).length > 0;
	}

	/** True where an item shows all wanted fields, as far as a list shows them. */
	isAsWanted({ desired, listedAs }: Wish, item: ExistingItem): boolean {
		const given = CHARGE_FIELDS.filter((name) => desired.fields[name] !== undefined);
		return isShown(given, listedAs, item.fields);
	}

	/** True where an update has left alone what it did not name. */
	isKept({ desired }: Wish, before: ExistingItem, item: ExistingItem): boolean {
		const others = CHARGE_FIELDS.filter((name) => desired.fields[name] === undefined);
		return isShown(others, before.fields, item.fields);
	}

	/** True where an item shows what was sent. */
	isSent({ listedAs }: Wish, item: ExistingItem): boolean {
		const names = CHARGE_FIELDS.filter((name) => item.fields[name] !== undefined);
		const isNamed = item.fields.amount !== undefined || item.fields.description !== undefined;
		return (
			isNamed && isShown(names, item.fields, listedAs) && isShown(names, listedAs, item.fields)
		);
	}

	/** True where it is what is wanted now, but for the reference. */
	isMadeAsWanted({ desired, earlier, listedAs }: Wish, item: ExistingItem): boolean {
		const wasLooked = earlier?.state === 'unclear' && earlier.sentAs.protection !== 'off';
		return (
			wasLooked && desired.matchBy === 'sameFields' && fitOf(listedAs, item.fields) !== undefined
		);
	}

	/** True where an item that was asked for by its ID is the one that the list showed. */
	isSame(listed: ExistingItem, found: ExistingItem): boolean {
		const names = CHARGE_FIELDS.filter((name) => found.fields[name] !== undefined);
		const isNamed = found.fields.amount !== undefined || found.fields.description !== undefined;
		return (
			isNamed &&
			isShown(names, listed.fields, found.fields) &&
			found.fields.reference === listed.fields.reference
		);
	}

	/** True where it shows that it is on the reservation. */
	isPlacedOn(reservationId: string, { reservationId: shown }: ExistingItem): boolean {
		return isSame(shown, reservationId);
	}

	/** A reference at the end of a description is part of it, and no input's description ends like that. */
	private fitFields(wanted: WrittenFields, item: ExistingItem): Fit {
		if (item.mark !== undefined || item.isMismatched) return undefined;
		return fitOf(wanted, item.fields);
	}

	/** What an earlier try may have made, looked for as it was sent then. */
	private asSent({ earlier }: Wish, free: ExistingItem[]): ExistingItem | undefined {
		if (earlier?.state !== 'unclear') return undefined;
		const { protection, fields } = earlier.sentAs;
		return free.find((item) => {
			if (protection === 'reference') return item.fields.reference === fields.reference;
			return this.fitFields(fields, item) !== undefined;
		});
	}

	private rankOf(n: number): number {
		const { earlier } = this.wishes[n] as Wish;
		if (earlier?.state === 'done') return 0;
		return earlier ? 1 : 2;
	}
}

function isShown(
	names: ReadonlyArray<keyof ChargeFields>,
	wanted: ChargeFields,
	actual: ChargeFields,
): boolean {
	const values = Object.fromEntries(names.map((name) => [name, wanted[name]]));
	return Object.keys(differencesOf(values, actual)).length === 0;
}
