import { merge } from '../format/json';
import type { Fit } from './match';
import { assign, differencesOf, fitOf } from './match';
import type { ExistingItem } from './reservations';
import { idToChange, itemWithReference } from './reservations';
import type { Session } from './session';
import type { Wish } from './wanted';
import { ChargeLeft, mayHaveMade } from './wanted';

/** A reservation while it is reconciled: its list, and which item stands for which wish. */
export class ReservationView {
	/** The last list, and what was created since. */
	items: ExistingItem[] = [];
	isStale = true;
	private listed: ExistingItem[] = [];
	private listedIds = new Set<string>();
	/** IDs in the first list. */
	private firstIds?: Set<string>;

	constructor(
		readonly session: Session,
		private readonly reservationId: string,
		private readonly wishes: Wish[],
		private readonly isDryRun: boolean,
	) {}

	/** Items that are bound to a wish stay so, as a list may lag behind. */
	async refresh(look = 0): Promise<void> {
		if (look > 0) await this.session.client.waitBeforeTry(look);
		this.isStale = true;
		this.listed = await this.session.reservations.list(this.reservationId);
		this.isStale = false;
		this.listedIds = new Set(this.listed.flatMap(({ id }) => id ?? []));
		this.firstIds ??= this.listedIds;
		const isLagging = (item: ExistingItem): boolean => item.sent !== undefined && this.lacks(item);
		this.items = [...this.listed, ...new Set(this.bound().filter(isLagging))];
		this.assignAll();
	}

	/** @throws UserError when several items carry its reference, or a problem of an earlier try is still there */
	itemOf(wish: Wish): ExistingItem | undefined {
		const { left, wanted } = wish;
		const found =
			wish.item ??
			(wanted.matchBy === 'reference'
				? itemWithReference(this.items, wanted.fields.reference ?? '')
				: wish.match);
		// Still there twice, or still not shown.
		if (left instanceof ChargeLeft) {
			const areAllThere = left.ids.every((id) => this.items.some((each) => each.id === id));
			if (left.ids.length > 1 ? areAllThere : !found) throw left;
		}
		return found;
	}

	bind(wish: Wish, item: ExistingItem): void {
		wish.item = item;
		if (!this.items.includes(item)) {
			this.items = [...this.items.filter((each) => !isSame(each, item)), item];
		}
		for (const other of this.wishes) if (isSame(other.item, item)) other.item = item;
	}

	/** @param isMade true where this execution has created it */
	async keepOrUpdate(
		wish: Wish,
		found: ExistingItem,
		{ isMade = !this.isDryRun && mayHaveMade(wish) }: { isMade?: boolean } = {},
	): Promise<void> {
		const { client, mapper, reservations } = this.session;
		const { whenFound, custom, fields } = wish.wanted;
		const { reservationId, reference } = fields;
		this.bind(wish, found);
		if (whenFound === 'keep') {
			return wish.record({ action: isMade ? 'created' : 'alreadyExisted', item: found });
		}
		const before = merge(found.sent ?? {}, found.raw);
		const differences = differencesOf(fields, found.fields);
		const customDifferences = mapper.customChanges(custom, found.raw);
		if (Object.keys({ ...differences, ...customDifferences }).length === 0) {
			return wish.record(
				isMade ? { action: 'created', item: found } : { action: 'unchanged', before, item: found },
			);
		}
		// The item keeps its reference.
		const changes = { ...differences, reference };
		const body = mapper.updateBody(changes, customDifferences, { item: found.raw, reservationId });
		const sent = merge(before, mapper.asUpdated(changes, customDifferences));
		if (this.isDryRun) {
			return wish.record({ action: 'wouldUpdate', before, item: { id: found.id, raw: sent } });
		}
		const serviceId = idToChange(found);
		const answer = await client.send({ method: 'PATCH', serviceId, body, reservationId });
		const { item: raw } = mapper.readAnswer(answer, { id: serviceId, item: sent });
		const item = reservations.readSent(raw, serviceId, sent);
		this.bind(wish, item);
		wish.record({ action: 'updated', before, item });
	}

	remove(item: ExistingItem): Wish[] {
		this.items = this.items.filter((each) => !isSame(each, item));
		this.listed = this.listed.filter((each) => !isSame(each, item));
		const wishes = this.wishes.filter((wish) => isSame(wish.item, item));
		for (const wish of wishes) wish.item = undefined;
		return wishes;
	}

	knows(id: string): boolean {
		return this.firstIds?.has(id) === true || this.items.some((item) => item.id === id);
	}

	shownFor(wish: Wish): ExistingItem | undefined {
		const id = wish.item?.id;
		if (wish.wanted.matchBy === 'sameFields' && id === undefined) return wish.match;
		return this.listed.find(
			(item) => (id === undefined || item.id === id) && this.fit(wish, item) !== undefined,
		);
	}

	/** Items that are new since the first list and match no wish. */
	newItems(shown: Array<ExistingItem | undefined>): ExistingItem[] {
		const taken = new Set([...shown, ...this.wishes.map(({ match }) => match)]);
		const bound = new Set(this.bound().flatMap(({ id }) => id ?? []));
		const isKnown = ({ id }: ExistingItem): boolean =>
			id !== undefined && (this.firstIds?.has(id) === true || bound.has(id));
		return this.listed.filter((item) => !taken.has(item) && !isKnown(item));
	}

	/** Wishes whose item was there and is gone: another process may have deleted it as a duplicate. */
	lost(): Wish[] {
		return this.wishes.filter(({ item }) => item && !item.sent && this.lacks(item));
	}

	/** Where the answer to a create had no ID, the reference tells. */
	private lacks({ id, fields: { reference } }: ExistingItem): boolean {
		if (id !== undefined) return !this.listedIds.has(id);
		return !this.listed.some(({ fields }) => fields.reference === reference);
	}

	/** True where a new item may match a wish. Without an ID it cannot be told from an old one with the same fields. */
	isRival(wish: Wish, newItem: ExistingItem): boolean {
		const isNew = wish.wanted.matchBy === 'reference' || newItem.id !== undefined;
		return isNew && this.fit(wish, newItem) !== undefined;
	}

	/** Matches the wishes by same fields: first those whose item is known by its ID. */
	private assignAll(): void {
		const withOwnId = this.listed.filter(({ id, isIdShared }) => id !== undefined && !isIdShared);
		const byId = new Map(withOwnId.map((item) => [item.id, item]));
		const held = new Set(this.bound().map(({ id }) => byId.get(id)));
		const open: Wish[] = [];
		for (const wish of this.wishes) {
			if (wish.wanted.matchBy !== 'sameFields') continue;
			const id = wish.item?.id ?? wish.done?.id;
			wish.match = byId.get(id);
			held.add(wish.match);
			// A created item that is not listed yet needs no other.
			if (id === undefined && wish.create !== 'refused') open.push(wish);
		}
		const isServed = ({ item, done }: Wish): boolean => item !== undefined || done !== undefined;
		open.sort((a, b) => Number(isServed(b)) - Number(isServed(a)));
		const free = this.listed.filter((item) => !held.has(item));
		const found = assign(open, free, (wish, item) =>
			this.mayHave(wish, item) ? this.fit(wish, item) : undefined,
		);
		for (const [n, wish] of open.entries()) wish.match = found[n];
	}

	/** A new item may be deleted again by the process that made it, so it matches only a wish that may have been sent. */
	private mayHave({ create, done, left }: Wish, { id }: ExistingItem): boolean {
		const isOld = id === undefined || this.firstIds?.has(id) === true;
		return isOld || create === 'sent' || done !== undefined || left !== undefined;
	}

	private fit(wish: Wish, item: ExistingItem): Fit {
		const { wanted, shownAs } = wish;
		if (wanted.matchBy === 'reference') {
			return item.fields.reference === wanted.fields.reference ? 'exact' : undefined;
		}
		// Without a place of its own, a reference is part of the description, and is compared.
		const isPartOfDescription = this.session.mapper.keepsReferenceInDescription;
		const isOther = isPartOfDescription && item.fields.reference !== shownAs.reference;
		return item.isMismatched || isOther ? undefined : fitOf(shownAs, item.fields);
	}

	private bound(): ExistingItem[] {
		return this.wishes.flatMap(({ item }) => item ?? []);
	}
}

function isSame(one: ExistingItem | undefined, { id }: ExistingItem): boolean {
	return id !== undefined && one?.id === id;
}
