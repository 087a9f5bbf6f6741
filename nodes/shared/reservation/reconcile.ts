import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import type { Answer } from '../http/reply';
import type { ServiceRequest } from '../http/request';
import { CanceledError } from '../n8n/userError';
import type { AccountProof } from './accountProof';
import { accountProofOf } from './accountProof';
import { decide, factsOf } from './decide';
import { earlierDeletes } from './deletion';
import type { Desired, DesiredCharge } from './desired';
import type { Change, End, History, Step } from './history';
import { keepAsked, ownIdsOf } from './history';
import type { Input, SentChange, SentCreate } from './input';
import { inputOf, isConflict } from './input';
import { Matcher } from './observation';
import type { ExistingItem } from '../lists/reservations';
import type { Session } from '../session/session';
import type { Turn } from './turns';
import { takeTurn } from './turns';

/**
 * Makes each wish exist once on a reservation, whoever else does the same:
 * observe, decide, act, until all is decided.
 */
export async function reconcile(
	session: Session,
	desired: Desired,
	shouldStop: () => boolean,
): Promise<End> {
	const key = session.reservations.keyOf(desired.reservationId);
	const turn = await takeTurn(key, session.client.sendOptions.signal);
	const loop = new Loop(session, desired, shouldStop);
	try {
		await loop.begin();
		for (;;) {
			const step = loop.decide();
			if (step.do === 'end') return step;
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
	/**
	 * The first create and the first update of the account go alone: others wait
	 * until a list has shown them.
	 */
	private turn?: Turn;

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
			gets: new Map(),
			isAccountRechecked: false,
			isStopped: false,
		};
		this.proof = accountProofOf(session.accountKey);
	}

	async begin(): Promise<void> {
		const { history } = this;
		await this.observe();
		history.first = history.now;
		history.deletes = earlierDeletes(history);
	}

	endTurn(): void {
		this.turn?.end();
		this.turn = undefined;
	}

	decide(): Step {
		const { history, proof } = this;
		history.isStopped = this.shouldStop();
		const facts = factsOf(history, proof);
		if (!history.unread) proof.learn(facts);
		const step = decide(facts);
		if (step.do === 'end') proof.holdUp(facts);
		return step;
	}

	/** Stopped: what has become of all is told by what was seen before. */
	endBy(error: unknown): void {
		if (!(error instanceof CanceledError)) throw error;
		this.history.unread = error;
	}

	async act(step: Exclude<Step, End>): Promise<void> {
		const { history, session, proof } = this;
		switch (step.do) {
			case 'recheck':
				return await this.observe(history.rechecks + 1);
			case 'recheckAccount':
				history.isAccountRechecked = true;
				return await proof.recheck(session.reservations, history.reservationId);
			case 'get':
				return keepAsked(
					history,
					step.id,
					await session.reservations.find(step.id),
				);
			case 'prove':
				history.disproof = await proof.disproofOf(
					step.item,
					history.reservationId,
					session,
				);
				return;
			case 'change':
				return await this.change(step.changes);
		}
	}

	/**
	 * @param rechecks how often the list was read again since something was sent
	 */
	private async observe(rechecks = 0): Promise<void> {
		const { history, session } = this;
		history.rechecks = rechecks;
		if (rechecks > 0) await session.client.waitBeforeTry(rechecks);
		try {
			const items = await session.reservations.list(history.reservationId);
			history.now = history.matcher.observe(items, ownIdsOf(history));
		} catch (error) {
			history.unread = error as Error;
		}
	}

	/** Sends changes, until one of them stops the others. */
	private async change(changes: Change[]): Promise<void> {
		const { history, proof } = this;
		const hasWaited = this.areFirst(changes) && (await this.takeTurn());
		if (!this.areFirst(changes)) this.endTurn();
		if (hasWaited) return await this.observe();
		let isChanged = false;
		let isAwaited = false;
		for (const change of changes) {
			if (this.shouldStop() || proof.held.has(change.do)) break;
			const sent = await this.send(change);
			isChanged ||= mayShow(change, sent);
			isAwaited ||= sent.answered === 'yes';
			if (history.unread) return;
			if (sent.answered === 'refused' && history.stopsAtFailure) break;
		}
		if (!isAwaited) this.endTurn();
		if (isChanged) await this.observe();
	}

	private areFirst(changes: Change[]): boolean {
		return changes.some(
			(change) => change.do !== 'delete' && !this.proof.seen.has(change.do),
		);
	}

	/** @returns whether it had to be waited for: others were at work meanwhile */
	private async takeTurn(): Promise<boolean> {
		if (this.turn) return false;
		const { client, accountKey } = this.session;
		this.turn = await takeTurn(
			`first change ${accountKey}`,
			client.sendOptions.signal,
		);
		return this.turn.hasWaited;
	}

	private async send(change: Change): Promise<SentChange> {
		switch (change.do) {
			case 'create':
				return await this.create(change.input);
			case 'update':
				return await this.update(change.input, change.item);
			case 'delete':
				return await this.delete(change);
		}
	}

	private async create({ desired, creates }: Input): Promise<SentChange> {
		const { body, expected, idempotencyKey } = desired.charge;
		const { reservationId } = this.history;
		const request = {
			method: 'POST',
			body,
			idempotencyKey,
			reservationId,
		} as const;
		const result = await this.trySend({ ...request, isProtected: true });
		const sent = this.sentCreateOf(result, expected);
		creates.push(sent);
		return sent;
	}

	private sentCreateOf(
		result: Answer | RequestFailure,
		expected: IDataObject,
	): SentCreate {
		if (result instanceof RequestFailure) return sentOf(result);
		const { id, item, shows } = this.session.mapper.readAnswer(result, {
			item: expected,
		});
		return { answered: 'yes', id, item: shows === 'other' ? undefined : item };
	}

	private async update(
		input: Input,
		before: ExistingItem,
	): Promise<SentChange> {
		const sent = await this.sendUpdate(input.desired, before);
		input.update = { ...sent, before };
		return sent;
	}

	private async sendUpdate(
		desired: DesiredCharge,
		before: ExistingItem,
	): Promise<SentChange> {
		const { reservationId } = this.history;
		const { fields, custom } = desired;
		const present = {
			item: await this.presentOf(before, desired),
			reservationId,
		};
		let body: IDataObject;
		try {
			body = this.session.mapper.toUpdateAll(fields, custom, present).body;
		} catch (error) {
			return { answered: 'refused', failure: error as Error };
		}
		const { id: serviceId } = before;
		return sentOf(
			await this.trySend({ method: 'PATCH', serviceId, body, reservationId }),
		);
	}

	/**
	 * Fields that are sent along as they are: by now somebody may have changed
	 * what the list has shown.
	 */
	private async presentOf(
		item: ExistingItem,
		desired: DesiredCharge,
	): Promise<IDataObject> {
		const { mapper, reservations } = this.session;
		if (!mapper.needsPresent(desired.fields, desired.custom)) return item.raw;
		const found = await reservations.find(item.id ?? '');
		return typeof found === 'object' ? found.raw : item.raw;
	}

	private async delete({
		item,
		madeFor,
	}: Change & { do: 'delete' }): Promise<SentChange> {
		// Gone already: as always, the list decides.
		const request = {
			method: 'DELETE',
			serviceId: item.id,
			mayBeGone: true,
		} as const;
		const sent = sentOf(await this.trySend(request));
		if (madeFor) madeFor.isTakenBack = true;
		else this.history.deletes.push({ ...sent, item });
		return sent;
	}

	private async trySend(
		request: ServiceRequest,
	): Promise<Answer | RequestFailure> {
		return await this.session.client
			.trySend(request)
			.catch((error: unknown) => {
				// Stopped: what was under way counts as sent.
				const underWay =
					error instanceof CanceledError ? error.underWay : undefined;
				if (!(underWay instanceof RequestFailure)) throw error;
				this.history.unread = error as Error;
				return underWay;
			});
	}
}

function sentOf(result: Answer | RequestFailure): SentChange {
	if (!(result instanceof RequestFailure)) return { answered: 'yes' };
	return {
		answered: result.isUnclear ? 'unclear' : 'refused',
		failure: result,
	};
}

/**
 * True where the list may show something else: also after a conflict, and what
 * was not deleted may be gone.
 */
function mayShow(change: Change, sent: SentChange): boolean {
	return (
		sent.answered !== 'refused' || change.do === 'delete' || isConflict(sent)
	);
}
