import type { UserError } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { ExistingItem } from './existingItem';
import { keepOrUpdate } from './plans';
import type { Session } from './session';
import type { Verdict } from './verdicts';
import type { ReservationView } from './view';
import type { Wish } from './wanted';
import { createdBut, notShown, thereTwice } from './wanted';

/** How often a list is read again, after half a second, one and two, for what it does not show yet. */
export const LOOKS = 3;

/** A charge that was made for a wish. */
interface Created {
	wish: Wish;
	item: ExistingItem;
	/** Its ID came with the answer and was new: it may be deleted. */
	isOurs: boolean;
	/** Sent several times, or found after an unclear end. */
	wasUnclear: boolean;
}

/** Looks at what was created: the list has to show it as the next run would look for it, and once. */
export class Verification {
	private open: Created[] = [];
	private readonly right: Created[] = [];
	/** The list has shown a charge of this run, or could not be read. */
	isListTried = false;
	/** The list does not show what was created. */
	isBlocked = false;

	constructor(
		readonly session: Session,
		readonly view: ReservationView,
	) {}

	get hasOpen(): boolean {
		return this.open.length > 0;
	}

	add(created: Created): void {
		this.open.push(created);
	}

	async verify({ isLast }: { isLast: boolean }): Promise<void> {
		let open = this.open.splice(0);
		let verdicts: Verdict[] = [];
		for (let look = 0; look <= LOOKS && open.length > 0; look++) {
			if (look > 0) await this.session.client.waitBeforeTry(look);
			try {
				await this.view.refresh();
			} catch (error) {
				this.noteUnread(open, error, isLast);
				return;
			}
			verdicts = this.view.verdictsOn(open);
			const isOpen: boolean[] = [];
			for (const [n, created] of open.entries()) {
				isOpen.push(!(await this.isSettledBy(created, verdicts[n])));
			}
			verdicts = verdicts.filter((_, n) => isOpen[n]);
			open = open.filter((_, n) => isOpen[n]);
		}
		this.isListTried = true;
		for (const [n, created] of open.entries()) await this.fail(created, verdicts[n]);
	}

	/** True when nothing more is to be looked at: it is right, or was taken back for an earlier one. */
	private async isSettledBy(created: Created, verdict: Verdict | undefined): Promise<boolean> {
		if (verdict?.is === 'right') this.right.push(created);
		if (verdict?.is !== 'later') return verdict?.is === 'right';
		if (this.isOneOfSeveral(created)) return false;
		const isGone = await this.takeBack(created);
		if (isGone) await this.standIn(created, verdict.other);
		else created.isOurs = false;
		return isGone;
	}

	/**
	 * True where the other one may have come with one that was looked at before, and then goes itself: were ours taken back as
	 * well, one would be lost.
	 */
	private isOneOfSeveral({ wish, wasUnclear }: Created): boolean {
		return !wasUnclear && this.right.some((other) => this.view.areAlike(other.wish, wish));
	}

	/** What was made by somebody else stands for the wish instead. */
	private async standIn({ wish, wasUnclear }: Created, other: ExistingItem): Promise<void> {
		wish.settle(
			await keepOrUpdate(this, wish, other, wasUnclear).catch((error: unknown) => error as Error),
		);
	}

	private async takeBack({ item, isOurs }: Created): Promise<boolean> {
		if (!isOurs || item.id === undefined) return false;
		const request = { method: 'DELETE', serviceId: item.id } as const;
		const isGone = !((await this.session.client.trySend(request)) instanceof RequestFailure);
		if (isGone) this.view.remove(item);
		return isGone;
	}

	private async fail(created: Created, verdict: Verdict | undefined): Promise<void> {
		const { wish, item } = created;
		if (verdict?.is === 'earlier') {
			return wish.settle(thereTwice(wish.wanted, [verdict.shown, ...verdict.others]));
		}
		if (verdict?.is === 'later') {
			return wish.settle(thereTwice(wish.wanted, [item, verdict.other]));
		}
		const isDeleted = await this.takeBack(created);
		if (isDeleted && verdict?.is === 'notShown' && verdict.other) {
			return await this.standIn(created, verdict.other);
		}
		this.isBlocked = true;
		// An ID that is not surely ours must not lead anybody to another guest's charge.
		const named = created.isOurs ? item : { ...item, id: undefined };
		wish.settle(notShown(wish.wanted, named, { isDeleted, wasUnclear: created.wasUnclear }));
	}

	/** A list that cannot be read tells nothing; what else is the matter with it is said. */
	private noteUnread(created: Created[], error: unknown, isLast: boolean): void {
		this.isListTried = true;
		if (error instanceof CanceledError) return;
		if (!(error instanceof RequestFailure)) this.isBlocked = true;
		else if (!isLast) this.open.push(...created);
		for (const { wish, item } of created) {
			if (!(error instanceof RequestFailure)) wish.settle(createdBut(item, error as UserError));
			else if (isLast) wish.settle({ action: 'created', item, isUnverified: true });
		}
	}
}
