import type { UserError } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { merge } from '../format/json';
import type { ExistingItem } from './existingItem';
import { idToChange } from './existingItem';
import type { Plan } from './plans';
import { createPlan, updatePlan } from './plans';
import type { Session } from './session';
import type { ReservationView } from './view';
import type { Verdict } from './verify';
import type { Reconciled, Wish } from './wanted';
import { ChargeLeft, createdBut, notCreated, notShown, thereTwice } from './wanted';

/** How often a list is read again, after half a second, one and two, for what it does not show yet. */
const LOOKS = 3;
/** So many creates at most are looked up together: one after another, their pauses would add up. */
const MOST_UNCLEAR = 10;

/** A create of which nobody knows yet whether it was carried out. */
interface Unclear {
	wish: Wish;
	failure: RequestFailure;
	/** How often this run has sent it. */
	tries: number;
}

/** A charge that was made for a wish. */
interface Created {
	wish: Wish;
	item: ExistingItem;
	/** Its ID came with the answer and was new: it may be deleted. */
	isOurs: boolean;
	/** Sent several times, or found after an unclear end. */
	wasUnclear: boolean;
}

/** Makes the charges that a reservation lacks, so that each is there once in the end. */
export class Creation {
	private unclear: Unclear[] = [];
	private unverified: Created[] = [];
	/** The list has shown a charge of this run, or could not be read. */
	private isListTried = false;
	/** The list does not show what was created. */
	private isBlocked = false;

	constructor(
		private readonly session: Session,
		private readonly view: ReservationView,
	) {}

	/** Creates the item for a wish, unless it is there by now. An unclear one is settled later. */
	async create(wish: Wish): Promise<void> {
		const { view } = this;
		const { wanted, earlier } = wish;
		const plan = createPlan(wanted, this.session.mapper);
		if (this.isTwinUnclear(wish)) await this.settleUnclear();
		if (view.isStale) await view.refresh();
		// What a list does not show would be created again in every run: the first one tells.
		if (!this.isListTried && this.unverified.length > 0) await this.verify({ isLast: false });
		const found = view.itemOf(wish);
		if (found) return wish.settle(await this.keepOrUpdate(wish, found));
		if (this.isBlocked) throw notCreated(wanted);
		const before = earlier instanceof RequestFailure && isCreate(earlier) ? earlier : undefined;
		const isSameKey =
			wanted.idempotencyKey !== undefined &&
			before?.request.idempotencyKey === wanted.idempotencyKey;
		if (before && !isSameKey) this.unclear.push({ wish, failure: before, tries: 0 });
		else await this.send(wish, plan, 0);
		if (!this.isListTried) await this.settleUnclear();
		else if (this.unclear.length >= MOST_UNCLEAR) await this.lookAndResend();
	}

	/** Finds out about all creates whose outcome is unclear. */
	async settleUnclear(): Promise<void> {
		while (this.unclear.length > 0) await this.lookAndResend();
	}

	/** What is not there is sent again; whether that has arrived is looked up with the next ones. */
	private async lookAndResend(): Promise<void> {
		const missing = await this.lookFor(this.unclear.splice(0));
		for (const pending of missing) await this.sendAgain(pending);
	}

	/** Leaves an item as it is, or brings it up to date. */
	async keepOrUpdate(wish: Wish, found: ExistingItem, isMade = wasMade(wish)): Promise<Reconciled> {
		const { wanted } = wish;
		this.view.settle(wish, found);
		if (wanted.whenFound === 'keep') {
			return { action: isMade ? 'created' : 'alreadyExisted', item: found };
		}
		const plan = updatePlan(wanted, found, this.session.mapper);
		if (plan) return await this.update(wish, found, plan);
		if (isMade) return { action: 'created', item: found };
		return { action: 'unchanged', before: found.raw, item: found };
	}

	/** Makes sure that the list shows what was created, and shows it once. */
	async verify({ isLast }: { isLast: boolean }): Promise<void> {
		let open = this.unverified.splice(0);
		let verdicts: Verdict[] = [];
		for (let look = 0; look <= LOOKS && open.length > 0; look++) {
			if (look > 0) await this.session.client.waitBeforeTry(look);
			try {
				await this.view.refresh();
			} catch (error) {
				this.noteUnverified(open, error, isLast);
				return;
			}
			verdicts = this.view.verdictsOn(open);
			const left: boolean[] = [];
			for (const [n, created] of open.entries()) {
				left.push(!(await this.isSettledBy(created, verdicts[n])));
			}
			verdicts = verdicts.filter((_, n) => left[n]);
			open = open.filter((_, n) => left[n]);
		}
		this.isListTried = true;
		for (const [n, created] of open.entries()) await this.fail(created, verdicts[n]);
	}

	private async send(wish: Wish, { body, sent }: Plan, tries: number): Promise<void> {
		const { client, mapper } = this.session;
		const { idempotencyKey, fields } = wish.wanted;
		const result = await client.trySend(
			{ method: 'POST', body, idempotencyKey },
			{
				reservationId: fields.reservationId,
				isProtected: true,
				mayHaveArrived: tries === 0 && wasMade(wish),
			},
		);
		if (result instanceof RequestFailure) {
			return await this.noteFailure({ wish, failure: result, tries: tries + 1 });
		}
		const answered = mapper.readAnswer(result, { item: sent });
		// A service may answer with the whole bill: what was there before is not the new charge.
		const isOld = this.view.knows(answered.id);
		const { id, item: raw } = isOld ? { id: undefined, item: sent } : answered;
		const item = this.itemOf(raw, id, sent);
		this.noteCreated({ wish, item, isOurs: id !== undefined, wasUnclear: tries > 0 });
		wish.settle({ action: 'created', item });
	}

	private async noteFailure(pending: Unclear): Promise<void> {
		const { wish, failure } = pending;
		if (failure.isUnclear) {
			this.unclear.push(pending);
			return;
		}
		const isThere =
			failure.response.case === 'conflict' &&
			(await this.view.refresh().then(
				() => true,
				() => false,
			));
		const found = isThere ? this.view.itemOf(wish) : undefined;
		if (found) return wish.settle(await this.keepOrUpdate(wish, found));
		this.view.refuse(wish);
		throw failure;
	}

	/** @returns what the list does not show after several looks: sent again too early, it would be there twice */
	private async lookFor(waiting: Unclear[]): Promise<Unclear[]> {
		let missing = waiting;
		for (let look = 1; look <= LOOKS && missing.length > 0; look++) {
			await this.session.client.waitBeforeTry(look);
			try {
				await this.view.refresh();
			} catch {
				for (const { wish, failure } of missing) wish.settle(failure);
				return [];
			}
			const left: Unclear[] = [];
			for (const pending of missing) {
				if (!(await this.isFound(pending.wish, look === LOOKS))) left.push(pending);
			}
			missing = left;
		}
		return missing;
	}

	private async isFound(wish: Wish, isLast: boolean): Promise<boolean> {
		try {
			const item = this.view.itemOf(wish);
			if (!item) return false;
			this.isListTried = true;
			wish.settle(await this.keepOrUpdate(wish, item, true));
			this.unverified.push({ wish, item, isOurs: false, wasUnclear: true });
			return true;
		} catch (error) {
			// Several may carry the reference until another process has taken its own back.
			const isFinal = isLast || error instanceof RequestFailure;
			if (isFinal) wish.settle(error as Error);
			return isFinal;
		}
	}

	private async sendAgain({ wish, failure, tries }: Unclear): Promise<void> {
		const { client, mapper } = this.session;
		// Under a key it was sent again already.
		const most = wish.wanted.idempotencyKey === undefined ? client.maxRetries : 0;
		if (tries > most) {
			const isNotDone = failure.response.tells !== 'late';
			if (isNotDone) this.view.refuse(wish);
			return wish.settle(isNotDone ? failure.asNotDone() : failure);
		}
		try {
			await this.send(wish, createPlan(wish.wanted, mapper), Math.max(1, tries));
		} catch (error) {
			wish.settle(error as Error);
		}
	}

	private async update(wish: Wish, found: ExistingItem, { body, sent }: Plan): Promise<Reconciled> {
		const { client, mapper } = this.session;
		const { reservationId } = wish.wanted.fields;
		const serviceId = idToChange(found);
		const before = merge(found.sent ?? {}, found.raw);
		const answer = await client.send({ method: 'PATCH', serviceId, body }, { reservationId });
		const whole = merge(before, sent);
		const { item: raw } = mapper.readAnswer(answer, { id: serviceId, item: whole });
		const item = this.itemOf(raw, serviceId, whole);
		this.view.settle(wish, item);
		return { action: 'updated', before, item };
	}

	/** True when nothing more is to be looked at: it is right, or was taken back for an earlier one. */
	private async isSettledBy(created: Created, verdict: Verdict | undefined): Promise<boolean> {
		if (verdict?.is !== 'later') return verdict?.is === 'right';
		const isGone = await this.takeBack(created);
		if (isGone) await this.standIn(created, verdict.other);
		else created.isOurs = false;
		return isGone;
	}

	/** What was made by somebody else stands for the wish instead. */
	private async standIn({ wish, wasUnclear }: Created, other: ExistingItem): Promise<void> {
		wish.settle(
			await this.keepOrUpdate(wish, other, wasUnclear).catch((error: unknown) => error as Error),
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
			wish.settle(thereTwice(wish.wanted, [verdict.shown, ...verdict.others]));
			return;
		}
		const isDeleted = await this.takeBack(created);
		if (isDeleted && verdict?.is === 'notShown' && verdict.other) {
			return await this.standIn(created, verdict.other);
		}
		this.isBlocked = true;
		wish.settle(notShown(wish.wanted, item, isDeleted));
	}

	/** A list that cannot be read tells nothing; what else is the matter with it is said. */
	private noteUnverified(created: Created[], error: unknown, isLast: boolean): void {
		this.isListTried = true;
		if (error instanceof CanceledError) return;
		if (!(error instanceof RequestFailure)) this.isBlocked = true;
		else if (!isLast) this.unverified.push(...created);
		for (const { wish, item } of created) {
			if (!(error instanceof RequestFailure)) wish.settle(createdBut(item, error as UserError));
			else if (isLast) wish.settle({ action: 'created', item, isUnverified: true });
		}
	}

	private noteCreated(created: Created): void {
		this.view.settle(created.wish, created.item);
		this.unverified.push(created);
	}

	/** Another input with the same reference may have been created just now. */
	private isTwinUnclear({ wanted }: Wish): boolean {
		const { reference } = wanted.fields;
		return this.unclear.some(
			({ wish }) => reference !== undefined && wish.wanted.fields.reference === reference,
		);
	}

	private itemOf(
		raw: ExistingItem['raw'],
		id: string | undefined,
		sent: Plan['sent'],
	): ExistingItem {
		const whole = this.session.reservations.read(merge(sent, raw));
		return { ...whole, raw, id, sent };
	}
}

function isCreate({ request }: RequestFailure): boolean {
	return request.method === 'POST';
}

/** True where an earlier try of this execution has made the charge, or may have. */
function wasMade({ earlier }: Wish): boolean {
	return earlier instanceof ChargeLeft || (earlier instanceof RequestFailure && isCreate(earlier));
}
