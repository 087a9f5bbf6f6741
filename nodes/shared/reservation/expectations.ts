import type { WrittenFields } from '../format/fields';

/** Stands for one service item that an input item wants on a reservation. */
export type Ticket = number;

/** Which service items the input items of a run want a reservation to have. Each is known by its ticket, never by its fields. */
export class Expectations {
	private readonly wanted: WrittenFields[] = [];
	private readonly open = new Map<Ticket, WrittenFields>();

	/** Notes, before anything is sent, that an input item wants an item with these fields. */
	add(fields: WrittenFields): Ticket {
		const ticket = this.wanted.push({ ...fields }) - 1;
		this.reopen(ticket);
		return ticket;
	}

	/** The fields that are wanted under a ticket. */
	fieldsOf(ticket: Ticket): WrittenFields {
		return this.wanted[ticket] ?? {};
	}

	/** Notes that it is decided which item stands for a ticket, or that there is none yet. */
	close(ticket: Ticket): void {
		this.open.delete(ticket);
	}

	/** Notes that an item for this ticket may turn up after all, and is none too many then. */
	reopen(ticket: Ticket): void {
		this.open.set(ticket, this.fieldsOf(ticket));
	}

	/** What input items still to come, or whose outcome is unclear, want to have. */
	stillOpen(): Iterable<WrittenFields> {
		return this.open.values();
	}

	/** True when no input item is recognized by its fields. */
	get isEmpty(): boolean {
		return this.wanted.length === 0;
	}
}
