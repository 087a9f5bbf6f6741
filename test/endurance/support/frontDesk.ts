import type { Books } from '../../service/books';
import { mulberry32 } from '../../service/faults';

/** Longer than any time between two polls that see a reservation: two changes within it would be told as one. */
const QUIET_MS = 120_000;

/** Creates, updates and deletes service items at random, and writes down what it did as the trigger has to tell it. */
export class FrontDesk {
	/** Such as `created si-5 12.07`, whose amount no other change has. */
	readonly made: string[] = [];
	private readonly changedAt = new Map<string, number>();
	private readonly random: () => number;
	private timer?: NodeJS.Timeout;

	constructor(
		private readonly books: Books,
		private readonly reservationIds: string[],
		seed: number,
	) {
		this.random = mulberry32(seed);
	}

	/** @param pauseMs between two changes */
	work(pauseMs: number): void {
		this.timer = setInterval(() => this.change(), pauseMs);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private change(): void {
		const kind = this.random();
		if (kind < 0.3) this.create();
		else if (kind < 0.7) this.update();
		else this.remove();
	}

	private create(): void {
		const reservationId = this.pick(this.reservationIds);
		const amount = this.nextAmount();
		const item = { amount, date: '2026-12-07', description: 'Minibar' };
		const { id } = this.books.add(reservationId, item);
		this.note('created', id, amount);
	}

	private update(): void {
		const booking = this.books.find(this.pick(this.unchanged()));
		if (booking === undefined) return;
		const amount = this.nextAmount();
		this.books.update(booking, { amount });
		this.note('updated', booking.id, amount);
	}

	private remove(): void {
		const booking = this.books.find(this.pick(this.unchanged()));
		if (booking === undefined) return;
		this.books.remove(booking);
		this.note('deleted', booking.id);
	}

	private unchanged(): string[] {
		const since = Date.now() - QUIET_MS;
		const ids = this.books.all().map(({ id }) => id);
		return ids.filter((id) => (this.changedAt.get(id) ?? 0) < since);
	}

	private nextAmount(): number {
		return (this.made.length + 1) / 100;
	}

	private pick(choices: string[]): string {
		return choices[Math.floor(this.random() * choices.length)] ?? '';
	}

	private note(event: string, id: string, amount?: number): void {
		this.changedAt.set(id, Date.now());
		this.made.push([event, id, amount].join(' ').trim());
	}
}
