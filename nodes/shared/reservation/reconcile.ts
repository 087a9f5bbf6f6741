import { FIELD_LABELS } from '../format/fields';
import { failureAfter, RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { userError } from '../n8n/userError';
import { idToChange } from './reservations';
import type { Session } from './session';
import { LOOKS, Verification } from './verification';
import { ReservationView } from './view';
import type { Policy, Wanted, Wish } from './wanted';
import { isDone, mayHaveMade, notCreated } from './wanted';

/** Creates looked up together: one after another, their pauses would add up. */
const MOST_UNCLEAR = 10;

interface Unclear {
	wish: Wish;
	failure: RequestFailure;
	/** How often this run has sent it. */
	tries: number;
}

/**
 * Makes each wish exist once on a reservation, whoever else does the same: lock, list, match, create or update, verify,
 * remove.
 */
export async function reconcile(
	session: Session,
	reservationId: string,
	wishes: Wish[],
	policy: Policy,
): Promise<void> {
	const open = openInOrder(wishes);
	if (open.length === 0 && !policy.removes) return;
	await session.reservations.withLock(reservationId, async () => {
		const view = new ReservationView(session, reservationId, wishes);
		try {
			await view.refresh();
		} catch (error) {
			for (const wish of open) wish.record(failureAfter(wish.earlier, error));
			if (open.length === 0) policy.recordRemoval(error as Error);
			return;
		}
		const reconciliation = new Reconciliation(view, policy);
		await reconciliation.serve(open);
		await reconciliation.removeRest();
	});
}

/** What an earlier try left comes first: nothing is created after a charge that is still unclear. */
function openInOrder(wishes: Wish[]): Wish[] {
	const open = wishes.filter((wish) => !isDone(wish));
	const isLeft = ({ earlier }: Wish): boolean => earlier !== undefined;
	return [...open.filter(isLeft), ...open.filter((wish) => !isLeft(wish))];
}

class Reconciliation {
	private unclear: Unclear[] = [];
	private readonly verification: Verification;

	constructor(
		private readonly view: ReservationView,
		private readonly policy: Policy,
	) {
		this.verification = new Verification(view);
	}

	async serve(open: Wish[]): Promise<void> {
		const { view, policy, verification } = this;
		try {
			for (const wish of open) {
				if (policy.shouldStop()) break;
				try {
					const found = view.itemOf(wish);
					if (found) await view.keepOrUpdate(wish, found, policy);
					else await this.create(wish);
				} catch (error) {
					wish.record(failureAfter(wish.earlier, error));
				}
			}
			await this.lookUpUnclear();
		} finally {
			// Also after a failure.
			await verification.verify({ isLast: true });
		}
	}

	async removeRest(): Promise<void> {
		const { view, policy } = this;
		const { removes, isDryRun, recordRemoval, shouldStop } = policy;
		for (const item of removes ? view.items.filter(removes) : []) {
			if (shouldStop()) return;
			try {
				if (!isDryRun) {
					const request = { method: 'DELETE', serviceId: idToChange(item) } as const;
					await view.session.client.send({ ...request, mayBeGone: true });
				}
				recordRemoval(item);
			} catch (error) {
				recordRemoval(error as Error);
			}
		}
	}

	/** Creates the item for a wish, unless it is there by now. An unclear one is looked up later. */
	private async create(wish: Wish): Promise<void> {
		const { view, verification } = this;
		const { wanted, earlier } = wish;
		assertComplete(wanted);
		if (this.policy.isDryRun) {
			const item = { id: undefined, raw: wanted.charge.sent };
			return wish.record({ action: 'wouldCreate', item });
		}
		// Another input with the same reference may have been created just now.
		const { reference } = wanted.fields;
		const isTwin = (other: Unclear): boolean => other.wish.wanted.fields.reference === reference;
		if (reference !== undefined && this.unclear.some(isTwin)) await this.lookUpUnclear();
		if (view.isStale) await view.refresh();
		// If the list does not show the first one created, every run would create it again: stop there.
		if (!verification.isListTried && verification.open.length > 0) {
			await verification.verify({ isLast: false });
		}
		const found = view.itemOf(wish);
		if (found) return await view.keepOrUpdate(wish, found);
		const failure = earlier instanceof RequestFailure && mayHaveMade(wish) ? earlier : undefined;
		if (verification.isBlocked) throw failure ?? notCreated(wanted);
		if (failure && !failure.hasKey(wanted.charge.idempotencyKey)) {
			this.unclear.push({ wish, failure, tries: 0 });
		} else await this.send(wish, 0);
		if (!verification.isListTried) await this.lookUpUnclear();
		else if (this.unclear.length >= MOST_UNCLEAR) await this.lookAndResend();
	}

	private async lookUpUnclear(): Promise<void> {
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
			await this.view.keepOrUpdate(wish, item, { isMade: true });
			this.verification.open.push({ wish, item, isOurs: false, wasUnclear: true });
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
		const late = failure.response.tells === 'late' ? failure : undefined;
		if (tries > (hasKey ? 0 : this.view.session.client.settings.maxRetries)) {
			if (!late) wish.create = 'refused';
			return wish.record(late ?? failure.asNotDone());
		}
		try {
			await this.send(wish, Math.max(1, tries), late);
		} catch (error) {
			const isStopped = error instanceof CanceledError && error.underWay === undefined;
			wish.record(isStopped ? failure : (error as Error));
		}
	}

	/** @param late what an earlier request for it ended with, which may be carried out only now, whatever becomes of this one */
	private async send(wish: Wish, tries: number, late?: RequestFailure): Promise<void> {
		const { view, verification } = this;
		const { client, mapper, reservations } = view.session;
		const { body, sent, idempotencyKey } = wish.wanted.charge;
		wish.create = 'sent';
		const result = await client.trySend({
			method: 'POST',
			body,
			idempotencyKey,
			reservationId: wish.wanted.fields.reservationId,
			isProtected: true,
			mayHaveArrived: tries === 0 && mayHaveMade(wish),
		});
		if (result instanceof RequestFailure) {
			if (!result.isUnclear) return await this.addRefused(wish, result, late);
			this.unclear.push({ wish, failure: late ?? result, tries: tries + 1 });
			return;
		}
		const answered = mapper.readAnswer(result, { item: sent });
		// A service may answer with the whole bill: what was there before is not the new charge.
		const isOld = answered.id !== undefined && view.knows(answered.id);
		const { id, item: raw } = isOld ? { id: undefined, item: sent } : answered;
		const item = reservations.readSent(raw, id, sent);
		view.bind(wish, item);
		const isOurs = id !== undefined && !answered.isGuessed;
		verification.open.push({ wish, item, isOurs, wasUnclear: tries > 0 });
		wish.record({ action: 'created', item });
	}

	/** After a conflict the charge may be there. */
	private async addRefused(
		wish: Wish,
		failure: RequestFailure,
		late: RequestFailure | undefined,
	): Promise<void> {
		const { view } = this;
		const isConflict = failure.response.case === 'conflict';
		if (isConflict) await view.refresh().catch(() => undefined);
		const found = isConflict && !view.isStale ? view.itemOf(wish) : undefined;
		if (found) return await view.keepOrUpdate(wish, found);
		if (late) throw late;
		wish.create = 'refused';
		throw failure;
	}
}

/** @throws UserError where a charge would lack a field */
function assertComplete({ fields }: Wanted): void {
	const needed = ['amount', 'date', 'description'] as const;
	const missing = needed.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return;
	throw userError(
		`${new Intl.ListFormat('en-GB').format(missing.map((name) => `'${FIELD_LABELS[name]}'`))} must be filled in, as there is no service item with this reference yet. Fill ${missing.length > 1 ? 'them' : 'it'} in to have one created`,
		'Only for an item that exists may fields be left blank: those stay as they are.',
	);
}
