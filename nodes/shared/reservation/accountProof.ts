import { mayBeOf } from '../lists/reservationId';
import { CanceledError } from '../n8n/userError';
import type { ExistingItem, Found, Reservations } from '../lists/reservations';
import { isCreateSeen, MAX_RECHECKS } from './decide';
import type { Wish } from './desired';
import type { Change, Disproof, Facts, Known } from './history';
import type { Input, SentUpdate } from './input';
import {
	fitOfWish,
	isSameCharge,
	isUpdateMissing,
	isUpdated,
} from './observation';
import { unproven } from './words';

/**
 * What was answered and no list has shown yet holds up the account: creates of
 * a kind, or an update.
 */
type Hold = {
	reservationId: string;
	wish: Wish;
	/**
	 * What the answers, or the list before, have named: once these are gone, they
	 * were deleted.
	 */
	ids: string[];
} & (
	| { on: 'create'; /** How many like it the list has to show. */ due: number }
	| { on: 'update'; before: ExistingItem }
);

type Updated = Input & { update: SentUpdate };

/**
 * What an account has shown of itself under its settings, for as long as the
 * process lives. Runs side by side share it: the first create and the first
 * update go alone, until a list has shown one.
 */
export class AccountProof implements Known {
	answerIds: Known['answerIds'] = 'unknown';
	areIdsProven = false;
	readonly seen = new Set<Change['do']>();
	private holds: Hold[] = [];

	get isHolding(): boolean {
		return this.holds.length > 0;
	}

	get held(): Known['held'] {
		return new Map(this.holds.map((each) => [each.on, each.reservationId]));
	}

	/** What a list shows is known of the account from now on. */
	learn(at: Facts): void {
		const { reservationId, inputs, now, ownIds } = at;
		this.endHolds(reservationId, now.items);
		const isCreated = isCreateSeen(at);
		if (isCreated) this.seen.add('create');
		if (updatesOf(inputs).some((input) => !isUpdateMissing(input, now))) {
			this.seen.add('update');
		}
		const isOwnShown = [...ownIds.values()].some((id) => now.byId.has(id));
		const areOthersShown =
			isCreated && ownIds.size > 0 && at.rechecks === MAX_RECHECKS;
		if (isOwnShown) this.answerIds = 'proven';
		else if (areOthersShown && this.answerIds === 'unknown') {
			this.answerIds = 'broken';
		}
	}

	/**
	 * At the end of a run: what its lists have not shown holds up the account.
	 */
	holdUp(at: Facts): void {
		const { reservationId, inputs, now, ownIds } = at;
		for (const { unseen } of at.counts) {
			if (!unseen) continue;
			const ids = unseen.inputs.flatMap((input) => ownIds.get(input) ?? []);
			// What was never there is not gone later.
			const named = ids.filter((id) => at.gets.get(id) !== 'missing');
			const [wish] = unseen.inputs as [Input];
			this.holds.push({
				on: 'create',
				reservationId,
				wish,
				ids: named,
				due: unseen.due,
			});
		}
		// A list that could not be read says nothing against an account that has
		// kept updates: by the next one, somebody may have changed the item.
		if (at.unread && this.seen.has('update')) return;
		for (const input of updatesOf(inputs)) {
			if (!isUpdateMissing(input, now)) continue;
			const { before } = input.update;
			const hold = { reservationId, wish: input, ids: [before.id ?? ''] };
			this.holds.push({ ...hold, on: 'update', before });
			// The next run would not know it, and make it again.
			if (!now.placed.has(input)) {
				this.holds.push({ ...hold, on: 'create', due: 1 });
			}
		}
	}

	/**
	 * Before the first change of an account, a GET of the ID has to show what the
	 * list showed.
	 *
	 * @returns what it has shown instead
	 */
	async disproofOf(
		listed: ExistingItem,
		reservationId: string,
		{ reservations }: { reservations: Reservations },
	): Promise<Disproof | undefined> {
		if (this.areIdsProven) return undefined;
		const { id = '' } = listed;
		const found = await reservations.find(id);
		if (!isListed(listed, found, reservationId)) return { id, found };
		this.areIdsProven = true;
		return undefined;
	}

	/**
	 * @throws UserError where the ID in the list is not proven to be that of the
	 * item
	 */
	async assertProven(
		listed: ExistingItem,
		reservationId: string,
		session: { reservations: Reservations },
	): Promise<void> {
		const disproof = await this.disproofOf(listed, reservationId, session);
		if (disproof) throw unproven(listed, disproof);
	}

	/**
	 * Looks at what other reservations hold up: a person may have put it right.
	 */
	async recheck(
		reservations: Reservations,
		reservationId: string,
	): Promise<void> {
		const others = new Set(this.holds.map((hold) => hold.reservationId));
		others.delete(reservationId);
		for (const other of others) {
			const items = await reservations.list(other).catch(rethrowCanceled);
			if (items) this.endHolds(other, items);
		}
		for (const hold of this.holds) {
			if (!(await areGone(hold.ids, reservations))) continue;
			this.holds = this.holds.filter((each) => each !== hold);
		}
	}

	/** By what a list shows by now. */
	private endHolds(reservationId: string, items: ExistingItem[]): void {
		this.holds = this.holds.filter((hold) => {
			return hold.reservationId !== reservationId || !isShown(hold, items);
		});
	}
}

/** Inputs whose update was answered. */
function updatesOf(inputs: readonly Input[]): Updated[] {
	return inputs.filter(
		(input): input is Updated => input.update?.answered === 'yes',
	);
}

function isShown(hold: Hold, items: ExistingItem[]): boolean {
	const { wish, ids } = hold;
	const matches = items.filter((item) => fitOfWish(wish, item));
	if (hold.on === 'update') {
		const { before } = hold;
		const item = items.find((each) => each.id === before.id) ?? matches[0];
		return isUpdated(wish, before, item);
	}
	if (matches.length >= hold.due) return true;
	// What is shown otherwise than it was sent, the next run would not know, and
	// make again.
	return (
		ids.length > 0 && ids.every((id) => matches.some((item) => item.id === id))
	);
}

/**
 * True where an item that was asked for by its ID is the one that the list
 * showed.
 */
function isListed(
	listed: ExistingItem,
	found: Found,
	reservationId: string,
): boolean {
	if (typeof found === 'string') return false;
	const isAlike = isSameCharge(listed.fields, found);
	const hasReference = found.fields.reference === listed.fields.reference;
	return isAlike && hasReference && mayBeOf(found.reservationId, reservationId);
}

async function areGone(
	ids: string[],
	reservations: Reservations,
): Promise<boolean> {
	for (const id of ids) {
		if ((await reservations.find(id)) !== 'missing') return false;
	}
	return ids.length > 0;
}

function rethrowCanceled(error: unknown): undefined {
	if (error instanceof CanceledError) throw error;
	return undefined;
}

/**
 * More accounts than any n8n has; a credential with expressions may name many.
 */
const MAX_ACCOUNTS = 1000;
const proofs = new Map<string, AccountProof>();

/** @param accountKey what the account is, and how its API is spelled */
export function accountProofOf(accountKey: string): AccountProof {
	const proof = proofs.get(accountKey) ?? new AccountProof();
	proofs.delete(accountKey);
	proofs.set(accountKey, proof);
	for (const [oldest, { isHolding }] of proofs) {
		if (proofs.size <= MAX_ACCOUNTS) break;
		if (!isHolding) proofs.delete(oldest);
	}
	return proof;
}
