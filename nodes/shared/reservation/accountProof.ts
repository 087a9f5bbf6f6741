import { mayBeOf } from '../lists/owners';
import { CanceledError } from '../n8n/userError';
import { MAX_RECHECKS } from './decide';
import type { Wish } from './desired';
import type { Asked, Change, Facts, Known } from './history';
import type { Sent } from './sent';
import { isCreateSeen, wasMissing } from './history';
import { countPlaced, fitOfWish, isSameCharge, isUnseen, isUpdated } from './observation';
import type { ExistingItem, Found, Reservations } from '../lists/reservations';

/** What was answered, and what no list has shown yet: creates of a kind, or an update. */
type Unseen = {
	reservationId: string;
	wish: Wish;
	/** What the answers, or the list before, have named. */
	ids: string[];
	/** Those that were there: once they are gone, they were deleted. */
	deletableIds: string[];
} & (
	| { what: 'create'; /** How many like it the list has to show. */ due: number }
	| { what: 'update'; before: ExistingItem }
);

/**
 * What an account has shown of itself under its settings, for as long as the process lives. Runs side by side share it: the
 * first create and the first update go alone, until a list has shown one.
 */
export class AccountProof implements Known {
	answerIds: Known['answerIds'] = 'unknown';
	areIdsProven = false;
	readonly seen = new Set<Change['do']>();
	private unseen: Unseen[] = [];

	get held(): Known['held'] {
		return new Set(this.unseen.map(({ what }) => what));
	}

	/** What a list shows is known of the account from now on. */
	learn(at: Facts): void {
		const { reservationId, inputs, now, ownIds } = at;
		this.observe(reservationId, now.items);
		const isCreated = isCreateSeen(at);
		if (isCreated) this.seen.add('create');
		const isShown = [...ownIds.keys()].some((id) => now.byId.has(id));
		const isLast = at.rechecks === MAX_RECHECKS;
		if (isShown) this.answerIds = 'proven';
		else if (isCreated && isLast && ownIds.size > 0 && this.answerIds === 'unknown') {
			this.answerIds = 'broken';
		}
		const isUpdated = inputs.some((input) => isAnswered(input.update) && !isUnseen(input, now));
		if (isUpdated) this.seen.add('update');
	}

	/**
	 * Before the first change of an account, a GET of the ID has to show what the list showed.
	 *
	 * @returns what it has shown instead
	 */
	async disproofOf(
		listed: ExistingItem,
		{ reservationId, reservations }: { reservationId: string; reservations: Reservations },
	): Promise<Asked | undefined> {
		if (this.areIdsProven) return undefined;
		const { id = '' } = listed;
		const found = await reservations.find(id);
		if (!isListed(listed, found, reservationId)) return { id, found };
		this.areIdsProven = true;
		return undefined;
	}

	/** At the end of a run: what its lists have not shown holds up the account. */
	remember(at: Facts): void {
		const { reservationId, inputs, first, now, unread, ownIds, counts } = at;
		for (const { kind } of counts) {
			const answered = kind.inputs.filter(({ creates }) => {
				return creates.some((create) => isAnswered(create) && !create.isEarlier);
			});
			const [wish] = answered;
			const were = countPlaced(first, kind.inputs);
			const due = Math.min(kind.inputs.length, were + answered.length);
			if (!wish || countPlaced(now, kind.inputs) >= due) continue;
			const ids: string[] = [];
			for (const [id, input] of ownIds) if (answered.includes(input)) ids.push(id);
			const deletableIds = ids.filter((id) => !wasMissing(at, id));
			this.unseen.push({ what: 'create', reservationId, wish, ids, deletableIds, due });
		}
		for (const input of inputs) {
			if (unread || !isAnswered(input.update) || !isUnseen(input, now)) continue;
			const { before } = input.update;
			const ids = [before.id ?? ''];
			const unseen = { reservationId, wish: input, ids, deletableIds: ids, before };
			this.unseen.push({ what: 'update', ...unseen });
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
			if (!(await areGone(unseen.deletableIds, reservations))) continue;
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

function isAnswered<Change extends Sent>(sent: Change | undefined): sent is Change {
	return sent?.answered === 'yes';
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

/** True where an item that was asked for by its ID is the one that the list showed. */
function isListed(listed: ExistingItem, found: Found, reservationId: string): boolean {
	if (typeof found === 'string') return false;
	const isAlike = isSameCharge(listed.fields, found);
	const hasReference = found.fields.reference === listed.fields.reference;
	return isAlike && hasReference && mayBeOf(found.reservationId, reservationId);
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
export function accountProofOf(accountKey: string): AccountProof {
	const proof = proofs.get(accountKey) ?? new AccountProof();
	proofs.delete(accountKey);
	proofs.set(accountKey, proof);
	const [oldest] = proofs.keys();
	if (proofs.size > MAX_ACCOUNTS && oldest !== undefined) proofs.delete(oldest);
	return proof;
}
