import { canonicalJson } from '../format/json';
import type { WrittenFields } from '../format/fields';
import type { Fit } from './assign';
import { assign } from './assign';
import { fitOf } from './comparison';
import type { ExistingItem } from './existingItem';
import { itemWithReference } from './existingItem';
import type { Session } from './session';
import type { Verdict } from './verdicts';
import { verdictsOn } from './verdicts';
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
	/** What stands for a wish for good. */
	private readonly settled = new Map<Wish, ExistingItem>();
	/** What could stand for the other wishes by the same fields. */
	private matches = new Map<Wish, ExistingItem>();
	/** Wishes for which a create was sent. */
	private readonly sent = new Set<Wish>();
	/** Wishes of which it is certain that nothing was made. */
	private readonly refused = new Set<Wish>();
	/** The fields of each wish as the service will show them, so that what is compared has gone through the same format. */
	private readonly shownAs: Map<Wish, WrittenFields>;

	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
		private readonly wishes: Wish[],
	) {
		const { mapper } = session;
		this.shownAs = new Map(
			wishes.map((wish) => {
				const { fields, custom } = wish.wanted;
				const shown = mapper.read(mapper.asCreated(fields, custom));
				return [wish, { ...shown.fields, reference: shown.reference }];
			}),
		);
	}

	/** Reads the list anew. What stands for a wish goes on doing so, as a list may lag behind. */
	async refresh(): Promise<void> {
		this.isStale = true;
		this.listed = await this.session.reservations.list(this.reservationId);
		this.isStale = false;
		const ids = new Set(this.listed.flatMap(({ id }) => id ?? []));
		this.before ??= ids;
		for (const id of ids) this.known.add(id);
		const isListed = ({ id }: ExistingItem): boolean => id === undefined || ids.has(id);
		const lagging = [...this.settled.values()].filter((item) => item.sent && !isListed(item));
		this.items = [...this.listed, ...lagging];
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
			this.settled.get(wish) ??
			(wanted.match === 'reference'
				? itemWithReference(this.items, wanted.fields.reference ?? '')
				: this.matches.get(wish));
		if (earlier instanceof ChargeLeft) {
			const areAllThere = earlier.ids.every((id) => this.items.some((item) => item.id === id));
			if (earlier.ids.length > 1 ? areAllThere : !found) throw earlier;
		}
		return found;
	}

	/** Notes which item stands for a wish for good. */
	settle(wish: Wish, item: ExistingItem): void {
		const earlier = this.settled.get(wish);
		this.settled.set(wish, item);
		if (item.id !== undefined) this.known.add(item.id);
		if (!this.items.includes(item)) {
			this.items = this.items.filter((each) => each !== earlier && !isSame(each, item));
			this.items.push(item);
		}
		for (const [other, own] of this.settled) if (isSame(own, item)) this.settled.set(other, item);
	}

	/** Notes that a create is sent for a wish. */
	send(wish: Wish): void {
		this.sent.add(wish);
	}

	/** True for two wishes that the same charge could stand for. */
	areAlike(wish: Wish, other: Wish): boolean {
		return this.kindOf(wish) === this.kindOf(other);
	}

	/** Notes that nothing was made for a wish. */
	refuse(wish: Wish): void {
		this.refused.add(wish);
	}

	/** Notes that an item is gone. */
	remove(item: ExistingItem): void {
		this.items = this.items.filter((each) => each !== item && !isSame(each, item));
		this.listed = this.listed.filter((each) => !isSame(each, item));
		for (const [wish, own] of this.settled) if (isSame(own, item)) this.settled.delete(wish);
	}

	/** True for the ID of an item that was there before. */
	knows(id: string | undefined): boolean {
		return id !== undefined && this.known.has(id);
	}

	/** What the last list says about charges that this run has created. */
	verdictsOn(created: Array<{ wish: Wish; isOurs: boolean }>): Verdict[] {
		const shown = new Map(created.map(({ wish }) => [wish, this.shownFor(wish)]));
		const taken = new Set([...shown.values(), ...this.matches.values()]);
		const ids = new Set([...this.settled.values()].map(({ id }) => id));
		const others = this.listed.filter(
			(item) =>
				!taken.has(item) &&
				(item.id === undefined || !(this.before?.has(item.id) || ids.has(item.id))),
		);
		const charges = created.map(({ wish, isOurs }) => ({
			kind: this.kindOf(wish),
			isOnlyOne: wish.wanted.match === 'reference',
			shown: shown.get(wish),
			isOurs,
			fits: (item: ExistingItem) => this.isRival(wish, item),
		}));
		return verdictsOn(charges, others);
	}

	/** The item of the last list that shows what was created for a wish. */
	private shownFor(wish: Wish): ExistingItem | undefined {
		const id = this.settled.get(wish)?.id;
		if (wish.wanted.match === 'sameFields' && id === undefined) return this.matches.get(wish);
		return this.listed.find(
			(item) => (id === undefined || item.id === id) && this.fit(wish, item) !== undefined,
		);
	}

	/** Without IDs nobody can tell a new item with the same fields from an old one. */
	private isRival(wish: Wish, item: ExistingItem): boolean {
		const isKnown = wish.wanted.match === 'reference' || item.id !== undefined;
		return isKnown && this.fit(wish, item) !== undefined;
	}

	private kindOf(wish: Wish): string {
		const { match, fields } = wish.wanted;
		return canonicalJson(match === 'reference' ? fields.reference : this.shownAs.get(wish));
	}

	/** Works out which items stand for the wishes that go by the same fields: first those of which it is known. */
	private assignAll(): void {
		const wishes = this.wishes.filter(({ wanted }) => wanted.match === 'sameFields');
		const byId = new Map(
			this.listed.filter(({ isIdShared }) => !isIdShared).map((item) => [item.id, item]),
		);
		this.matches = new Map();
		const held = new Set([...this.settled.values()].map(({ id }) => byId.get(id)));
		const open = wishes.filter((wish) => {
			const id = this.idOf(wish);
			const own = id === undefined ? undefined : byId.get(id);
			if (own) this.matches.set(wish, own);
			// What was created and is not listed yet stands for itself.
			return id === undefined && !this.refused.has(wish);
		});
		for (const item of this.matches.values()) held.add(item);
		const free = this.listed.filter((item) => !held.has(item));
		const isSettled = (wish: Wish): boolean => this.settled.has(wish) || isDone(wish);
		const inOrder = [...open.filter(isSettled), ...open.filter((wish) => !isSettled(wish))];
		const found = assign(inOrder, free, (wish, item) =>
			this.mayHave(wish, item) ? this.fit(wish, item) : undefined,
		);
		for (const [n, wish] of inOrder.entries()) {
			const item = found[n];
			if (item) this.matches.set(wish, item);
		}
	}

	/** What another process has made since may be taken back, and so stands only for what may have been sent. */
	private mayHave(wish: Wish, { id }: ExistingItem): boolean {
		const isOld = id === undefined || this.before?.has(id) === true;
		return isOld || this.sent.has(wish) || wish.earlier !== undefined;
	}

	private idOf(wish: Wish): string | undefined {
		const { earlier } = wish;
		return this.settled.get(wish)?.id ?? (earlier && 'isDone' in earlier ? earlier.id : undefined);
	}

	private fit(wish: Wish, item: ExistingItem): Fit {
		const shown = this.shownAs.get(wish) ?? {};
		const { match, fields } = wish.wanted;
		if (match === 'reference') {
			return item.fields.reference === fields.reference ? 'exact' : undefined;
		}
		// A reference is part of the description where there is no place for it, and else none of the five fields.
		const isPartOfDescription = this.session.mapper.keepsReferenceInDescription;
		const isOther = isPartOfDescription && item.fields.reference !== shown.reference;
		return item.isMismatched || isOther ? undefined : fitOf(shown, item.fields);
	}
}

function isSame({ id }: ExistingItem, { id: other }: ExistingItem): boolean {
	return id !== undefined && id === other;
}
