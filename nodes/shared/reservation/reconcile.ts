import type { IDataObject } from 'n8n-workflow';

import type { PresentItem } from '../format/updates';
import { RequestFailure } from '../http/failure';
import type { Answer } from '../http/reply';
import type { ServiceRequest } from '../http/request';
import { CanceledError } from '../n8n/userError';
import type { AccountProof } from './accountProof';
import { accountProofOf } from './accountProof';
import { decide, factsOf } from './decide';
import type { DeletionOutcome, Desired, DesiredCharge, WishOutcome } from './desired';
import type { Change, History, Step } from './history';
import type { Input, Sent } from './sent';
import { keepAsked, ownIdsOf } from './history';
import { inputOf } from './sent';
import { Matcher } from './observation';
import type { ExistingItem } from '../lists/reservations';
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
		await loop.observe('first');
		for (;;) {
			const step = loop.decide();
			if (step.do === 'end') return { ...step, unread: loop.unread };
			await loop.act(step).catch((error: unknown) => loop.endBy(error));
		}
	} finally {
		loop.endTurn();
		turn.end();
	}
}

class Loop {
	private readonly history: History;
	private readonly proof: AccountProof;
	/** The first create and the first update of the account go alone: others wait until a list has shown them. */
	private turn?: Turn;
	/** What the turn was taken for. */
	private firsts: Array<Change['do']> = [];

	constructor(
		private readonly session: Session,
		{ wishes, ...desired }: Desired,
		private readonly shouldStop: () => boolean,
	) {
		const inputs = wishes.map(inputOf);
		const matcher = new Matcher(inputs, session.mapper);
		const nothing = matcher.observe([], new Map());
		this.history = {
			...desired,
			inputs,
			matcher,
			maxRetries: session.client.sendOptions.maxRetries,
			first: nothing,
			now: nothing,
			rechecks: 0,
			deletes: [],
			gets: [],
			isAccountRechecked: false,
			isStopped: false,
		};
		this.proof = accountProofOf(session.accountKey);
	}

	get unread(): Error | undefined {
		return this.history.unread;
	}

	decide(): Step {
		const { history, proof } = this;
		history.isStopped = this.shouldStop();
		const facts = factsOf(history, proof);
		if (!history.unread) proof.learn(facts);
		if (this.firsts.every((what) => proof.seen.has(what))) this.endTurn();
		const step = decide(facts);
		if (step.do === 'end') proof.remember(facts);
		return step;
	}

	endTurn(): void {
		this.turn?.end();
		this.turn = undefined;
		this.firsts = [];
	}

	async observe(which: 'first' | 'changed' | 'recheck'): Promise<void> {
		const { history, session } = this;
		history.rechecks = which === 'recheck' ? history.rechecks + 1 : 0;
		if (which === 'recheck') await session.client.waitBeforeTry(history.rechecks);
		try {
			const items = await session.reservations.list(history.reservationId);
			history.now = history.matcher.observe(items, ownIdsOf(history));
		} catch (error) {
			history.unread = error as Error;
		}
		if (which === 'first') history.first = history.now;
	}

	async act(step: Exclude<Step, { do: 'end' }>): Promise<void> {
		const { history, session, proof } = this;
		switch (step.do) {
			case 'recheck':
				return await this.observe('recheck');
			case 'recheckAccount':
				history.isAccountRechecked = true;
				return await proof.recheck(session.reservations, history.reservationId);
			case 'get':
				return await this.get(step);
			case 'change':
				return await this.change(step.changes);
		}
	}

	/** Stopped: what has become of all is told by what was seen before. */
	endBy(error: unknown): void {
		if (!(error instanceof CanceledError)) throw error;
		this.history.unread = error;
	}

	private async get({ id, listed }: Step & { do: 'get' }): Promise<void> {
		const { history, proof } = this;
		const { reservations } = this.session;
		if (listed) {
			const { reservationId } = history;
			history.disproof = await proof.disproofOf(listed, { reservationId, reservations });
		} else keepAsked(history, { id, found: await reservations.find(id) });
	}

	/** Sends changes, until one of them stops the others. */
	private async change(changes: Change[]): Promise<void> {
		const { proof, history } = this;
		if (await this.takeTurn(changes)) return await this.observe('changed');
		let isChanged = false;
		let isAwaited = false;
		for (const change of changes) {
			if (this.shouldStop() || proof.held.has(change.do)) break;
			let sent: Sent | undefined;
			if (change.do === 'create') sent = await this.create(change.input);
			else if (change.do === 'update') sent = await this.update(change.input, change.item);
			else sent = await this.delete(change);
			if (!sent) continue;
			isChanged ||= mayShow(change, sent);
			isAwaited ||= sent.answered === 'yes';
			if (history.unread) return;
			if (sent.answered === 'refused' && history.stopsAtFailure) break;
		}
		if (!isAwaited) this.endTurn();
		if (isChanged) await this.observe('changed');
	}

	/** Takes the turn where a change is the first, unless it has it. True where others were at work meanwhile: the list is read anew. */
	private async takeTurn(changes: Change[]): Promise<boolean> {
		const kinds = new Set(changes.map((change) => change.do));
		kinds.delete('delete');
		const firsts = [...kinds].filter((what) => !this.proof.seen.has(what));
		if (firsts.length === 0) return false;
		this.firsts = firsts;
		if (this.turn) return false;
		const { client, accountKey } = this.session;
		this.turn = await takeTurn(`first change ${accountKey}`, client.sendOptions.signal);
		return this.turn.hasWaited;
	}

	private async create({ desired, creates }: Input): Promise<Sent> {
		const { body, expected, idempotencyKey } = desired.charge;
		const { reservationId } = this.history;
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

	/** @returns undefined where it cannot be written, and nothing was sent */
	private async update(input: Input, before: ExistingItem): Promise<Sent | undefined> {
		const { reservationId } = this.history;
		const present = { item: await this.presentOf(before, input.desired), reservationId };
		const body = this.bodyOf(input, present);
		if (!body) return undefined;
		const { id: serviceId } = before;
		const { sent } = await this.sendChange({ method: 'PATCH', serviceId, body, reservationId });
		input.update = { ...sent, before };
		return sent;
	}

	private bodyOf(input: Input, present: PresentItem): IDataObject | undefined {
		const { fields, custom } = input.desired;
		try {
			return this.session.mapper.toUpdateAll(fields, custom, present).body;
		} catch (error) {
			input.unwritable = error as Error;
			return undefined;
		}
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
