import { canonicalJson } from '../format/json';
import type { ExistingItem } from './existingItem';
import { itemWithReference } from './existingItem';
import type { Fit } from './match';
import { assign, fitOf } from './match';
import type { Session } from './session';
import type { Wish } from './wanted';
import { ChargeLeft, isDone } from './wanted';

/** A reservation while it is reconciled: its list, and what in it stands for which wish. */
export class ReservationView {
	/** The last list, and what was created since. */
	items: ExistingItem[] = [];
	/** The last list could not be read. */
	isStale = true;
	private listed: ExistingItem[] = [];
	/** IDs in the first list. */
	private before?: Set<string>;
	/** IDs in any list, or of anything this run has created. */
	private readonly known = new Set<string>();

	constructor(
		readonly session: Session,
		private readonly reservationId: string,
		private readonly wishes: Wish[],
	) {}

	/** Reads the list anew. What stands for a wish goes on doing so, as a list may lag behind. */
	async refresh(): Promise<void> {
		this.isStale = true;
		this.listed = await this.session.reservations.list(this.reservationId);
		this.isStale = false;
		const ids = new Set(this.listed.flatMap(({ id }) => id ?? []));
		this.before ??= ids;
		for (const id of ids) this.known.add(id);
		const isLagging = ({ id, sent }: ExistingItem): boolean =>
			sent !== undefined && id !== undefined && !ids.has(id);
		this.items = [...this.listed, ...new Set(this.bound().filter(isLagging))];
		this.assignAll();
	}

	/**
	 * The item that stands for a wish.
	 *
	 * @throws UserError when several carry its reference, or when something is still the matter that an earlier try has left
	 */
	itemOf(wish: Wish): ExistingItem | undefined {
		const { earlier, wanted } = wish;
		const found =
			wish.item ??
			(wanted.match === 'reference'
				? itemWithReference(this.items, wanted.fields.reference ?? '')
				: wish.match);
		// What was there twice still is, or what was not shown still is not.
		if (earlier instanceof ChargeLeft) {
			const areAllThere = earlier.ids.every((id) => this.items.some((each) => each.id === id));
			if (earlier.ids.length > 1 ? areAllThere : !found) throw earlier;
		}
		return found;
	}

	/** Has an item stand for a wish for good. */
	bind(wish: Wish, item: ExistingItem): void {
		const earlier = wish.item;
		wish.item = item;
		if (item.id !== undefined) this.known.add(item.id);
		if (!this.items.includes(item)) {
			this.items = this.items.filter((each) => each !== earlier && !isSame(each, item));
			this.items.push(item);
		}
		for (const other of this.wishes) if (isSame(other.item, item)) other.item = item;
	}

	/** @returns the wishes it stood for */
	remove(item: ExistingItem): Wish[] {
		this.items = this.items.filter((each) => each !== item && !isSame(each, item));
		this.listed = this.listed.filter((each) => !isSame(each, item));
		const wishes = this.wishes.filter((wish) => isSame(wish.item, item));
		for (const wish of wishes) wish.item = undefined;
		return wishes;
	}

	/** True for the ID of an item that was there before. */
	knows(id: string | undefined): boolean {
		return id !== undefined && this.known.has(id);
	}

	/** The item of the last list that shows what was created for a wish. */
	shownFor(wish: Wish): ExistingItem | undefined {
		const id = wish.item?.id;
		if (wish.wanted.match === 'sameFields' && id === undefined) return wish.match;
		return this.listed.find(
			(item) => (id === undefined || item.id === id) && this.fit(wish, item) !== undefined,
		);
	}

	/** Items that have come since the first list, and that stand for nothing. */
	newcomers(shown: Array<ExistingItem | undefined>): ExistingItem[] {
		const taken = new Set([...shown, ...this.wishes.map(({ match }) => match)]);
		const ids = new Set(this.bound().map(({ id }) => id));
		return this.listed.filter((item) => {
			const isKnown = item.id !== undefined && (this.before?.has(item.id) || ids.has(item.id));
			return !taken.has(item) && !isKnown;
		});
	}

	/** Wishes whose item was there before and is gone: the process that made it may have taken it for one too many. */
	lost(): Wish[] {
		const ids = new Set(this.listed.map(({ id }) => id));
		const isGone = ({ id, sent }: ExistingItem): boolean =>
			id !== undefined && !sent && !ids.has(id);
		return this.wishes.filter(({ item }) => item && isGone(item));
	}

	/** True where a newcomer may stand for a wish. Without IDs a new item with the same fields looks like an old one. */
	isRival(wish: Wish, newcomer: ExistingItem): boolean {
		const isNew = wish.wanted.match === 'reference' || newcomer.id !== undefined;
		return isNew && this.fit(wish, newcomer) !== undefined;
	}

	/** Works out what stands for the wishes that go by the same fields: first those whose item is known by its ID. */
	private assignAll(): void {
		const byId = new Map(
			this.listed.filter(({ isIdShared }) => !isIdShared).map((item) => [item.id, item]),
		);
		const listedAs = (id: string | undefined): ExistingItem | undefined =>
			id === undefined ? undefined : byId.get(id);
		const held = new Set(this.bound().map(({ id }) => listedAs(id)));
		const open: Wish[] = [];
		for (const wish of this.wishes) {
			if (wish.wanted.match !== 'sameFields') continue;
			const id = wish.item?.id ?? doneId(wish);
			wish.match = listedAs(id);
			held.add(wish.match);
			// What was created and is not listed yet stands for itself.
			if (id === undefined && wish.create !== 'refused') open.push(wish);
		}
		const isServed = (wish: Wish): boolean => wish.item !== undefined || isDone(wish);
		const inOrder = [...open.filter(isServed), ...open.filter((wish) => !isServed(wish))];
		const free = this.listed.filter((item) => !held.has(item));
		const found = assign(inOrder, free, (wish, item) =>
			this.mayHave(wish, item) ? this.fit(wish, item) : undefined,
		);
		for (const [n, wish] of inOrder.entries()) wish.match = found[n];
	}

	/** What another process has made since may be taken back, and so stands only for what may have been sent. */
	private mayHave(wish: Wish, { id }: ExistingItem): boolean {
		const isOld = id === undefined || this.before?.has(id) === true;
		return isOld || wish.create === 'sent' || wish.earlier !== undefined;
	}

	private fit(wish: Wish, item: ExistingItem): Fit {
		const { wanted, shownAs } = wish;
		if (wanted.match === 'reference') {
			return item.fields.reference === wanted.fields.reference ? 'exact' : undefined;
		}
		// A reference is part of the description where there is no place for it, and else none of the five fields.
		const isPartOfDescription = this.session.mapper.keepsReferenceInDescription;
		const isOther = isPartOfDescription && item.fields.reference !== shownAs.reference;
		return item.isMismatched || isOther ? undefined : fitOf(shownAs, item.fields);
	}

	private bound(): ExistingItem[] {
		return this.wishes.flatMap(({ item }) => item ?? []);
	}
}

/** Wishes of one kind can be served by the same items. */
export function kindOf({ wanted: { match, fields }, shownAs }: Wish): string {
	return canonicalJson(match === 'reference' ? fields.reference : shownAs);
}

/** The ID of what an earlier try has made. */
function doneId({ earlier }: Wish): string | undefined {
	return earlier && 'isDone' in earlier ? earlier.id : undefined;
}

function isSame(one: ExistingItem | undefined, { id }: ExistingItem): boolean {
	return id !== undefined && one?.id === id;
}
