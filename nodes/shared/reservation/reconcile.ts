import { chargeIn, type Charge } from '../format/charges';
import type { Answer } from '../http/reply';
import type { Session } from '../http/session';
import { reservationKey } from '../lists/findCharge';
import { readReservation } from '../lists/readReservation';
import { failed, isRefused, judge, LOOKS, type Due, type Known } from './judge';
import { attempt, changeById, deleteCharges, look } from './requests';
import { orphansIn, see, wantOf, type Failure, type Want } from './seen';
import { inTurn } from './turns';
import type { Deleted, Desired, Done, Failed } from './wish';
import * as words from './words';

/** Not at their end: each hears what others have seen to be there. */
const open = new Set<Reconciliation>();

/** By content, how many a list has to show of what this process created. */
const awaited = new Map<string, number>();

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
): Promise<Reconciliation> {
	const work = new Reconciliation(session, desired, shouldStop);
	await inTurn(work.key, async () => await work.bringAbout());
	return work;
}

export class Reconciliation {
	/** By wish; undefined: not begun, or done earlier. */
	outcomes: Array<Done | Failed | undefined> = [];
	/** What Sync would delete. */
	orphans: Charge[] = [];
	readonly key: string;
	private readonly wants: Want[];
	private readonly known: Known;
	/** Lets others of the run create, too. */
	private release?: () => void;
	/** No orphans any more. */
	private readonly confirmed = new Set<string | undefined>();

	constructor(
		private readonly session: Session,
		private readonly desired: Desired,
		private readonly shouldStop: () => boolean,
	) {
		this.key = reservationKey(session, desired.reservationId);
		this.wants = desired.wishes.map((wish) => wantOf(session, wish));
		const { format, options } = session;
		const { maxRetries } = options;
		this.known = { now: see([], []), maxRetries, format };
	}

	async bringAbout(): Promise<void> {
		try {
			await this.begin();
			while (!this.desired.isDryRun && (await this.sendNext()));
		} finally {
			this.release?.();
		}
		this.outcomes = this.wants.map((want) => this.outcomeOf(want));
		for (const outcome of this.outcomes) {
			if (outcome?.is !== 'done') continue;
			for (const other of open) {
				if (other.key === this.key) other.confirmed.add(outcome.charge.id);
			}
		}
		open.add(this);
	}

	/** The service may not know the reservation yet. */
	private async begin() {
		const { session, desired, wants } = this;
		const rule = { mayBeMissing: true };
		const id = desired.reservationId;
		const first = await readReservation(session, id, rule);
		this.see(first);
		for (const want of wants) {
			want.id = this.known.now.placed.get(want)?.id;
			want.isHeld = awaited.has(want.content);
			// A dry run looks once.
			want.looks = desired.isDryRun ? LOOKS : 0;
		}
		this.orphans = orphansIn(first, desired);
		const isThere = wants.every((want) => want.id !== undefined);
		if (isThere || desired.isDryRun) return;
		this.release = await desired.run.begin();
		// Another reservation went first: what was seen is old.
		if (!this.release) await this.begin();
	}

	private see(charges: Charge[]) {
		this.known.now = see(charges, this.wants);
		for (const want of this.wants) want.looks++;
		for (const { content } of this.wants) {
			const count = awaited.get(content);
			if (count && this.countOf(content) >= count) awaited.delete(content);
		}
	}

	private countOf(content: string) {
		const placed = [...this.known.now.placed.keys()];
		return placed.filter((want) => want.content === content).length;
	}

	private isSettled() {
		return this.wants.every((want) => judge(want, this.known) !== undefined);
	}

	/** @returns false when nothing is left to be sent or looked for */
	private async sendNext() {
		const { session, desired } = this;
		let isSent = false;
		for (const due of this.nextDue()) {
			const isBarred = due.do === 'create' && desired.run.isOver;
			if (this.shouldStop() || isBarred) continue;
			isSent = true;
			const failure = await this.send(due);
			if (isRefused(failure) && desired.stopsAtFailure) break;
		}
		if (this.isSettled()) return isSent;
		const id = desired.reservationId;
		this.known.unread = await look(session, id, (charges) => {
			this.see(charges);
			return this.isSettled();
		});
		return true;
	}

	/** In input order. The first of its kind is seen before the second is sent. */
	private nextDue(): Due[] {
		const { run, stopsAtFailure } = this.desired;
		const all: Due[] = [];
		const kinds = new Set<Want['sent']>(['takeBack']);
		let isEnd = this.known.unread !== undefined;
		for (const want of this.wants) {
			if (want.earlier === 'done') continue;
			const verdict = judge(want, this.known);
			if (verdict?.is === 'due') all.push(verdict);
			if (verdict?.is === 'done') kinds.add(want.sent);
			if (verdict?.is !== 'failed') continue;
			if (verdict.isBreach || stopsAtFailure) isEnd = true;
			if (verdict.isBreach && want.sent === 'create') run.breaches++;
		}
		if (kinds.has('create')) {
			run.isShown = true;
			this.release?.();
		}
		if (isEnd) return [];
		return all.filter((each) => {
			const first = all.find((other) => other.do === each.do);
			return each === first || kinds.has(each.do);
		});
	}

	private async send(due: Due): Promise<Failure | undefined> {
		const { want, charge, body } = due;
		let failure: Failure | undefined;
		if (charge) {
			const method = due.do === 'update' ? 'PATCH' : 'DELETE';
			const { reservationId } = this.desired;
			const request = { method, reservationId, body, mayBeGone: true } as const;
			failure = failureIn(await changeById(this.session, charge, request));
			want.id = charge.id;
		} else failure = await this.create(want);
		Object.assign(want, { sent: due.do, before: charge, failure, looks: 0 });
		return failure;
	}

	private async create(want: Want): Promise<Failure | undefined> {
		const session = this.session;
		const { reservationId } = this.desired;
		const { body, content, creates, idempotencyKey, watch } = want;
		watch?.sending(words.underWay(want), want.reference ?? '');
		const sending = session.send({
			method: 'POST',
			body,
			reservationId,
			idempotencyKey,
			mayHaveArrived: creates > 0,
		});
		const answer = await attempt(sending);
		const failure = failureIn(answer);
		if (isRefused(failure) && creates === 0) watch?.settled();
		else want.creates++;
		if (failure) return failure;
		watch?.answered();
		awaited.set(content, (awaited.get(content) ?? this.countOf(content)) + 1);
		const said = answer instanceof Error ? undefined : answer.body;
		const asked = { sentAmount: want.fields.amount };
		want.id = chargeIn(session.format, said, asked)?.id;
		return undefined;
	}

	private outcomeOf(want: Want) {
		if (want.earlier === 'done') return undefined;
		const verdict = judge(want, this.known);
		if (verdict?.is !== 'due') return verdict;
		if (this.desired.isDryRun) return planned(verdict);
		if (verdict.otherwise) return verdict.otherwise;
		const isOver = this.desired.stopsAtFailure || this.shouldStop();
		return isOver ? undefined : failed(words.NOT_SENT);
	}

	/** Once, when all reservations of the run are done. */
	async deleteOrphans(): Promise<Deleted[]> {
		const { session, desired, orphans } = this;
		if (desired.isDryRun) {
			return orphans.map((charge) => ({ is: 'wouldDelete', charge }));
		}
		if (orphans.length === 0) return [];
		return await inTurn(this.key, async () => {
			const left = orphans.filter((each) => !this.confirmed.has(each.id));
			return await deleteCharges(session, desired, left, this.shouldStop);
		});
	}

	/** At last, always. */
	end(): void {
		open.delete(this);
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
	return { is: 'done', action, charge: { ...after, raw }, before: charge };
}
