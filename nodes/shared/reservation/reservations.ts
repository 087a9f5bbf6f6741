import { RequestFailure } from '../http/failure';
import type { ServiceClient } from '../http/client';
import type { WrittenFields } from '../format/fields';
import { CreatedReferences } from './createdReferences';
import type { Ticket } from './expectations';
import { Expectations } from './expectations';
import type { HeldItem } from './heldItem';
import { ItemOwners } from './itemOwners';
import { ReservationItems } from './reservationItems';
import { notListed } from './referenceWords';
import type { Turn } from './turns';
import { turns } from './turns';

/** How often a list is read again, after longer and longer pauses, while it does not show what was just created. */
const LOOKS = 3;

/** The reservations of one run, each read once, unless there is reason to read it again. */
export class Reservations {
	private readonly byId = new Map<string, Promise<ReservationItems>>();
	private readonly expectations = new Map<string, Expectations>();
	private readonly invalid = new Set<string>();
	private readonly rechecked = new Map<string, Promise<ReservationItems>>();
	private readonly created = new Map<string, CreatedReferences>();
	/** The first item that this run has created on a reservation; undefined once the list has shown it. */
	private readonly first = new Map<string, HeldItem | undefined>();
	private readonly owners = new ItemOwners();
	/** Reservations at which this run has had its turn. */
	private readonly changed = new Set<string>();
	/** Tells this run from others. */
	private readonly identity = {};

	constructor(
		private readonly client: ServiceClient,
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * Does `work` while no other execution of this process has its turn at the reservation, whose list is read anew after theirs.
	 *
	 * @throws CanceledError when the execution is stopped before its turn comes
	 */
	async inTurn(reservationId: string, work: () => Promise<void>): Promise<void> {
		await turns.take(this.turnKey(reservationId), this.signal, async (turn) => {
			if (turn.lastChanger !== this.identity) this.invalidate(reservationId);
			await this.change(reservationId, turn, work);
		});
	}

	/**
	 * The same for work that completes what this run did in its last turn: another execution since may count on what is there.
	 *
	 * @returns false when it was not done for that reason
	 */
	async inUndisturbedTurn(reservationId: string, work: () => Promise<void>): Promise<boolean> {
		return await turns.take(this.turnKey(reservationId), this.signal, async (turn) => {
			const isDisturbed = turn.lastChanger !== this.identity && this.changed.has(reservationId);
			if (!isDisturbed) await this.change(reservationId, turn, work);
			return !isDisturbed;
		});
	}

	/** Notes that what is known of a reservation may be wrong: whoever asks next gets it read anew. */
	invalidate(reservationId: string): void {
		this.rechecked.delete(reservationId);
		if (this.byId.has(reservationId)) this.invalid.add(reservationId);
	}

	/** Notes, before anything is sent, that an input item wants an item with these fields. */
	expect(reservationId: string, fields: WrittenFields): Ticket {
		return this.expectationsOf(reservationId).add(fields);
	}

	/** Notes that the item wanted under a ticket may turn up after all. */
	expectAgain(reservationId: string, ticket: Ticket): void {
		this.expectationsOf(reservationId).reopen(ticket);
	}

	/** What this run has created on a reservation under references. */
	createdOn(reservationId: string): CreatedReferences {
		const created =
			this.created.get(reservationId) ??
			new CreatedReferences(this.client, async () => await this.reread(reservationId));
		this.created.set(reservationId, created);
		return created;
	}

	/** Complains when the lists of this run show that they are not those of one reservation each. */
	assertApart(reservationId: string): void {
		this.owners.assertApart(reservationId);
	}

	/** The items of a reservation, read once more after what this run has written to it. */
	async recheckedItemsOf(reservationId: string): Promise<ReservationItems> {
		const known = this.rechecked.get(reservationId);
		if (known) return await known;
		const reading = this.reread(reservationId);
		this.rechecked.set(reservationId, reading);
		reading.catch(() => this.rechecked.delete(reservationId));
		return await reading;
	}

	/** The items of a reservation; a read that did not succeed is tried again by whoever asks next. */
	async itemsOf(reservationId: string): Promise<ReservationItems> {
		const items = await this.newestOf(reservationId);
		this.assertApart(reservationId);
		return items;
	}

	/**
	 * Makes sure, before a second item is created on a reservation, that its list shows the first: what a list does not show
	 * would be created again in every run. A list that cannot be read then tells nothing.
	 *
	 * @throws UserError when it does not show it
	 */
	async beforeCreate(reservationId: string): Promise<void> {
		const first = this.first.get(reservationId);
		if (!first) return;
		await this.assertShown(reservationId, first).catch((error: unknown) => {
			if (!(error instanceof RequestFailure)) throw error;
		});
		this.first.set(reservationId, undefined);
	}

	/** Takes note of an item that this run has created. */
	noteCreated(reservationId: string, item: HeldItem): void {
		this.rechecked.delete(reservationId);
		if (!this.first.has(reservationId)) this.first.set(reservationId, item);
	}

	/**
	 * Makes sure that the list shows an item that this run has created.
	 *
	 * @throws UserError when it does not, so that it would be created again
	 */
	async assertShown(reservationId: string, created: HeldItem): Promise<void> {
		const items = await this.recheckedItemsOf(reservationId);
		if (!items.isShown(created)) throw notListed(reservationId, created);
	}

	private async change(
		reservationId: string,
		turn: Turn,
		work: () => Promise<void>,
	): Promise<void> {
		turn.noteChanger(this.identity);
		this.changed.add(reservationId);
		await work();
	}

	private turnKey(reservationId: string): string {
		return `${this.client.scope} ${reservationId}`;
	}

	private async reread(reservationId: string): Promise<ReservationItems> {
		const items = await (await this.newestOf(reservationId)).refresh();
		for (let look = 1; items.lacksOwn && look <= LOOKS; look++) {
			await this.client.waitBeforeTry(look);
			await items.refresh();
		}
		this.assertApart(reservationId);
		return items;
	}

	private async newestOf(reservationId: string): Promise<ReservationItems> {
		const known = this.byId.get(reservationId);
		if (known && !this.invalid.has(reservationId)) return await known;
		if (known) {
			const items = await (await known).refresh();
			this.invalid.delete(reservationId);
			return items;
		}
		const items = new ReservationItems(
			this.client,
			reservationId,
			this.expectationsOf(reservationId),
			this.owners,
		);
		const reading = items.refresh();
		this.byId.set(reservationId, reading);
		reading.catch(() => this.byId.delete(reservationId));
		return await reading;
	}

	private expectationsOf(reservationId: string): Expectations {
		const expectations = this.expectations.get(reservationId) ?? new Expectations();
		this.expectations.set(reservationId, expectations);
		return expectations;
	}
}
