import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { Plan } from './plans';
import { createPlan, keepOrUpdate } from './plans';
import type { Session } from './session';
import type { Verification } from './verification';
import { LOOKS } from './verification';
import type { ReservationView } from './view';
import type { Wish } from './wanted';
import { mayHaveMade, notCreated } from './wanted';

/** So many creates at most are looked up together: one after another, their pauses would add up. */
const MOST_UNCLEAR = 10;

/** A create of which nobody knows yet whether it was carried out. */
interface Unclear {
	wish: Wish;
	failure: RequestFailure;
	/** How often this run has sent it. */
	tries: number;
}

/** Makes the charges that a reservation lacks, so that each is there once in the end. */
export class Creation {
	private unclear: Unclear[] = [];

	constructor(
		readonly session: Session,
		readonly view: ReservationView,
		private readonly verification: Verification,
	) {}

	/** Creates the item for a wish, unless it is there by now. An unclear one is settled later. */
	async create(wish: Wish): Promise<void> {
		const { view, verification } = this;
		const { wanted, earlier } = wish;
		const plan = createPlan(wanted, this.session.mapper);
		if (this.isTwinUnclear(wish)) await this.settleUnclear();
		if (view.isStale) await view.refresh();
		// What a list does not show would be created again in every run: the first one tells.
		if (!verification.isListTried && verification.hasOpen) {
			await verification.verify({ isLast: false });
		}
		const found = view.itemOf(wish);
		if (found) return wish.settle(await keepOrUpdate(this, wish, found));
		if (verification.isBlocked) throw notCreated(wanted);
		const before = earlier instanceof RequestFailure && mayHaveMade(wish) ? earlier : undefined;
		if (before && !before.hasKey(wanted.idempotencyKey))
			this.unclear.push({ wish, failure: before, tries: 0 });
		else await this.send(wish, plan, 0);
		if (!verification.isListTried) await this.settleUnclear();
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

	private async send(wish: Wish, { body, sent }: Plan, tries: number): Promise<void> {
		const { client, mapper } = this.session;
		const { idempotencyKey, fields } = wish.wanted;
		this.view.send(wish);
		const result = await client.trySend(
			{ method: 'POST', body, idempotencyKey },
			{
				reservationId: fields.reservationId,
				isProtected: true,
				mayHaveArrived: tries === 0 && mayHaveMade(wish),
			},
		);
		if (result instanceof RequestFailure) {
			return await this.noteFailure({ wish, failure: result, tries: tries + 1 });
		}
		const answered = mapper.readAnswer(result, { item: sent });
		// A service may answer with the whole bill: what was there before is not the new charge.
		const isOld = this.view.knows(answered.id);
		const { id, item: raw } = isOld ? { id: undefined, item: sent } : answered;
		const item = this.session.reservations.readSent(raw, id, sent);
		this.view.settle(wish, item);
		this.verification.add({
			wish,
			item,
			isOurs: id !== undefined && !answered.isGuessed,
			wasUnclear: tries > 0,
		});
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
		if (found) return wish.settle(await keepOrUpdate(this, wish, found));
		this.view.refuse(wish);
		throw failure;
	}

	/** @returns what the list does not show after several looks: sent again too early, it would be there twice */
	private async lookFor(waiting: Unclear[]): Promise<Unclear[]> {
		let missing = waiting;
		for (let look = 1; look <= LOOKS && missing.length > 0; look++) {
			try {
				await this.session.client.waitBeforeTry(look);
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
			this.verification.isListTried = true;
			wish.settle(await keepOrUpdate(this, wish, item, true));
			this.verification.add({ wish, item, isOurs: false, wasUnclear: true });
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
			const isStopped = error instanceof CanceledError && error.underWay === undefined;
			wish.settle(isStopped ? failure : (error as Error));
		}
	}

	/** Another input with the same reference may have been created just now. */
	private isTwinUnclear({ wanted }: Wish): boolean {
		const { reference } = wanted.fields;
		return this.unclear.some(
			({ wish }) => reference !== undefined && wish.wanted.fields.reference === reference,
		);
	}
}
