import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { assertComplete, keepOrUpdate } from './keepOrUpdate';
import type { Verification } from './verification';
import { LOOKS } from './verification';
import type { ReservationView } from './view';
import type { Wish } from './wanted';
import { mayHaveMade, notCreated } from './wanted';

/** Creates looked up together: one after another, their pauses would add up. */
const MOST_UNCLEAR = 10;

/** A create that may or may not have been carried out. */
interface Unclear {
	wish: Wish;
	failure: RequestFailure;
	/** How often this run has sent it. */
	tries: number;
}

/** Creates the charges that a reservation lacks, each once. */
export class Creation {
	private unclear: Unclear[] = [];

	constructor(
		private readonly view: ReservationView,
		private readonly verification: Verification,
	) {}

	/** Creates the item for a wish, unless it is there by now. An unclear one is looked up later. */
	async create(wish: Wish): Promise<void> {
		const { view, verification } = this;
		const { wanted, earlier } = wish;
		assertComplete(wanted);
		if (this.isTwinUnclear(wish)) await this.lookUpUnclear();
		if (view.isStale) await view.refresh();
		// If the list does not show the first one created, every run would create it again: stop there.
		if (!verification.isListTried && verification.hasOpen) {
			await verification.verify({ isLast: false });
		}
		const found = view.itemOf(wish);
		if (found) return await keepOrUpdate(view, wish, found);
		if (verification.isBlocked) throw notCreated(wanted);
		const failure = earlier instanceof RequestFailure && mayHaveMade(wish) ? earlier : undefined;
		if (failure && !failure.hasKey(wanted.charge.idempotencyKey)) {
			this.unclear.push({ wish, failure, tries: 0 });
		} else await this.send(wish, 0);
		if (!verification.isListTried) await this.lookUpUnclear();
		else if (this.unclear.length >= MOST_UNCLEAR) await this.lookAndResend();
	}

	async lookUpUnclear(): Promise<void> {
		while (this.unclear.length > 0) await this.lookAndResend();
	}

	/** Sends again what the list does not show after several looks: sent earlier, it might be created twice. */
	private async lookAndResend(): Promise<void> {
		let missing = this.unclear.splice(0);
		for (let look = 1; look <= LOOKS && missing.length > 0; look++) {
			try {
				await this.view.session.client.waitBeforeTry(look);
				await this.view.refresh();
			} catch {
				for (const { wish, failure } of missing) wish.record(failure);
				return;
			}
			const left: Unclear[] = [];
			for (const unclear of missing) {
				if (!(await this.isFound(unclear.wish, look === LOOKS))) left.push(unclear);
			}
			missing = left;
		}
		for (const unclear of missing) await this.sendAgain(unclear);
	}

	/** True where the list shows it, or where another look cannot help. */
	private async isFound(wish: Wish, isLast: boolean): Promise<boolean> {
		try {
			const item = this.view.itemOf(wish);
			if (!item) return false;
			this.verification.isListTried = true;
			await keepOrUpdate(this.view, wish, item, true);
			this.verification.add({ wish, item, isOurs: false, wasUnclear: true });
			return true;
		} catch (error) {
			// Several may carry the reference until another process has deleted its own.
			const isFinal = isLast || error instanceof RequestFailure;
			if (isFinal) wish.record(error as Error);
			return isFinal;
		}
	}

	private async sendAgain({ wish, failure, tries }: Unclear): Promise<void> {
		// Under a key the client has sent it again already.
		const hasKey = wish.wanted.charge.idempotencyKey !== undefined;
		if (tries > (hasKey ? 0 : this.view.session.client.maxRetries)) {
			const isNotDone = failure.response.tells !== 'late';
			if (isNotDone) wish.create = 'refused';
			return wish.record(isNotDone ? failure.asNotDone() : failure);
		}
		const late = failure.response.tells === 'late' ? failure : undefined;
		try {
			await this.send(wish, Math.max(1, tries), late);
		} catch (error) {
			const isStopped = error instanceof CanceledError && error.underWay === undefined;
			const isRefused = error instanceof RequestFailure && error.request.method === 'POST';
			if (late && isRefused) wish.create = 'sent';
			wish.record(isStopped || (late && isRefused) ? failure : (error as Error));
		}
	}

	/** @param late what an earlier request for it ended with, which may be carried out only now, whatever becomes of this one */
	private async send(wish: Wish, tries: number, late?: RequestFailure): Promise<void> {
		const { view, verification } = this;
		const { client, mapper, reservations } = view.session;
		const { body, sent, idempotencyKey } = wish.wanted.charge;
		wish.create = 'sent';
		const result = await client.trySend(
			{ method: 'POST', body, idempotencyKey },
			{
				reservationId: wish.wanted.fields.reservationId,
				isProtected: true,
				mayHaveArrived: tries === 0 && mayHaveMade(wish),
			},
		);
		if (result instanceof RequestFailure) {
			if (!result.isUnclear) return await this.addRefused(wish, result);
			this.unclear.push({ wish, failure: late ?? result, tries: tries + 1 });
			return;
		}
		const answered = mapper.readAnswer(result, { item: sent });
		// A service may answer with the whole bill: what was there before is not the new charge.
		const isOld = view.knows(answered.id);
		const { id, item: raw } = isOld ? { id: undefined, item: sent } : answered;
		const item = reservations.readSent(raw, id, sent);
		view.bind(wish, item);
		const isOurs = id !== undefined && !answered.isGuessed;
		verification.add({ wish, item, isOurs, wasUnclear: tries > 0 });
		wish.record({ action: 'created', item });
	}

	/** After a conflict the charge may be there. */
	private async addRefused(wish: Wish, failure: RequestFailure): Promise<void> {
		const { view } = this;
		const isRead =
			failure.response.case === 'conflict' &&
			(await view.refresh().then(
				() => true,
				() => false,
			));
		const found = isRead ? view.itemOf(wish) : undefined;
		if (found) return await keepOrUpdate(view, wish, found);
		wish.create = 'refused';
		throw failure;
	}

	/** Another input with the same reference may have been created just now. */
	private isTwinUnclear({ wanted }: Wish): boolean {
		const { reference } = wanted.fields;
		return this.unclear.some(
			({ wish }) => reference !== undefined && wish.wanted.fields.reference === reference,
		);
	}
}
