import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../http/reply';
import { RequestFailure } from '../http/failure';
import { CanceledError } from '../n8n/canceled';
import type { ServiceRequest } from '../http/request';
import { fitsPath } from '../http/request';
import { mayBeOf } from '../lists/owners';
import type { AccountProof } from './accountProof';
import { proofOf } from './accountProof';
import { decide, MAX_RECHECKS } from './decide';
import type { DeletionOutcome, DesiredCharge, EarlierAttempt, Wish, WishOutcome } from './desired';
import type { Found, Goal, History, Sent, SentCreate, Step } from './history';
import {
	createsOf,
	isCreateSeen,
	isSeen,
	isUnseen,
	ownIds,
	placedOf,
	shows,
	unseenUpdates,
} from './history';
import { groupedBy } from './grouping';
import { Matcher } from './observation';
import type { ExistingItem } from './reservations';
import type { Session } from './session';
import type { Turn } from './turns';
import { takeTurn } from './turns';

/** What is wanted of a reservation. */
export interface Desired {
	reservationId: string;
	wishes: Wish[];
	isDryRun: boolean;
	/** Once something has failed, nothing more is started. */
	stopsAtFailure?: boolean;
	/** Which items Sync is to delete; absent: none. */
	isOrphan?: (item: ExistingItem) => boolean;
}

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
		{ reservationId, wishes, isDryRun, stopsAtFailure = false, isOrphan }: Desired,
		private readonly shouldStop: () => boolean,
	) {
		const matcher = new Matcher(wishes, session.mapper);
		const { maxRetries } = session.client.sendOptions;
		const kinds = kindsOf(wishes, matcher);
		this.goal = {
			reservationId,
			wishes,
			kinds,
			matcher,
			isDryRun,
			stopsAtFailure,
			maxRetries,
			isOrphan,
		};
		this.history = {
			lists: 0,
			rechecks: 0,
			isChanged: false,
			creates: wishes.map(({ earlier }, wish) => earlierCreates(earlier, wish)),
			answeredIds: new Map(),
			updates: wishes.map(() => undefined),
			deletes: [],
			gets: [],
			isAccountRechecked: false,
			isStopped: false,
		};
		this.proof = proofOf(session.accountKey);
	}

	async run(): Promise<Reconciled> {
		for (;;) {
			this.history.isStopped = this.shouldStop();
			const step = decide(this.goal, this.history, this.proof.known);
			if (step.do === 'end') {
				this.remember();
				return { ...step, unread: this.history.unread };
			}
			await this.act(step).catch((error: unknown) => {
				if (!(error instanceof CanceledError)) throw error;
				this.history.unread = error;
			});
		}
	}

	endTurn(): void {
		this.turn?.end();
		this.turn = undefined;
	}

	private async act(step: Exclude<Step, { do: 'end' }>): Promise<void> {
		switch (step.do) {
			case 'list':
				return await this.list();
			case 'recheckAccount':
				return await this.recheckAccount();
			case 'get':
				return await this.get(step);
			case 'create':
				return await this.create(step);
			case 'update':
				return await this.update(step);
			case 'delete':
				return await this.delete(step);
		}
	}

	private async list(): Promise<void> {
		const { history, goal, session } = this;
		const isRecheck = history.now !== undefined && !history.isChanged;
		history.rechecks = isRecheck ? history.rechecks + 1 : 0;
		if (isRecheck) await session.client.waitBeforeTry(history.rechecks);
		try {
			const items = await session.reservations.list(goal.reservationId);
			history.now = goal.matcher.observe(items);
			history.first ??= history.now;
			history.lists++;
			history.isChanged = false;
			this.learn();
		} catch (error) {
			history.unread = error as Error;
		}
	}

	/** What the list shows is known of the account from now on. */
	private learn(): void {
		const { history, goal, proof, session } = this;
		if (!isSeen(history)) return;
		proof.observe(goal.reservationId, history.now.items, session.mapper);
		const isSeenCreate = isCreateSeen(goal, history);
		if (isSeenCreate) proof.creates = 'proven';
		const ids = goal.kinds.flatMap((kind) => ownIds(history, kind));
		const areShown = ids.map((id) => shows(history.now, id));
		if (areShown.includes(true)) proof.answerIds = 'proven';
		const isLast = history.rechecks === MAX_RECHECKS;
		if (isLast && isSeenCreate && areShown.includes(false) && proof.answerIds === 'unknown') {
			proof.answerIds = 'broken';
		}
		const isKept = history.updates.some(
			(update) => update?.answered === 'yes' && !isUnseen(goal, history, update),
		);
		if (isKept) proof.updates = 'proven';
		if (isKept || isSeenCreate) this.endTurn();
	}

	/** Looks at what other reservations hold up: a person may have put it right. */
	private async recheckAccount(): Promise<void> {
		const { proof, history, goal, session } = this;
		history.isAccountRechecked = true;
		const held = [...proof.unseenCreates, ...proof.unseenUpdates];
		const others = new Set(held.map(({ reservationId }) => reservationId));
		others.delete(goal.reservationId);
		for (const reservationId of others) {
			const items = await session.reservations.list(reservationId).catch(rethrowCanceled);
			if (items) proof.observe(reservationId, items, session.mapper);
		}
		for (const create of proof.unseenCreates) {
			if (create.ids.length === 0 || !(await this.areGone(create.ids))) continue;
			proof.unseenCreates = proof.unseenCreates.filter((each) => each !== create);
		}
		for (const update of proof.unseenUpdates) {
			if (!(await this.areGone([update.before.id ?? '']))) continue;
			proof.unseenUpdates = proof.unseenUpdates.filter((each) => each !== update);
		}
	}

	private async areGone(ids: string[]): Promise<boolean> {
		for (const id of ids) {
			if ((await this.find(id)) !== 'missing') return false;
		}
		return true;
	}

	private async find(serviceId: string): Promise<Found['result']> {
		if (!fitsPath(serviceId)) return 'refused';
		const { client, mapper, reservations } = this.session;
		const result = await client.trySend({ method: 'GET', serviceId });
		if (result instanceof RequestFailure) {
			return [404, 410].includes(result.status ?? 0) ? 'missing' : 'refused';
		}
		const { item } = mapper.readAnswer(result, { id: serviceId });
		return reservations.read(item);
	}

	private async get({ id, listed }: Step & { do: 'get' }): Promise<void> {
		const { goal, history, proof } = this;
		const result = await this.find(id);
		if (!listed) {
			history.gets.push({ id, result });
			return;
		}
		const isProven =
			typeof result === 'object' &&
			goal.matcher.isSame(listed, result) &&
			mayBeOf(result.reservationId, goal.reservationId);
		history.gets.push({ id, result, isProof: isProven ? 'proven' : 'unproven' });
		if (isProven) proof.listedIds = 'proven';
	}

	private async create({ wish, isAgain }: { wish: number; isAgain: boolean }): Promise<void> {
		const { goal, history, proof, session } = this;
		if (proof.creates === 'unknown' && (await this.hasWaited())) return await this.list();
		const { body, expected, idempotencyKey } = goal.wishes[wish]?.desired.charge ?? {};
		const { result, ...sent } = await this.sendChange({
			method: 'POST',
			body,
			idempotencyKey,
			reservationId: goal.reservationId,
			isProtected: true,
			mayHaveArrived: !isAgain && createsOf(history, wish).length > 0,
		});
		const answer = result && session.mapper.readAnswer(result, { item: expected });
		const { id, item: shown } = answer ?? {};
		if (id !== undefined) history.answeredIds.set(id, (history.answeredIds.get(id) ?? 0) + 1);
		history.creates[wish]?.push({ wish, id, isAgain, answer: shown, ...sent });
		if (this.turn && !isAwaited(history)) this.endTurn();
		// After a conflict the charge may be there.
		const isConflict = sent.failure?.response.case === 'conflict';
		history.isChanged ||= sent.answered !== 'refused' || isConflict;
	}

	private async update({ wish, item }: { wish: number; item: ExistingItem }): Promise<void> {
		const { goal, history, proof, session } = this;
		if (proof.updates === 'unknown' && (await this.hasWaited())) return await this.list();
		const { fields, custom } = (goal.wishes[wish] as Wish).desired;
		const { id: serviceId } = item;
		const { reservationId } = goal;
		const present = { item: await this.presentOf(item, { fields, custom }), reservationId };
		const body = session.mapper.fullUpdateBody(fields, custom, present);
		const sent = await this.sendChange({
			method: 'PATCH',
			serviceId,
			body,
			reservationId,
		});
		history.updates[wish] = { wish, item, ...sent };
		if (this.turn && !isAwaited(history)) this.endTurn();
		history.isChanged ||= sent.answered !== 'refused';
	}

	/** Fields that are sent along as they are: by now somebody may have changed what the list has shown. */
	private async presentOf(
		{ id, raw }: ExistingItem,
		{ fields, custom }: Pick<DesiredCharge, 'fields' | 'custom'>,
	): Promise<IDataObject> {
		if (!this.session.mapper.needsPresent(fields, custom)) return raw;
		const found = await this.find(id ?? '');
		return typeof found === 'object' ? found.raw : raw;
	}

	/** Takes the turn, unless it has it. True where others were at work meanwhile: the list is read anew. */
	private async hasWaited(): Promise<boolean> {
		if (this.turn) return false;
		const { client, accountKey } = this.session;
		this.turn = await takeTurn(`first change ${accountKey}`, client.sendOptions.signal);
		this.history.isChanged ||= this.turn.hasWaited;
		return this.turn.hasWaited;
	}

	private async delete({ item, why, wish }: Step & { do: 'delete' }): Promise<void> {
		const { history } = this;
		const sent = await this.sendChange({ method: 'DELETE', serviceId: item.id });
		history.deletes.push({ item, why, wish, ...sent });
		history.isChanged = true;
	}

	private async sendChange(request: ServiceRequest): Promise<Sent & { result?: Answer }> {
		const { lists: afterLists } = this.history;
		const result = await this.session.client.trySend(request).catch((error: unknown) => {
			// Stopped: what was under way counts as sent.
			const underWay = error instanceof CanceledError ? error.underWay : undefined;
			if (!(underWay instanceof RequestFailure)) throw error;
			this.history.unread = error as Error;
			return underWay;
		});
		if (!(result instanceof RequestFailure)) return { answered: 'yes', result, afterLists };
		return { answered: result.isUnclear ? 'unclear' : 'refused', failure: result, afterLists };
	}

	/** What the lists have not shown holds up the account. */
	private remember(): void {
		const { goal, history, proof } = this;
		const { reservationId, wishes } = goal;
		if (!isSeen(history)) return;
		for (const kind of goal.kinds) {
			const wish = wishes[kind.wishes[0] ?? NaN];
			const answered = kind.wishes.filter((n) => isAnswered(history, n)).length;
			const due = placedOf(history.first, kind.wishes) + answered;
			const isHealed = history.deletes.some((each) => kind.wishes.includes(each.wish ?? NaN));
			if (!wish || answered === 0 || isHealed || placedOf(history.now, kind.wishes) >= due)
				continue;
			proof.unseenCreates.push({ reservationId, wish, due, ids: ownIds(history, kind) });
		}
		for (const { answered, wish: n, item: before } of unseenUpdates(goal, history)) {
			const wish = wishes[n];
			if (answered !== 'yes' || history.unread || !wish) continue;
			proof.unseenUpdates.push({ reservationId, wish, before });
		}
	}
}

/** True where an answered change is still to be seen. */
function isAwaited({ creates, updates, lists }: History): boolean {
	return [...creates.flat(), ...updates].some(
		(sent) => sent?.answered === 'yes' && sent.afterLists === lists,
	);
}

function isAnswered({ creates }: History, n: number): boolean {
	return (
		creates[n]?.some(({ answered, afterLists }) => answered === 'yes' && afterLists >= 0) === true
	);
}

function kindsOf(wishes: Wish[], matcher: Matcher): Goal['kinds'] {
	const kinds = groupedBy([...wishes.keys()], (n) => matcher.kindOf(wishes[n] as Wish));
	return [...kinds.values()].map((of) => ({
		wishes: of,
		isByReference: wishes[of[0] ?? 0]?.desired.matchBy === 'reference',
	}));
}

/** A create that an earlier try of the execution has sent counts as sent; an update is made anew. */
function earlierCreates(earlier: EarlierAttempt | undefined, wish: number): SentCreate[] {
	const sent = { wish, isAgain: false, afterLists: -1 } as const;
	if (earlier?.state === 'unclear' && earlier.failure.request.method === 'POST') {
		return [{ ...sent, answered: 'unclear', failure: earlier.failure }];
	}
	if (earlier?.state !== 'stray') return [];
	// Of several, the one that is gone may be that of somebody else.
	const [id, ...others] = earlier.ids;
	return [{ ...sent, answered: 'yes', id: others.length > 0 ? undefined : id }];
}

function rethrowCanceled(error: unknown): undefined {
	if (error instanceof CanceledError) throw error;
	return undefined;
}
