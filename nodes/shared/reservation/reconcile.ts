import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import type { Answer } from '../http/reply';
import type { ServiceRequest } from '../http/request';
import { CanceledError } from '../n8n/userError';
import type { AccountProof } from './accountProof';
import { proofOf } from './accountProof';
import { decide, factsOf } from './decide';
import type { DeletionOutcome, Desired, DesiredCharge, WishOutcome } from './desired';
import type { Change, Goal, History, Step } from './history';
import { ownIdsOf } from './history';
import { Matcher } from './observation';
import type { ExistingItem } from '../lists/reservations';
import type { Input, Sent } from './sent';
import type { Session } from '../session/session';
import type { Turn } from './turns';
import { takeTurn } from './turns';

export interface Reconciled {
	/** By the index of the wish; undefined: not started, or done before. */
	outcomes: Array<WishOutcome | undefined>;
	deletions: DeletionOutcome[];
	/** Why the last list could not be read. */
	unread?: Error;
}

/** Makes each wish exist once on a reservation, whoever else does the same: observe, decide, act, until all is decided. */
export async function reconcile(
	session: Session,
	desired: Desired,
	shouldStop: () => boolean,
): Promise<Reconciled> {
	const { scope, sendOptions } = session.client;
	const turn = await takeTurn(`${scope} ${desired.reservationId}`, sendOptions.signal);
	const loop = new Loop(session, desired, shouldStop);
	try {
		return await loop.run();
	} finally {
		loop.endTurn();
		turn.end();
	}
}

class Loop {
	private readonly goal: Goal;
	private readonly history: History;
	private readonly proof: AccountProof;
	/** The first change of the account goes alone: others wait until its turn ends. */
	private turn?: Turn;

	constructor(
		private readonly session: Session,
		desired: Desired,
		private readonly shouldStop: () => boolean,
	) {
		const inputs = desired.wishes.map((wish) => ({ ...wish, creates: [] }));
		const matcher = new Matcher(inputs, session.mapper);
		const { maxRetries } = session.client.sendOptions;
		this.goal = { ...desired, inputs, matcher, maxRetries };
		const nothing = matcher.observe([], new Map());
		this.history = {
			first: nothing,
			now: nothing,
			rechecks: 0,
			deletes: [],
			gets: [],
			isAccountRechecked: false,
			isStopped: false,
		};
		this.proof = proofOf(session.accountKey);
	}

	async run(): Promise<Reconciled> {
		const { history } = this;
		await this.observe('first');
		for (;;) {
			history.isStopped = this.shouldStop();
			const facts = factsOf(this.goal, history, this.proof);
			const isSeen = !history.unread && this.proof.learn(facts);
			if (isSeen) this.endTurn();
			const step = decide(facts);
			if (step.do === 'end') {
				this.proof.remember(facts);
				return { ...step, unread: history.unread };
			}
			await this.act(step).catch((error: unknown) => {
				if (!(error instanceof CanceledError)) throw error;
				history.unread = error;
			});
		}
	}

	endTurn(): void {
		this.turn?.end();
		this.turn = undefined;
	}

	private async observe(which: 'first' | 'changed' | 'recheck'): Promise<void> {
		const { history, goal, session } = this;
		history.rechecks = which === 'recheck' ? history.rechecks + 1 : 0;
		if (which === 'recheck') await session.client.waitBeforeTry(history.rechecks);
		const items = await session.reservations
			.list(goal.reservationId)
			.catch((error: Error) => error);
		if (items instanceof Error) {
			history.unread = items;
			return;
		}
		history.now = goal.matcher.observe(items, ownIdsOf(goal, history));
		if (which === 'first') history.first = history.now;
	}

	private async act(step: Exclude<Step, { do: 'end' }>): Promise<void> {
		const { history, goal, session } = this;
		switch (step.do) {
			case 'recheck':
				return await this.observe('recheck');
			case 'recheckAccount':
				history.isAccountRechecked = true;
				return await this.proof.recheck(session.reservations, goal.reservationId);
			case 'get':
				return await this.get(step);
			case 'change':
				return await this.change(step.changes);
		}
	}

	private async get({ id, listed }: Step & { do: 'get' }): Promise<void> {
		const { history, proof } = this;
		const { reservations } = this.session;
		const { reservationId } = this.goal;
		if (listed) history.disproof = await proof.disproofOf(listed, { reservationId, reservations });
		else history.gets.push({ id, found: await reservations.find(id) });
	}

	/** Sends changes, until one of them stops the others. */
	private async change(changes: Change[]): Promise<void> {
		const { proof, history, goal } = this;
		const isFirst = changes.some((change) => change.do !== 'delete' && !proof.seen.has(change.do));
		if (isFirst && (await this.hasWaited())) return await this.observe('changed');
		let isChanged = false;
		let isAwaited = false;
		for (const change of changes) {
			if (this.shouldStop() || proof.held.has(change.do)) break;
			const sent = await this.send(change);
			isChanged ||= mayShow(change, sent);
			isAwaited ||= sent.answered === 'yes';
			if (history.unread) return;
			if (sent.answered === 'refused' && goal.stopsAtFailure) break;
		}
		if (!isAwaited) this.endTurn();
		if (isChanged) await this.observe('changed');
	}

	/** Takes the turn, unless it has it. True where others were at work meanwhile: the list is read anew. */
	private async hasWaited(): Promise<boolean> {
		if (this.turn) return false;
		const { client, accountKey } = this.session;
		this.turn = await takeTurn(`first change ${accountKey}`, client.sendOptions.signal);
		return this.turn.hasWaited;
	}

	private async send(change: Change): Promise<Sent> {
		switch (change.do) {
			case 'create':
				return await this.create(change.input);
			case 'update':
				return await this.update(change.input, change.item);
			case 'delete':
				return await this.delete(change);
		}
	}

	private async create({ desired, creates }: Input): Promise<Sent> {
		const { body, expected, idempotencyKey } = desired.charge;
		const { reservationId } = this.goal;
		const { sent, result } = await this.sendChange({
			method: 'POST',
			body,
			idempotencyKey,
			reservationId,
			isProtected: true,
		});
		const answer = result && this.session.mapper.readAnswer(result, { item: expected });
		creates.push({ ...sent, id: answer?.id, answer: answer?.item });
		return sent;
	}

	private async update(input: Input, before: ExistingItem): Promise<Sent> {
		const { reservationId } = this.goal;
		const { fields, custom } = input.desired;
		const present = { item: await this.presentOf(before, input.desired), reservationId };
		const { body } = this.session.mapper.toUpdateAll(fields, custom, present);
		const { id: serviceId } = before;
		const { sent } = await this.sendChange({ method: 'PATCH', serviceId, body, reservationId });
		input.update = { ...sent, before };
		return sent;
	}

	/** Fields that are sent along as they are: by now somebody may have changed what the list has shown. */
	private async presentOf(item: ExistingItem, desired: DesiredCharge): Promise<IDataObject> {
		const { mapper, reservations } = this.session;
		if (!mapper.needsPresent(desired.fields, desired.custom)) return item.raw;
		const found = await reservations.find(item.id ?? '');
		return typeof found === 'object' ? found.raw : item.raw;
	}

	private async delete({ item, madeFor }: Change & { do: 'delete' }): Promise<Sent> {
		const { sent } = await this.sendChange({ method: 'DELETE', serviceId: item.id });
		if (madeFor) madeFor.reduction = { ...sent, item };
		else this.history.deletes.push({ ...sent, item });
		return sent;
	}

	private async sendChange(request: ServiceRequest): Promise<{ sent: Sent; result?: Answer }> {
		const result = await this.session.client.trySend(request).catch((error: unknown) => {
			// Stopped: what was under way counts as sent.
			const underWay = error instanceof CanceledError ? error.underWay : undefined;
			if (!(underWay instanceof RequestFailure)) throw error;
			this.history.unread = error as Error;
			return underWay;
		});
		if (!(result instanceof RequestFailure)) return { sent: { answered: 'yes' }, result };
		const answered = result.isUnclear ? 'unclear' : 'refused';
		return { sent: { answered, failure: result } };
	}
}

/** True where the list may show something else: also after a conflict, and what was not deleted may be gone. */
function mayShow(change: Change, sent: Sent): boolean {
	if (sent.answered !== 'refused' || change.do === 'delete') return true;
	return sent.failure.status === 409;
}
