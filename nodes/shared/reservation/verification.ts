import type { UserError } from 'n8n-workflow';

import { canonicalJson } from '../format/json';
import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { ExistingItem } from './reservations';
import type { ReservationView } from './view';
import type { Wish } from './wanted';
import { createdBut, isGone, notShown, thereTwice } from './wanted';

/** How often a list is read again, after half a second, one and two, for what it does not show yet. */
export const LOOKS = 3;

export interface Created {
	wish: Wish;
	item: ExistingItem;
	/** Its ID came with the answer to the create and was new: it may be deleted. */
	isOurs: boolean;
	/** Sent several times, or found after an unclear end. */
	wasUnclear: boolean;
	/** As the last list shows it. */
	shown?: ExistingItem;
	/** What another process seems to have made for the same wish, by ID. */
	rivals?: ExistingItem[];
}

/** Checks what was created: the list has to show it once, and as the next run will look for it. */
export class Verification {
	readonly open: Created[] = [];
	/** The list has shown a charge of this run, or could not be read. */
	isListTried = false;
	/** The list does not show what was created. */
	isBlocked = false;
	private readonly right = new Set<string>();

	constructor(private readonly view: ReservationView) {}

	async verify({ isLast }: { isLast: boolean }): Promise<void> {
		let open = this.open.splice(0);
		// A request without an answer may arrive until the end.
		const mayDouble = isLast ? [] : open.filter(({ wasUnclear }) => wasUnclear);
		for (let look = 0; look <= LOOKS && open.length > 0; look++) {
			try {
				await this.view.refresh(look);
			} catch (error) {
				const isTwice = ({ shown, rivals = [] }: Created) => shown && rivals.length > 0;
				for (const created of open.filter(isTwice)) await this.fail(created);
				return this.addUnread(
					open.filter((created) => !isTwice(created)),
					error,
					isLast,
				);
			}
			for (const created of open) created.shown = this.view.shownFor(created.wish);
			const newItems = this.view.newItems(open.map(({ shown }) => shown));
			findRivals(open, newItems, (wish, item) => this.view.isRival(wish, item));
			const remaining: Created[] = [];
			for (const created of open) {
				if (!(await this.isSettled(created))) remaining.push(created);
			}
			open = remaining;
		}
		this.isListTried = true;
		this.open.push(...mayDouble.filter((created) => !open.includes(created)));
		if (isLast) for (const wish of this.view.lost()) wish.record(isGone(wish.wanted));
		for (const created of open) await this.fail(created);
	}

	/** True when it is right, or was deleted because an earlier one is there. */
	private async isSettled(created: Created): Promise<boolean> {
		const { wish, wasUnclear, shown, rivals: [rival] = [] } = created;
		if (!shown) return false;
		const { matchBy, fields } = wish.wanted;
		// Charges of one kind are interchangeable.
		const kind = canonicalJson(matchBy === 'reference' ? fields.reference : wish.shownAs);
		if (!rival) {
			this.right.add(kind);
			return true;
		}
		// The rival may duplicate a charge that was right before: then its own process deletes it. If ours were deleted, too, a
		// charge would be lost.
		const isOneOfSeveral = !wasUnclear && this.right.has(kind);
		if (!isLater(created) || isOneOfSeveral) return false;
		if (await this.takeBack(created)) return true;
		created.isOurs = false;
		return false;
	}

	/**
	 * Deletes it again. A rival, if any, then stands for its wishes.
	 *
	 * @returns those wishes, several where they share a reference; undefined if it could not be deleted
	 */
	private async takeBack(created: Created): Promise<Wish[] | undefined> {
		const { wish, item, isOurs, wasUnclear, rivals: [rival] = [] } = created;
		if (!isOurs || item.id === undefined) return undefined;
		const request = { method: 'DELETE', serviceId: item.id } as const;
		const result = await this.view.session.client.trySend(request);
		if (result instanceof RequestFailure) return undefined;
		const wishes = this.view.remove(item);
		if (!rival) return wishes;
		for (const each of wishes) {
			const isMade = each === wish && wasUnclear;
			await this.view
				.keepOrUpdate(each, rival, { isMade })
				.catch((error: unknown) => each.record(error as Error));
		}
		return wishes;
	}

	private async fail(created: Created): Promise<void> {
		const { wish, item, isOurs, wasUnclear, shown, rivals = [] } = created;
		if (shown) return wish.record(thereTwice(wish.wanted, [shown, ...rivals]));
		const wishes = await this.takeBack(created);
		if (wishes && rivals.length > 0) return;
		this.isBlocked = true;
		// An uncertain ID is not named: it may be of another guest's charge, which the user would delete.
		const named = isOurs ? item : { ...item, id: undefined };
		const state = { isDeleted: wishes !== undefined, wasUnclear };
		for (const each of wishes ?? [wish]) each.record(notShown(each.wanted, named, state));
	}

	private addUnread(created: Created[], error: unknown, isLast: boolean): void {
		this.isListTried = true;
		if (error instanceof CanceledError) return;
		if (!(error instanceof RequestFailure)) {
			this.isBlocked = true;
			for (const { wish, item } of created) wish.record(createdBut(item, error as UserError));
		} else if (isLast) {
			for (const { wish, item } of created) {
				wish.record({ action: 'created', item, isUnverified: true });
			}
		} else this.open.push(...created);
	}
}

/**
 * Finds what other processes have created for the same wishes. If two processes created several alike, they are paired in
 * order, the first with the first, so that both processes decide the same.
 */
export function findRivals(
	created: Created[],
	newItems: ExistingItem[],
	isRival: (wish: Wish, item: ExistingItem) => boolean,
): void {
	let free = [...newItems].sort(byId);
	for (const each of [...created].sort(byAge)) {
		const fitting = free.filter((item) => isRival(each.wish, item));
		// A reference may be there only once; charges with the same fields may be several.
		const rivals = each.wish.wanted.matchBy === 'reference' ? fitting : fitting.slice(0, 1);
		free = free.filter((item) => !rivals.includes(item));
		each.rivals = rivals;
	}
}

/** True where the rival was there first, so that this run deletes its own. */
export function isLater({ shown, isOurs, rivals: [rival] = [] }: Created): boolean {
	return isOurs && shown?.isIdShared === false && rival !== undefined && byId(rival, shown) < 0;
}

function byAge({ shown: a }: Created, { shown: b }: Created): number {
	if (!a || !b) return Number(!a) - Number(!b);
	return byId(a, b);
}

/** In the order of creation: IDs that count up by number, others by text. All processes have to sort alike. */
function byId({ id = '' }: ExistingItem, { id: other = '' }: ExistingItem): number {
	return id.localeCompare(other, 'en', { numeric: true });
}
