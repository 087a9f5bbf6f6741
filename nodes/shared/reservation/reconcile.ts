import type { Answer } from '../http/reply';
import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import type { ServiceRequest } from '../http/request';
import type { AccountProof } from './accountProof';
import { proofOf } from './accountProof';
import { decide, MAX_RECHECKS } from './decide';
import type { EarlierAttempt, Wish } from './desired';
import type { Found, Goal, History, SentCreate, Step, Verdict } from './history';
import { createsOf, isCreateSeen, isSeen, ownIds, placedOf, shows, unseenUpdates } from './history';
import { Matcher } from './observation';
import type { DeletionOutcome, WishOutcome } from './outcomes';
import { deletionOutcome, outcomeOf } from './outcomes';
import type { ExistingItem } from './reservations';
import type { Session } from './session';

/** What is wanted of a reservation. */
export interface Desired {
	reservationId: string;
	wishes: Wish[];
	isDryRun: boolean;
	/** Which items Sync is to delete; absent: none. */
	isOrphan?: (item: ExistingItem) => boolean;
}

export interface Reconciled {
	/** By the index of the wish; undefined: not started, or done before. */
	outcomes: Array<WishOutcome | undefined>;
	deletions: DeletionOutcome[];
	/** The execution was stopped meanwhile. */
	isCanceled: boolean;
}

/** Makes each wish exist once on a reservation, whoever else does the same: observe, decide, act, until all is decided. */
export async function reconcile(
	session: Session,
	desired: Desired,
	shouldStop: () => boolean,
): Promise<Reconciled> {
	const { reservationId } = desired;
	return await session.reservations.withLock(reservationId, async () => {
		const loop = new Loop(session, desired, shouldStop);
		try {
			return await loop.run();
		} finally {
			loop.leaveGates();
		}
	});
}

class Loop {
	private readonly goal: Goal;
	private readonly history: History;
	private readonly proof: AccountProof;
	/** The first create, or update, of the account goes alone: others wait until this is called. */
	private leaveCreates?: () => void;
	private leaveUpdates?: () => void;

	constructor(
		private readonly session: Session,
		{ reservationId, wishes, isDryRun, isOrphan }: Desired,
		private readonly shouldStop: () => boolean,
	) {
		const matcher = new Matcher(wishes, session.mapper);
		const { maxRetries } = session.client.sendOptions;
		const kinds = kindsOf(wishes, matcher);
		this.goal = { reservationId, wishes, kinds, matcher, isDryRun, maxRetries, isOrphan };
		this.history = {
			lists: 0,
			rechecks: 0,
			isChanged: false,
			creates: wishes.map(({ earlier }, wish) => earlierCreates(earlier, wish)),
			updates: wishes.map(() => undefined),
			deletes: [],
			gets: [],
			proofs: [],
			isAccountRechecked: false,
			isStopped: false,
		};
		this.proof = proofOf(session.accountKey);
	}

	async run(): Promise<Reconciled> {
		for (;;) {
			this.history.isStopped = this.shouldStop();
			const step = decide(this.goal, this.history, this.proof.known);
			if (step.do === 'end') return this.end(step);
			try {
				await this.act(step);
			} catch (error) {
				if (!(error instanceof CanceledError)) throw error;
				this.history.unread = error;
			}
		}
	}

	leaveGates(): void {
		this.leaveCreates?.();
		this.leaveUpdates?.();
	}

	private async act(step: Exclude<Step, { do: 'end' }>): Promise<void> {
		switch (step.do) {
			case 'list':
				return await this.list();
			case 'recheckAccount':
				return await this.recheckAccount();
			case 'get':
				this.history.gets.push({ id: step.id, result: await this.find(step.id) });
				return;
			case 'prove':
				return await this.prove(step.item);
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
		if (isCreateSeen(goal, history)) {
			proof.creates = 'proven';
			this.leaveCreates?.();
		}
		const ids = goal.kinds.flatMap((kind) => ownIds(history, kind));
		const areShown = ids.map((id) => shows(history.now, id));
		if (areShown.includes(true)) proof.answerIds = 'proven';
		const isLast = history.rechecks === MAX_RECHECKS;
		const isCounted = isCreateSeen(goal, history);
		if (isLast && isCounted && areShown.includes(false) && proof.answerIds === 'unknown') {
			proof.answerIds = 'broken';
		}
		const unseen = unseenUpdates(goal, history);
		const isKept = history.updates.some(
			(update) => update?.answered === 'yes' && !unseen.includes(update),
		);
		if (!isKept) return;
		proof.updates = 'proven';
		this.leaveUpdates?.();
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
			const results: Array<Found['result']> = [];
			for (const id of create.ids) results.push(await this.find(id));
			const areGone = results.length > 0 && results.every((result) => result === 'missing');
			if (areGone) proof.unseenCreates = proof.unseenCreates.filter((each) => each !== create);
		}
	}

	private async find(serviceId: string): Promise<Found['result']> {
		const { client, mapper, reservations } = this.session;
		const result = await client.trySend({ method: 'GET', serviceId });
		if (result instanceof RequestFailure) {
			const { reply } = result;
			const isMissing = reply.kind === 'answer' && [404, 410].includes(reply.status);
			return isMissing ? 'missing' : 'refused';
		}
		const { item } = mapper.readAnswer(result, { id: serviceId });
		return reservations.read(item);
	}

	private async prove(item: ExistingItem): Promise<void> {
		const { goal, history, proof } = this;
		const result = await this.find(item.id ?? '');
		const isProven =
			typeof result === 'object' &&
			goal.matcher.isSame(item, result) &&
			(result.reservationId === undefined || goal.matcher.isPlacedOn(goal.reservationId, result));
		history.proofs.push({ item, result, isProven });
		if (isProven) proof.listedIds = 'proven';
	}

	private async create({ wish, isAgain }: { wish: number; isAgain: boolean }): Promise<void> {
		const { goal, history, proof, session } = this;
		if (proof.creates === 'unknown' && !this.leaveCreates) {
			const { leave, hasWaited } = await proof.createGate.enter(session.client.sendOptions.signal);
			this.leaveCreates = leave;
			// Others have been at work meanwhile.
			if (hasWaited) {
				history.isChanged = true;
				return await this.list();
			}
		}
		const { body, expected, idempotencyKey } = goal.wishes[wish]?.desired.charge ?? {};
		const { result, ...sent } = await this.send({
			method: 'POST',
			body,
			idempotencyKey,
			reservationId: goal.reservationId,
			isProtected: true,
			mayHaveArrived: !isAgain && createsOf(history, wish).length > 0,
		});
		const answer = result && session.mapper.readAnswer(result, { item: expected });
		const { id, item: shown } = answer ?? {};
		history.creates[wish]?.push({ do: 'create', wish, id, isAgain, answer: shown, ...sent });
		if (sent.answered !== 'yes') {
			this.leaveCreates?.();
			this.leaveCreates = undefined;
		}
		// After a conflict the charge may be there.
		const isConflict = sent.failure?.response.case === 'conflict';
		history.isChanged ||= sent.answered !== 'refused' || isConflict;
	}

	private async update({ wish, item }: { wish: number; item: ExistingItem }): Promise<void> {
		const { goal, history, proof, session } = this;
		if (proof.updates === 'unknown' && !this.leaveUpdates) {
			const { leave, hasWaited } = await proof.updateGate.enter(session.client.sendOptions.signal);
			this.leaveUpdates = leave;
			if (hasWaited) {
				history.isChanged = true;
				return await this.list();
			}
		}
		const { fields = {}, custom = {} } = goal.wishes[wish]?.desired ?? {};
		const { id: serviceId } = item;
		const { reservationId } = goal;
		const present = { item: item.raw, reservationId };
		const body = session.mapper.fullUpdateBody(fields, custom, present);
		const { result: _, ...sent } = await this.send({ method: 'PATCH', serviceId, body, reservationId });
		history.updates[wish] = { do: 'update', wish, item, ...sent };
		if (sent.answered !== 'yes') {
			this.leaveUpdates?.();
			this.leaveUpdates = undefined;
		}
		history.isChanged ||= sent.answered !== 'refused';
	}

	private async delete({ item, why, wish }: Step & { do: 'delete' }): Promise<void> {
		const { history } = this;
		const { result: _, ...sent } = await this.send({ method: 'DELETE', serviceId: item.id });
		history.deletes.push({ do: 'delete', item, why, wish, ...sent });
		history.isChanged = true;
	}

	private async send(request: ServiceRequest): Promise<
		Pick<SentCreate, 'answered' | 'failure' | 'afterLists'> & { result?: Answer }
	> {
		const { lists: afterLists } = this.history;
		const result = await this.session.client.trySend(request);
		if (!(result instanceof RequestFailure)) return { answered: 'yes', result, afterLists };
		return { answered: result.isUnclear ? 'unclear' : 'refused', failure: result, afterLists };
	}

	private end({ verdicts, deletions }: Step & { do: 'end' }): Reconciled {
		this.remember(verdicts);
		return {
			outcomes: verdicts.map((verdict, n) => outcomeOf(this.goal, this.history, verdict, n)),
			deletions: deletions.map((verdict) => deletionOutcome(this.goal, verdict)),
			isCanceled: this.history.unread instanceof CanceledError,
		};
	}

	/** What the lists have not shown holds up the account. */
	private remember(verdicts: Verdict[]): void {
		const { goal, history, proof } = this;
		const { reservationId, wishes } = goal;
		if (!isSeen(history)) return;
		for (const { wishes: of } of goal.kinds) {
			const unseen = of.filter((n) => ['notShown', 'unread'].includes(verdicts[n]?.is ?? ''));
			const wish = wishes[unseen[0] ?? NaN];
			if (!wish) continue;
			const due = placedOf(history.first, of) + unseen.length;
			const ids = ownIds(history, { wishes: of });
			proof.unseenCreates.push({ reservationId, wish, due, ids });
		}
		for (const [n, verdict] of verdicts.entries()) {
			const wish = wishes[n];
			if (verdict.is !== 'notKept' || !wish) continue;
			proof.unseenUpdates.push({ reservationId, wish, before: verdict.update.item });
		}
	}
}

function kindsOf(wishes: Wish[], matcher: Matcher): Goal['kinds'] {
	const kinds = new Map<string, number[]>();
	for (const [n, wish] of wishes.entries()) {
		const key = matcher.kindOf(wish);
		kinds.set(key, [...(kinds.get(key) ?? []), n]);
	}
	return [...kinds.values()].map((of) => ({
		wishes: of,
		isByReference: wishes[of[0] ?? 0]?.desired.matchBy === 'reference',
	}));
}

/** What an earlier try of the execution has sent counts as sent. */
function earlierCreates(earlier: EarlierAttempt | undefined, wish: number): SentCreate[] {
	const sent = { do: 'create', wish, isAgain: false, afterLists: -1 } as const;
	if (earlier?.state === 'unclear') {
		return [{ ...sent, answered: 'unclear', failure: earlier.failure }];
	}
	return earlier?.state === 'stray' ? [{ ...sent, answered: 'yes', id: earlier.ids[0] }] : [];
}

function rethrowCanceled(error: unknown): undefined {
	if (error instanceof CanceledError) throw error;
	return undefined;
}
