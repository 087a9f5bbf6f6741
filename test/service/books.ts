import { hash } from 'node:crypto';
import type { Dialect } from './dialect';
import { decodeItem, encodeItem, withId } from './itemFields';
import type { ItemValues } from './itemFields';
import { mergeDeeply, writePath } from './json';
import type { JsonObject } from './json';

/** A stored service item in canonical form, whatever the dialect; absent optional fields are left out. */
export interface BookedItem extends ItemValues {
	/** As text, also where the wire has a number. */
	id: string;
	reservationId: string;
	/** The item as the service keeps it. */
	raw: JsonObject;
}

/** What `books.add` takes. */
export interface SeedItem extends ItemValues {
	/** Default: the next one the service would give. */
	id?: string;
	/** Merged into the wire form: unknown properties, or an exact wire value such as a date with its time. */
	raw?: JsonObject;
}

/** One stored item. */
export interface Booking {
	readonly id: string;
	readonly reservationId: string;
	/** In epoch milliseconds; 0 for what has always been there. */
	readonly createdAt: number;
	raw: JsonObject;
}

/** The stored service items, as they came over the wire; names and formats are changed only while there are none. */
export class Books {
	/** Changes made through the API; seeding does not count. */
	readonly changes = { created: 0, updated: 0, deleted: 0 };

	private readonly byId = new Map<string, Booking>();
	private readonly byKey = new Map<string, Booking>();
	private readonly reservations = new Set<string>();
	private lastNumber = 0;

	constructor(private readonly dialect: () => Dialect) {}

	/** All items, or those of one reservation, in the order of their creation. */
	all(reservationId?: string): BookedItem[] {
		const bookings =
			reservationId === undefined ? [...this.byId.values()] : this.ofReservation(reservationId);
		return bookings.map((booking) => this.present(booking));
	}

	/** Stores an item as if it had always been there. An id already in use is an error. */
	add(reservationId: string, seed: SeedItem): BookedItem {
		const { id = this.nextId(), raw = {}, ...values } = seed;
		if (this.byId.has(id)) throw new Error(`Item ${id} is already there`);
		const dialect = this.dialect();
		const item = writePath(encodeItem(values, dialect), dialect.reservationIdField, reservationId);
		return this.present(this.store(reservationId, mergeDeeply(item, raw), id, 0));
	}

	/** Empties the books, with the counters and the numbering. */
	clear(): void {
		for (const kept of [this.byId, this.byKey, this.reservations]) kept.clear();
		this.lastNumber = 0;
		Object.assign(this.changes, { created: 0, updated: 0, deleted: 0 });
	}

	/** The bookings of one reservation in order of creation; none for a reservation never heard of. */
	ofReservation(reservationId: string): Booking[] {
		return [...this.byId.values()].filter((booking) => booking.reservationId === reservationId);
	}

	/** True for a reservation on which something was booked, also if it has been removed since. */
	knows(reservationId: string): boolean {
		return this.reservations.has(reservationId);
	}

	find(id: string): Booking | undefined {
		return this.byId.get(id);
	}

	/** Stores a checked body under a new id; under a key that was there before, what it made then stands for it. */
	create(reservationId: string, body: JsonObject, key?: string): Booking {
		const earlier = key === undefined ? undefined : this.byKey.get(key);
		if (earlier) return earlier;
		this.changes.created++;
		const booking = this.store(reservationId, body, this.nextId(), Date.now());
		if (key !== undefined) this.byKey.set(key, booking);
		return booking;
	}

	/** Merges a checked change into the item. */
	update(booking: Booking, change: JsonObject): void {
		this.changes.updated++;
		booking.raw = mergeDeeply(booking.raw, change);
	}

	remove(booking: Booking): void {
		this.changes.deleted++;
		this.byId.delete(booking.id);
	}

	private store(reservationId: string, body: JsonObject, id: string, createdAt: number): Booking {
		const raw = withId(body, id, this.dialect());
		const booking: Booking = { id, reservationId, createdAt, raw };
		this.reservations.add(reservationId);
		this.byId.set(id, booking);
		return booking;
	}

	/** Numbers are never given twice, and skip identifiers that were seeded. */
	private nextId(): string {
		const { idType } = this.dialect();
		if (idType === 'random') return hash('sha256', `item ${++this.lastNumber}`).slice(0, 16);
		const prefix = idType === 'number' ? '' : 'si-';
		do this.lastNumber++;
		while (this.byId.has(`${prefix}${this.lastNumber}`));
		return `${prefix}${this.lastNumber}`;
	}

	private present({ id, reservationId, raw }: Booking): BookedItem {
		return { id, reservationId, ...decodeItem(raw, this.dialect()), raw: structuredClone(raw) };
	}
}
