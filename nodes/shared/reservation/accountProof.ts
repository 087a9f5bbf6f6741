import type { Mapper } from '../format/mapper';
import type { Wish } from './desired';
import type { Known } from './history';
import { Matcher } from './observation';
import type { ExistingItem } from './reservations';

/** A create that was answered, and that no list has shown yet. */
export interface UnseenCreate {
	reservationId: string;
	wish: Wish;
	/** How many like it the list has to show. */
	due: number;
	/** The IDs of the answers. */
	ids: string[];
}

/** An update that was answered, and that no list has shown as wanted. */
export interface UnseenUpdate {
	reservationId: string;
	wish: Wish;
	before: ExistingItem;
}

/**
 * What an account has shown of itself under its settings, for as long as the process lives. Runs side by side share it: the
 * first create and the first update go alone, until a list has shown one.
 */
export class AccountProof {
	creates: 'unknown' | 'proven' = 'unknown';
	answerIds: Known['answerIds'] = 'unknown';
	listedIds: Known['listedIds'] = 'unknown';
	updates: Known['updates'] = 'unknown';
	unseenCreates: UnseenCreate[] = [];
	unseenUpdates: UnseenUpdate[] = [];

	get known(): Known {
		const { answerIds, listedIds, updates, unseenCreates, unseenUpdates } = this;
		const areCreatesHeld = unseenCreates.length > 0;
		const areUpdatesHeld = unseenUpdates.length > 0;
		return { answerIds, listedIds, updates, areCreatesHeld, areUpdatesHeld };
	}

	/** Forgets what a list of the reservation shows by now. */
	observe(reservationId: string, items: ExistingItem[], mapper: Mapper): void {
		this.unseenCreates = this.unseenCreates.filter((create) => {
			if (create.reservationId !== reservationId) return true;
			const matcher = new Matcher([create.wish], mapper);
			const matches = items.filter((item) => matcher.fit(create.wish, item));
			// What is shown otherwise than it was sent, the next run would not know, and make again.
			const isKnown = (id: string): boolean => matches.some((item) => item.id === id);
			const areShown = create.ids.length > 0 && create.ids.every(isKnown);
			return matches.length < create.due && !areShown;
		});
		this.unseenUpdates = this.unseenUpdates.filter(({ wish, before, ...update }) => {
			if (update.reservationId !== reservationId) return true;
			const matcher = new Matcher([wish], mapper);
			const item = items.find(({ id }) => id === before.id);
			const isSeen = item && matcher.isAsWanted(wish, item) && matcher.isKept(wish, before, item);
			return !isSeen;
		});
	}
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
