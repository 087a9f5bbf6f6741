import type { IDataObject } from 'n8n-workflow';

import type { ChargeFields, FieldName, WrittenFields } from '../format/fields';
import type { Mapper } from '../format/mapper';
import { groupedBy } from '../lists/grouping';
import type { SentAs, Wish } from './desired';
import type { Input } from './input';
import { createOf } from './input';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from '../lists/reservations';

/**
 * Interchangeable inputs, in input order: what is wanted of a reservation is
 * counted by kinds.
 */
export type Kind = [Input, ...Input[]];

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
	/** The inputs that were not done before. */
	readonly kinds: Kind[];
	/** What inputs are found by. */
	private readonly references: ReadonlySet<string | undefined>;

	constructor(
		private readonly inputs: readonly Input[],
		private readonly mapper: Pick<
			Mapper,
			'showsCustom' | 'asUpdated' | 'withoutUnplaced'
		>,
	) {
		this.references = new Set(
			inputs.flatMap((input) => referenceOf(input) ?? []),
		);
		const open = inputs.filter((each) => each.earlier?.state !== 'done');
		this.kinds = [...groupedBy(open, kindOf).values()] as Kind[];
	}

	/**
	 * @param ownIds by input, the ID that the answer to its create gave: what the
	 * list shows under it stands for that input
	 */
	observe(items: ExistingItem[], ownIds: Map<Input, string>): Observation {
		const byId = new Map(items.map((item) => [item.id, item]));
		const byReference = groupedBy(items, (each) => each.fields.reference);
		const placed = new Map<Input, ExistingItem>();
		for (const input of this.inputs) {
			const own = byId.get(ownIds.get(input) ?? '');
			const [carrier] = byReference.get(referenceOf(input) ?? '') ?? [];
			const item = own && this.fit(input, own) ? own : carrier;
			if (item) placed.set(input, item);
		}
		// What an earlier try has made, or may have made, stands for its own input
		// first, and for one that was refused last.
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

	/** What has the reference of an input stands for no other. */
	fit(wish: Wish, item: ExistingItem): Fit {
		const isOfAnother =
			referenceOf(wish) === undefined &&
			this.references.has(item.fields.reference);
		return isOfAnother ? undefined : fitOfWish(wish, item);
	}

	/**
	 * True where an update has something to change, also where a list would not
	 * show it.
	 */
	needsUpdate({ desired }: Wish, item: ExistingItem): boolean {
		if (desired.whenFound === 'keep') return false;
		const wanted = this.mapper.withoutUnplaced(desired.fields);
		if (differencesOf(wanted, item.fields).length > 0) return true;
		return !this.mapper.showsCustom(desired.custom, item.raw);
	}

	/**
	 * What an update is to make of an item.
	 *
	 * @throws UserError when it cannot be sent
	 */
	updated({ desired }: Wish, { raw }: ExistingItem): IDataObject {
		return this.mapper.asUpdated(desired.fields, desired.custom, raw);
	}
}

function freeOf(
	items: ExistingItem[],
	placed: Observation['placed'],
): ExistingItem[] {
	const taken = new Set(placed.values());
	return items.filter((item) => !taken.has(item));
}

function rankOf(input: Input): number {
	if (input.earlier?.state === 'done') return 0;
	if (createOf(input)?.answered === 'refused') return 3;
	return input.earlier ? 1 : 2;
}

/** By which a wish is known, unless it is by its fields. */
export function referenceOf({ desired }: Wish): string | undefined {
	return desired.matchBy === 'reference' ? desired.fields.reference : undefined;
}

function kindOf(wish: Wish): string {
	const reference = referenceOf(wish);
	if (reference !== undefined) return `reference ${reference}`;
	return `fields ${JSON.stringify(wish.listedAs, Object.keys(wish.listedAs).sort())}`;
}

export function fitOfWish(
	{ desired, listedAs }: Wish,
	item: ExistingItem,
): Fit {
	return fitBy(desired.matchBy, listedAs, item);
}

/** True where a list does not show an update that was not refused. */
export function isUpdateMissing(input: Input, now: Observation): boolean {
	const { update } = input;
	if (!update || update.answered === 'refused') return false;
	return !isUpdated(
		input,
		update.before,
		updatedItem(input, update.before, now),
	);
}

/**
 * Under its ID or, where the service has made a new version of it, whatever
 * stands for the input.
 */
export function updatedItem(
	input: Input,
	before: ExistingItem,
	{ byId, placed }: Observation,
): ExistingItem | undefined {
	return byId.get(before.id) ?? placed.get(input);
}

/**
 * True where an item shows all wanted fields, and those that its update did not
 * name as before.
 */
export function isUpdated(
	wish: Wish,
	before: ExistingItem,
	item?: ExistingItem,
): boolean {
	if (!item) return false;
	return (
		unmetFields(wish, item).length + lostFields(wish, before, item).length === 0
	);
}

/** The wanted fields that an item shows otherwise. */
export function unmetFields({ desired, listedAs }: Wish, item: ExistingItem) {
	return differencesOf(listedAs, item.fields).filter(
		(name) => desired.fields[name] !== undefined,
	);
}

/**
 * What an update has changed although neither a field nor Custom Fields have
 * set it.
 */
export function lostFields(
	wish: Wish,
	before: ExistingItem,
	item: ExistingItem,
): FieldName[] {
	const given = wish.desired.fields;
	const lost: FieldName[] = differencesOf(before.fields, item.fields).filter(
		(name) => {
			return given[name] === undefined && !wish.setByCustom.has(name);
		},
	);
	if (before.fields.reference !== item.fields.reference) lost.push('reference');
	return lost;
}

/**
 * True where an item that was asked for by its ID is what the list showed, or
 * what was sent.
 */
export function isSameCharge(
	expected: ChargeFields,
	{ fields }: ExistingItem,
): boolean {
	const isNamed =
		fields.amount !== undefined || fields.description !== undefined;
	const differing = differencesOf(expected, fields);
	return isNamed && differing.every((name) => fields[name] === undefined);
}

/** What an earlier try may have made is looked for as it was sent then, too. */
function fitAsSent({ earlier }: Wish, item: ExistingItem): Fit {
	if (earlier?.state !== 'unclear' || !earlier.sentAs) return undefined;
	const { protection, fields } = earlier.sentAs;
	return fitBy(protection, fields, item) && 'filledIn';
}

function fitBy(
	protection: SentAs['protection'],
	wanted: WrittenFields,
	item: ExistingItem,
): Fit {
	const { fields, mark, mismatch } = item;
	if (protection !== 'reference') {
		// A reference at the end of a description is part of it, and no input's
		// description ends like that.
		if (mark !== undefined || mismatch !== undefined) return undefined;
		return fitOf(wanted, fields);
	}
	return fields.reference === wanted.reference ? 'exact' : undefined;
}
