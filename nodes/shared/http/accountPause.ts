import { LONGEST_WAIT_MS, spread } from './wait';

/** Most services count by the second. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
/**
 * For every success after a refusal: twice as many at a time after five, as in
 * TCP's slow start.
 */
const GROWTH = 1.15;

/**
 * What the refusals of an account (429) mean for the requests after them: a
 * pause, which grows where the service does not say how long; then one request
 * at a time, and with every success more again.
 */
export class AccountPause {
	/** Nothing starts before. */
	until = 0;
	private width = Infinity;
	private refusedAt = -Infinity;
	/**
	 * Refusals without a success between; those of requests that were under way
	 * together count once.
	 */
	private inARow = 0;

	get atOnce(): number {
		return Math.floor(this.width);
	}

	/** The service asks one request to wait: all do. */
	onWaitAsked(ms: number | undefined, now: number): void {
		if (ms === undefined || ms > LONGEST_WAIT_MS) return;
		this.until = Math.max(this.until, now + ms);
	}

	onThrottled(
		startedAt: number,
		now: number,
		askedMs: number | undefined,
	): void {
		// On its way before the last refusal, it tells nothing new.
		if (startedAt <= this.refusedAt) return;
		this.refusedAt = now;
		this.width = 1;
		// It is in `until` already; one that is too long ends the run.
		if (askedMs !== undefined && askedMs > 0) return;
		let pause = Math.min(FIRST_PAUSE_MS * 2 ** this.inARow, LONGEST_PAUSE_MS);
		// "At once" is believed the first time.
		if (askedMs === 0 && this.inARow === 0) pause = 0;
		this.inARow++;
		this.until = Math.max(this.until, now + spread(pause));
	}

	onServed(startedAt: number): void {
		if (startedAt <= this.refusedAt) return;
		this.inARow = 0;
		this.width *= GROWTH;
	}
}
