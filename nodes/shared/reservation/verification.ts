import type { UserError } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { ExistingItem } from './existingItem';
import { isEarlier } from './existingItem';
import { keepOrUpdate } from './keepOrUpdate';
import type { ReservationView } from './view';
import { kindOf } from './view';
import type { Wish } from './wanted';
import { createdBut, isGone, notShown, thereTwice } from './wanted';

/** How often a list is read again, after half a second, one and two, for what it does not show yet. */
export const LOOKS = 3;

interface Created {
	wish: Wish;
	item: ExistingItem;
	/** Its ID came with the answer to the create and was new: it may be deleted. */
	isOurs: boolean;
	/** Sent several times, or found after an unclear end. */
	wasUnclear: boolean;
}

/** A created charge as the list shows it. */
export interface ListedCharge {
	/** Charges of one kind are interchangeable. */
	kind: string;
	/** A reference may be there only once; charges with the same fields may be several. */
	isOnlyOne: boolean;
	/** Undefined while the list does not show it. */
	shown?: ExistingItem;
	isOurs: boolean;
	/** True for an item that could stand for it. */
	fits: (item: ExistingItem) => boolean;
}

/** What the list says about a created charge. `others` are those that another process seems to have made for the same wish. */
export type Comparison =
	| { is: 'right' }
	| { is: 'notShown'; other?: ExistingItem }
	| { is: 'later'; other: ExistingItem }
	| { is: 'earlier'; shown: ExistingItem; others: ExistingItem[] };

/** Checks what was created: the list has to show it once, and as the next run will look for it. */
export class Verification {
	private open: Created[] = [];
	private readonly right: Created[] = [];
	/** The list has shown a charge of this run, or could not be read. */
	isListTried = false;
	/** The list does not show what was created. */
	isBlocked = false;

	constructor(private readonly view: ReservationView) {}

	get hasOpen(): boolean {
		return this.open.length > 0;
	}

	add(created: Created): void {
		this.open.push(created);
	}

	async verify({ isLast }: { isLast: boolean }): Promise<void> {
		let open = this.open.splice(0);
		let comparisons = new Map<Created, Comparison>();
		for (let look = 0; look <= LOOKS && open.length > 0; look++) {
			if (look > 0) await this.view.session.client.waitBeforeTry(look);
			try {
				await this.view.refresh();
			} catch (error) {
				this.addUnread(open, error, isLast);
				return;
			}
			comparisons = this.compareWithList(open);
			const left: Created[] = [];
			for (const [created, comparison] of comparisons) {
				if (!(await this.isFinal(created, comparison))) left.push(created);
			}
			open = left;
		}
		this.isListTried = true;
		if (isLast) for (const wish of this.view.lost()) wish.record(isGone(wish.wanted));
		for (const created of open) await this.fail(created, comparisons.get(created));
	}

	private compareWithList(open: Created[]): Map<Created, Comparison> {
		const { view } = this;
		const charges = open.map(({ wish, isOurs }) => ({
			kind: kindOf(wish),
			isOnlyOne: wish.wanted.match === 'reference',
			shown: view.shownFor(wish),
			isOurs,
			fits: (item: ExistingItem) => view.isRival(wish, item),
		}));
		const comparisons = compareAll(charges, view.newItems(charges.map(({ shown }) => shown)));
		return new Map(open.map((created, n) => [created, comparisons[n] ?? { is: 'right' }]));
	}

	/** True when it is right, or was deleted because an earlier one is there. */
	private async isFinal(created: Created, comparison: Comparison): Promise<boolean> {
		if (comparison.is === 'right') this.right.push(created);
		if (comparison.is !== 'later') return comparison.is === 'right';
		if (this.isOneOfSeveral(created)) return false;
		const wishes = await this.takeBack(created);
		if (wishes) await this.standIn(wishes, comparison.other, created);
		else created.isOurs = false;
		return wishes !== undefined;
	}

	/**
	 * True where the other item may duplicate a charge that was verified before: then its own process deletes it. If ours
	 * were deleted, too, a charge would be lost.
	 */
	private isOneOfSeveral({ wish, wasUnclear }: Created): boolean {
		const kind = kindOf(wish);
		return !wasUnclear && this.right.some((other) => kindOf(other.wish) === kind);
	}

	private async standIn(
		wishes: Wish[],
		other: ExistingItem,
		{ wish, wasUnclear }: Created,
	): Promise<void> {
		for (const each of wishes) {
			const isMade = each === wish && wasUnclear;
			await keepOrUpdate(this.view, each, other, isMade).catch((error: unknown) =>
				each.record(error as Error),
			);
		}
	}

	/** @returns the wishes it stood for, several where they share a reference; undefined if it could not be deleted */
	private async takeBack({ item, isOurs }: Created): Promise<Wish[] | undefined> {
		if (!isOurs || item.id === undefined) return undefined;
		const request = { method: 'DELETE', serviceId: item.id } as const;
		const result = await this.view.session.client.trySend(request);
		return result instanceof RequestFailure ? undefined : this.view.remove(item);
	}

	private async fail(created: Created, comparison: Comparison | undefined): Promise<void> {
		const { wish, item } = created;
		const { wanted } = wish;
		if (comparison?.is === 'earlier') {
			return wish.record(thereTwice(wanted, [comparison.shown, ...comparison.others]));
		}
		if (comparison?.is === 'later')
			return wish.record(thereTwice(wanted, [item, comparison.other]));
		const wishes = await this.takeBack(created);
		if (wishes && comparison?.is === 'notShown' && comparison.other) {
			return await this.standIn(wishes, comparison.other, created);
		}
		this.isBlocked = true;
		// An uncertain ID is not named: it may be of another guest's charge, which the user would delete.
		const named = created.isOurs ? item : { ...item, id: undefined };
		const state = { isDeleted: wishes !== undefined, wasUnclear: created.wasUnclear };
		for (const each of wishes ?? [wish]) each.record(notShown(each.wanted, named, state));
	}

	private addUnread(created: Created[], error: unknown, isLast: boolean): void {
		this.isListTried = true;
		if (error instanceof CanceledError) return;
		if (!(error instanceof RequestFailure)) this.isBlocked = true;
		else if (!isLast) this.open.push(...created);
		for (const { wish, item } of created) {
			if (!(error instanceof RequestFailure)) wish.record(createdBut(item, error as UserError));
			else if (isLast) wish.record({ action: 'created', item, isUnverified: true });
		}
	}
}

/**
 * Compares created charges with those of other processes. If two processes created several alike, they are paired in order,
 * the first with the first, so that both processes decide the same.
 *
 * @param others items that are new since the first list and match no wish
 */
export function compareAll(created: ListedCharge[], others: ExistingItem[]): Comparison[] {
	const comparisons = new Map<ListedCharge, Comparison>();
	const free = [...others].sort((a, b) => (isEarlier(a, b) ? -1 : 1));
	const kinds = new Map<string, ListedCharge[]>();
	for (const charge of created) {
		kinds.set(charge.kind, [...(kinds.get(charge.kind) ?? []), charge]);
	}
	for (const alike of kinds.values()) {
		const theirs = free.filter((item) => alike[0]?.fits(item));
		for (const [n, charge] of alike.sort(byAge).entries()) {
			const rivals = charge.isOnlyOne ? theirs : theirs.slice(n, n + 1);
			for (const rival of rivals) free.splice(free.indexOf(rival), 1);
			comparisons.set(charge, compare(charge, rivals));
		}
	}
	return created.map((charge) => comparisons.get(charge) ?? { is: 'right' });
}

function compare({ shown, isOurs }: ListedCharge, rivals: ExistingItem[]): Comparison {
	const [first] = rivals;
	if (!shown) return { is: 'notShown', other: first };
	if (!first) return { is: 'right' };
	const isLater = isOurs && !shown.isIdShared && isEarlier(first, shown);
	return isLater ? { is: 'later', other: first } : { is: 'earlier', shown, others: rivals };
}

/** Shown ones by ID, then the others. */
function byAge({ shown: a }: ListedCharge, { shown: b }: ListedCharge): number {
	if (!a || !b) return Number(!a) - Number(!b);
	return isEarlier(a, b) ? -1 : 1;
}
