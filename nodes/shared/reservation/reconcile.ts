import { FIELD_LABELS } from '../format/fields';
import { failureAfter, RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { userError } from '../n8n/userError';
import { idToChange } from './reservations';
import type { Session } from './session';
import { LOOKS, Verification } from './verification';
import { ReservationView } from './view';
import type { Policy, Wanted, Wish } from './wanted';
import { mayHaveMade, notCreated } from './wanted';

/** Creates looked up together: one after another, their pauses would add up. */
const MOST_UNCLEAR = 10;

interface Unclear {
	wish: Wish;
	failure: RequestFailure;
	triesLeft: number;
}

/** Makes each wish exist once on a reservation, whoever else does the same. */
export async function reconcile(
	session: Session,
	reservationId: string,
	wishes: Wish[],
	policy: Policy,
): Promise<void> {
	// What an earlier try left comes first: nothing is created after a charge that is still unclear.
	const open = wishes.filter(({ done }) => !done).sort((a, b) => Number(!a.left) - Number(!b.left));
	if (open.length === 0 && !policy.removes) return;
	await session.reservations.withLock(reservationId, async () => {
		const view = new ReservationView(session, reservationId, wishes, policy.isDryRun);
		try {
			await view.refresh();
		} catch (error) {
			for (const wish of open) wish.record(failureAfter(wish.left, error));
			if (open.length === 0) policy.recordRemoval(error as Error);
			return;
		}
		const reconciliation = new Reconciliation(view, policy);
		await reconciliation.serve(open);
		await reconciliation.removeRest();
	});
}

class Reconciliation {
	private readonly unclear: Unclear[] = [];
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
				const isDue = this.unclear.some((earlier) => isBefore(earlier.wish, wish));
				if (isDue) await this.settleUnclear();
				if (policy.shouldStop()) break;
				await recordFailure(wish, async () => {
					let found = view.itemOf(wish);
					if (found?.sent && found.id === undefined) {
						// The answer to its create had no ID; the list has it.
						await view.refresh();
						found = view.itemOf(wish);
					}
					if (found) await view.keepOrUpdate(wish, found);
					else await this.create(wish);
				});
			}
			await this.settleUnclear();
		} finally {
			await verification.verify({ isLast: true });
		}
	}

	async removeRest(): Promise<void> {
		const { removes, isDryRun, recordRemoval, shouldStop } = this.policy;
		for (const item of removes ? this.view.items.filter(removes) : []) {
			if (shouldStop()) return;
			try {
				if (!isDryRun) {
					const request = { method: 'DELETE', serviceId: idToChange(item) } as const;
					await this.view.session.client.send({ ...request, mayBeGone: true });
				}
				recordRemoval(item);
			} catch (error) {
				recordRemoval(error as Error);
			}
		}
	}

	private async create(wish: Wish): Promise<void> {
		const { view, verification } = this;
		const { wanted, left } = wish;
		assertComplete(wanted);
		if (this.policy.isDryRun) {
			const item = { id: undefined, raw: wanted.charge.sent };
			return wish.record({ action: 'wouldCreate', item });
		}
		// If the list does not show the first one created, every run would create it again: stop there.
		if (!verification.isListTried && verification.open.length > 0) {
			await verification.verify({ isLast: false });
			if (this.policy.shouldStop()) return;
		}
		if (view.isStale && !verification.isBlocked) await view.refresh();
		const found = view.itemOf(wish);
		if (found) return await view.keepOrUpdate(wish, found);
		const failure = left instanceof RequestFailure && mayHaveMade(wish) ? left : undefined;
		if (verification.isBlocked) throw failure ?? notCreated(wanted);
		const key = wanted.charge.idempotencyKey;
		const isToLookUp = failure !== undefined && !failure.hasKey(key);
		// Sent without protection, it carries no reference to know it by.
		if (isToLookUp && !failure.request.isProtected && wanted.matchBy === 'reference') throw failure;
		const unclear = isToLookUp ? failure : await this.send(wish);
		// Under a key the client has sent it again already.
		const retries = key === undefined ? view.session.client.sendOptions.maxRetries : 0;
		const triesLeft = isToLookUp ? Math.max(1, retries) : retries;
		if (unclear) this.unclear.push({ wish, failure: unclear, triesLeft });
		const isEnough = this.unclear.length === MOST_UNCLEAR;
		if (!verification.isListTried || isEnough) await this.settleUnclear();
	}

	/** Sends again what the list does not show after several looks: sent earlier, it might be there twice. */
	private async settleUnclear(): Promise<void> {
		while (this.unclear.length > 0) {
			for (const missing of await this.lookUp(this.unclear.splice(0))) {
				const { wish, failure } = missing;
				if (this.unclear.length > 0) {
					// The request before this one may have taken long: look again first.
					this.unclear.push(missing);
					continue;
				}
				await recordFailure(wish, async () => {
					if (missing.triesLeft-- === 0) throw lateIn(failure) ?? failure.asNotDone();
					const again = await this.send(wish, failure);
					if (again) this.unclear.push({ ...missing, failure: again });
				});
			}
		}
	}

	/** @returns those that no list shows */
	private async lookUp(unclear: Unclear[]): Promise<Unclear[]> {
		let missing = unclear;
		for (let look = 1; look <= LOOKS && missing.length > 0; look++) {
			try {
				await this.view.refresh(look);
			} catch {
				for (const { wish, failure } of missing) wish.record(failure);
				return [];
			}
			const remaining: Unclear[] = [];
			for (const each of missing) if (!(await this.isFound(each, look))) remaining.push(each);
			missing = remaining;
		}
		return missing;
	}

	/** True where the list shows it, or where another look cannot help. */
	private async isFound({ wish, failure }: Unclear, look: number): Promise<boolean> {
		const { view, verification } = this;
		try {
			const item = view.itemOf(wish);
			if (!item) return false;
			verification.isListTried = true;
			await view.keepOrUpdate(wish, item, { isMade: true });
			verification.open.push({ wish, item, isOurs: false, wasUnclear: true });
			return true;
		} catch (error) {
			// Several may carry the reference until another process has deleted its own.
			const isFinal = look === LOOKS || error instanceof RequestFailure;
			if (isFinal) wish.record(failureAfter(failure, error));
			return isFinal;
		}
	}

	/** Takes and returns the failure of a try that may have been carried out. */
	private async send(wish: Wish, before?: RequestFailure): Promise<RequestFailure | undefined> {
		const { view, verification } = this;
		const { client, mapper, reservations } = view.session;
		const { body, sent, idempotencyKey } = wish.wanted.charge;
		wish.create = 'sent';
		const request = {
			method: 'POST',
			body,
			idempotencyKey,
			reservationId: wish.wanted.fields.reservationId,
			isProtected: true,
			mayHaveArrived: !before && mayHaveMade(wish),
		} as const;
		const result = await client.trySend(request).catch((error: unknown) => {
			const isUnderWay = error instanceof CanceledError && error.underWay !== undefined;
			throw isUnderWay ? error : (before ?? error);
		});
		if (result instanceof RequestFailure) {
			if (result.isUnclear) return lateIn(before) ?? result;
			// After a conflict the charge may be there.
			const isConflict = result.response.case === 'conflict';
			if (isConflict) await view.refresh().catch(() => undefined);
			const found = isConflict && !view.isStale ? view.itemOf(wish) : undefined;
			if (!found) throw lateIn(before) ?? result;
			await view.keepOrUpdate(wish, found);
			return undefined;
		}
		const answered = mapper.readAnswer(result, { item: sent });
		// A service may answer with the whole bill: what was there before is not the new charge.
		const isOld = answered.id !== undefined && view.knows(answered.id);
		const { id, item: raw } = isOld ? { id: undefined, item: sent } : answered;
		const item = reservations.readSent(raw, id, sent);
		view.bind(wish, item);
		const isOurs = id !== undefined && !answered.isGuessed;
		verification.open.push({ wish, item, isOurs, wasUnclear: before !== undefined });
		wish.record({ action: 'created', item });
		return undefined;
	}
}

/** True where the one has to be settled before the other's turn. */
function isBefore({ left, wanted }: Wish, later: Wish): boolean {
	const { matchBy, fields } = later.wanted;
	const isSame = matchBy === 'reference' && fields.reference === wanted.fields.reference;
	return isSame || (left !== undefined && !later.left);
}

async function recordFailure(wish: Wish, action: () => Promise<void>): Promise<void> {
	try {
		await action();
	} catch (error) {
		const isCreate = error instanceof RequestFailure && error.request.method === 'POST';
		if (isCreate && !error.isUnclear) wish.create = 'refused';
		wish.record(failureAfter(wish.left, error));
	}
}

/** What the service may carry out only now, whatever becomes of the next request for it. */
function lateIn(failure: RequestFailure | undefined): RequestFailure | undefined {
	return failure?.response.tells === 'late' ? failure : undefined;
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
