import type { Books } from '../../service/books';
import { mulberry32 } from '../../service/faults';

/**
 * Creates, updates and deletes service items at random, and writes down what it did as the trigger has to tell it. What it has
 * changed it leaves alone until that is told: two changes between two polls are one event.
 */
export class FrontDesk {
	/** Such as `created si-5 12.07`, whose amount no other change has. */
	readonly made: string[] = [];
	private readonly lastChange = new Map<string, string>();
	private readonly random: () => number;
	private timer?: NodeJS.Timeout;

	constructor(
		private readonly books: Books,
		private readonly reservationIds: string[],
		seed: number,
		private readonly isTold: (change: string) => boolean,
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
		const booking = this.books.find(this.pick(this.settled()));
		if (booking === undefined) return;
		const amount = this.nextAmount();
		this.books.update(booking, { amount });
		this.note('updated', booking.id, amount);
	}

	private remove(): void {
		const booking = this.books.find(this.pick(this.settled()));
		if (booking === undefined) return;
		this.books.remove(booking);
		this.note('deleted', booking.id);
	}

	private settled(): string[] {
		const ids = this.books.all().map(({ id }) => id);
		return ids.filter((id) => {
			const change = this.lastChange.get(id);
			return change === undefined || this.isTold(change);
		});
	}

	private nextAmount(): number {
		return (this.made.length + 1) / 100;
	}

	private pick(choices: string[]): string {
		return choices[Math.floor(this.random() * choices.length)] ?? '';
	}

	private note(event: string, id: string, amount?: number): void {
		const change = [event, id, amount].join(' ').trim();
		this.lastChange.set(id, change);
		this.made.push(change);
	}
}
