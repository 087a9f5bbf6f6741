import { CanceledError } from '../n8n/canceled';
import { isCreateSeen, MAX_RECHECKS } from './decide';
import type { Wish } from './desired';
import type { Facts, Known } from './history';
import { countPlaced, fitOfWish, isUpdated } from './observation';
import type { ExistingItem, Reservations } from './reservations';

/** What was answered, and what no list has shown yet: creates of a kind, or an update. */
type Unseen = {
	reservationId: string;
	wish: Wish;
	/** What the answers, or the list before, have named. */
	ids: string[];
} & (
	| { what: 'creates'; /** How many like it the list has to show. */ due: number }
	| { what: 'update'; before: ExistingItem }
);

/**
 * What an account has shown of itself under its settings, for as long as the process lives. Runs side by side share it: the
 * first create and the first update go alone, until a list has shown one.
 */
export class AccountProof implements Known {
	creates: 'unknown' | 'proven' = 'unknown';
	answerIds: Known['answerIds'] = 'unknown';
	listedIds: Known['listedIds'] = 'unknown';
	updates: Known['updates'] = 'unknown';
	private unseen: Unseen[] = [];

	get areCreatesHeld(): boolean {
		return this.unseen.some(({ what }) => what === 'creates');
	}

	get areUpdatesHeld(): boolean {
		return this.unseen.some(({ what }) => what === 'update');
	}

	/**
	 * What a list shows is known of the account from now on.
	 *
	 * @returns true where it shows a create or an update of the run
	 */
	learn(at: Facts): boolean {
		const { goal, history, ownIds } = at;
		const { items, byId } = history.now;
		this.observe(goal.reservationId, items);
		const isSeen = isCreateSeen(at);
		if (isSeen) this.creates = 'proven';
		const isShown = [...ownIds.keys()].some((id) => byId.has(id));
		const isLast = history.rechecks === MAX_RECHECKS;
		if (isShown) this.answerIds = 'proven';
		else if (isSeen && isLast && ownIds.size > 0 && this.answerIds === 'unknown') {
			this.answerIds = 'broken';
		}
		const isKept = history.updates.some(
			(update, n) => update?.answered === 'yes' && !at.unseenUpdates[n],
		);
		if (isKept) this.updates = 'proven';
		return isSeen || isKept;
	}

	/** At the end of a run: what its lists have not shown holds up the account. */
	remember({ goal, history, ownIds, counts, unseenUpdates }: Facts): void {
		const { reservationId, wishes } = goal;
		const { creates, first, now, unread } = history;
		for (const { kind, wasReduced } of counts) {
			const isAnswered = (n: number) => creates[n]?.some(({ answered }) => answered === 'yes');
			const answered = kind.wishes.filter(isAnswered).length;
			const due = countPlaced(first, kind.wishes) + answered;
			if (answered === 0 || wasReduced || countPlaced(now, kind.wishes) >= due) continue;
			const ids = [...ownIds.keys()].filter((id) => kind.wishes.includes(ownIds.get(id) ?? NaN));
			this.unseen.push({ what: 'creates', reservationId, wish: kind.wish, ids, due });
		}
		for (const [n, update] of unseenUpdates.entries()) {
			const wish = wishes[n];
			if (!wish || unread || update?.answered !== 'yes') continue;
			const { before } = update;
			this.unseen.push({ what: 'update', reservationId, wish, ids: [before.id ?? ''], before });
		}
	}

	/** Looks at what other reservations hold up: a person may have put it right. */
	async recheck(reservations: Reservations, reservationId: string): Promise<void> {
		const others = new Set(this.unseen.map((unseen) => unseen.reservationId));
		others.delete(reservationId);
		for (const other of others) {
			const items = await reservations.list(other).catch(rethrowCanceled);
			if (items) this.observe(other, items);
		}
		for (const unseen of this.unseen) {
			if (!(await areGone(unseen.ids, reservations))) continue;
			this.unseen = this.unseen.filter((each) => each !== unseen);
		}
	}

	/** Forgets what a list shows by now. */
	private observe(reservationId: string, items: ExistingItem[]): void {
		this.unseen = this.unseen.filter(
			(unseen) => unseen.reservationId !== reservationId || !isShown(unseen, items),
		);
	}
}

function isShown(unseen: Unseen, items: ExistingItem[]): boolean {
	const { wish, ids } = unseen;
	if (unseen.what === 'update') {
		const item = items.find(({ id }) => id === unseen.before.id);
		return item !== undefined && isUpdated(wish, unseen.before, item);
	}
	const matches = items.filter((item) => fitOfWish(wish, item));
	if (matches.length >= unseen.due) return true;
	// What is shown otherwise than it was sent, the next run would not know, and make again.
	return ids.length > 0 && ids.every((id) => matches.some((item) => item.id === id));
}

async function areGone(ids: string[], reservations: Reservations): Promise<boolean> {
	for (const id of ids) {
		if ((await reservations.find(id)) !== 'missing') return false;
	}
	return ids.length > 0;
}

function rethrowCanceled(error: unknown): undefined {
	if (error instanceof CanceledError) throw error;
	return undefined;
}

/** More accounts than any n8n has; a credential with expressions may name many. */
const MAX_ACCOUNTS = 1000;
const proofs = new Map<string, AccountProof>();

/** @param accountKey what the account is, and how its API is spelled */
export function proofOf(accountKey: string): AccountProof {
	const proof = proofs.get(accountKey) ?? new AccountProof();
	proofs.delete(accountKey);
	proofs.set(accountKey, proof);
	const [oldest] = proofs.keys();
	if (proofs.size > MAX_ACCOUNTS && oldest !== undefined) proofs.delete(oldest);
	return proof;
}
