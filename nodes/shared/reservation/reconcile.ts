import { chargeIn } from '../format/answers';
import type { Charge } from '../format/charges';
import type { Answer } from '../http/reply';
import type { Session } from '../http/session';
import { reservationKey } from '../lists/findCharge';
import { readReservation } from '../lists/readReservation';
import type { Due, Known } from './judge';
import { done, failed, isRefused, judge, LOOKS } from './judge';
import { attempt, changeById, deleteCharges, look } from './requests';
import type { Failure, Want } from './seen';
import { orphansIn, see, unshown, wantOf } from './seen';
import { takeTurn } from './turns';
import type { Deleted, Desired, Done, Reconciled } from './wish';
import * as words from './words';

/** Of each Sync that has not deleted yet: what others say to be there. */
const hearings = new Map<Set<string>, string>();

/**
 * Makes each wish exist once, whoever else does the same: look, send what is
 * missing, look again. What is told is what a list shows after the last change.
 *
 * @throws when the first list cannot be read: then nothing was sent
 */
export async function reconcile(
	session: Session,
	desired: Desired,
	shouldStop: () => boolean,
): Promise<Reconciled> {
	const key = reservationKey(session, desired.reservationId);
	const { signal } = session.client.options;
	const endTurn = await takeTurn(key, signal);
	const work = new Reconciliation(session, desired, shouldStop);
	try {
		await work.begin();
		if (!desired.isDryRun) await work.bringAbout();
		const outcomes = work.end();
		for (const [ids, other] of hearings) {
			if (other !== key) continue;
			for (const outcome of outcomes) {
				if (outcome?.is === 'done') ids.add(outcome.charge.id ?? '');
			}
		}
		const orphans = orphansIn(work.first, desired);
		const kept = new Set<string>();
		hearings.set(kept, key);
		const end = (): unknown => hearings.delete(kept);
		const deleteOrphans = async (): Promise<Deleted[]> => {
			if (desired.isDryRun) {
				return orphans.map((charge) => ({ is: 'wouldDelete', charge }));
			}
			if (orphans.length === 0) return [];
			const endSecond = await takeTurn(key, signal);
			const left = orphans.filter(({ id = '' }) => !kept.has(id));
			const deleting = deleteCharges(session, desired, left, shouldStop);
			return await deleting.finally(endSecond);
		};
		return { outcomes, orphans, deleteOrphans, end };
	} finally {
		work.release?.();
		endTurn();
	}
}

class Reconciliation {
	first: Charge[] = [];
	private wants: Want[] = [];
	private known!: Known;
	/** Lets others of the run create, too. */
	release?: () => void;

	constructor(
		private readonly session: Session,
		private readonly desired: Desired,
		private readonly shouldStop: () => boolean,
	) {}

	/** The service may not know the reservation yet. */
	async begin(): Promise<void> {
		const { session, desired } = this;
		const { reservationId, wishes } = desired;
		const rule = { mayBeMissing: true };
		this.first = await readReservation(session, reservationId, rule);
		this.wants = wishes.map((wish) => wantOf(session, wish));
		const now = see(this.first, this.wants);
		for (const want of this.wants) want.id = now.placed.get(want)?.id;
		const { format, client } = session;
		const { maxRetries } = client.options;
		// A dry run looks once.
		const looks = desired.isDryRun ? LOOKS : 0;
		this.known = { now, looks, maxRetries, format };
		this.letGo();
	}

	async bringAbout(): Promise<void> {
		for (;;) {
			const due = this.nextDue();
			const isCreating = due.some((each) => each.do === 'create');
			if (isCreating && !this.release) {
				this.release = await this.desired.run.begin();
				// Another reservation went first: what was seen is old.
				if (!this.release) await this.begin();
			} else if (!(await this.sendAll(due))) return;
		}
	}

	/** In input order. The first of its kind is seen before the second is sent. */
	private nextDue(): Due[] {
		const { wants, known, desired } = this;
		const { run, stopsAtFailure } = desired;
		const all: Due[] = [];
		const shown = new Set<string | undefined>(['takeBack']);
		let isEnd = known.unread !== undefined;
		for (const want of wants) {
			if (want.earlier === 'done') continue;
			const verdict = judge(want, known);
			const kind = want.sent?.do;
			if (verdict?.is === 'due') all.push(verdict);
			if (verdict?.is === 'done') shown.add(kind);
			if (verdict?.is !== 'failed') continue;
			if (verdict.isBreach || stopsAtFailure) isEnd = true;
			if (verdict.isBreach && kind === 'create') run.unshown++;
		}
		if (shown.has('create')) {
			run.isShown = true;
			this.release?.();
		}
		if (isEnd) return [];
		return all.filter((each) => {
			const first = all.find((other) => other.do === each.do);
			return each === first || shown.has(each.do);
		});
	}

	/** @returns false when nothing was sent, and nothing looked for */
	private async sendAll(due: Due[]): Promise<boolean> {
		const { desired, session, known, wants } = this;
		const { reservationId, run, stopsAtFailure } = desired;
		let isSent = false;
		for (const each of due) {
			const isBarred = each.do === 'create' && run.isOver;
			if (this.shouldStop() || isBarred) continue;
			isSent = true;
			const failure = await this.send(each);
			if (isRefused(failure) && stopsAtFailure) break;
		}
		const isSettled = (want: Want) => judge(want, known) !== undefined;
		if (wants.every(isSettled)) return isSent;
		known.unread = await look(session, reservationId, (charges) => {
			known.now = see(charges, wants);
			known.looks++;
			this.letGo();
			for (const { sent } of wants) if (sent) sent.looks++;
			return wants.every(isSettled);
		});
		return true;
	}

	private async send(due: Due): Promise<Failure | undefined> {
		const { want, do: kind, charge, body } = due;
		const { reservationId } = this.desired;
		let failure: Failure | undefined;
		if (charge) {
			if (kind === 'update') want.id = charge.id;
			const method = kind === 'update' ? 'PATCH' : 'DELETE';
			const request = { method, reservationId, body, mayBeGone: true } as const;
			failure = failureIn(await changeById(this.session, charge, request));
		} else failure = await this.create(want);
		want.sent = { do: kind, before: charge, failure, looks: 0 };
		return failure;
	}

	private async create(want: Want): Promise<Failure | undefined> {
		const { client, format } = this.session;
		const { watch, reservationId } = this.desired;
		const { body, idempotencyKey, creates } = want;
		const n = this.wants.indexOf(want);
		watch?.sending(n, words.underWay(want));
		const sending = client.send({
			method: 'POST',
			body,
			reservationId,
			idempotencyKey,
			isProtected: true,
			mayHaveArrived: creates > 0,
		});
		const answer = await attempt(sending);
		const failure = failureIn(answer);
		if (isRefused(failure) && creates === 0) watch?.refused(n);
		else want.creates++;
		if (failure) return failure;
		watch?.answered(n);
		want.isHeld = true;
		const { content } = want;
		unshown.set(content, (unshown.get(content) ?? this.countOf(content)) + 1);
		const asked = { sentAmount: want.fields.amount };
		const shown = answer instanceof Error ? undefined : answer.body;
		want.id = chargeIn(format, shown, asked)?.id;
		return undefined;
	}

	end(): Reconciled['outcomes'] {
		this.letGo();
		return this.wants.map((want) => this.outcomeOf(want));
	}

	/** Holds no longer what the list shows as often as it has to. */
	private letGo(): void {
		for (const want of this.wants) {
			const { content } = want;
			if (this.countOf(content) < (unshown.get(content) ?? 0)) continue;
			unshown.delete(content);
			want.isHeld = false;
		}
	}

	private countOf(content: string): number {
		const shown = [...this.known.now.placed.keys()];
		return shown.filter((want) => want.content === content).length;
	}

	private outcomeOf(want: Want) {
		if (want.earlier === 'done') return undefined;
		const { isDryRun, stopsAtFailure } = this.desired;
		const verdict = judge(want, this.known);
		if (verdict?.is !== 'due') return verdict;
		if (isDryRun) return planned(verdict);
		if (verdict.otherwise) return verdict.otherwise;
		if (stopsAtFailure || this.shouldStop()) return undefined;
		return failed(words.notSent());
	}
}

/** A success in words that are not understood is one: the list tells. */
function failureIn(answer: Answer | Failure): Failure | undefined {
	if (!(answer instanceof Error)) return undefined;
	const isTaken = /^2/.test(`${answer.status}`) && !isRefused(answer);
	return isTaken ? undefined : answer;
}

function planned({ want, charge, body }: Due): Done {
	const { reservationId, reference } = want.fields;
	const fields = { ...charge?.fields, ...want.fields };
	const raw = { ...charge?.raw, ...body };
	const after = { isGone: false, ...charge, reservationId, reference, fields };
	const action = charge ? 'wouldUpdate' : 'wouldCreate';
	return done(action, { ...after, raw }, charge);
}
