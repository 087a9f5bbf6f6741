import { pause } from './pause';

/** The space between two starts after the service asked to slow down, in milliseconds. */
const FIRST_GAP_MS = 25;
const LONGEST_GAP_MS = 1_000;
/** By how much that space shrinks with every request that goes through. */
const RECOVERY = 0.8;

/** When requests may start: common to a whole run, so that being told to slow down slows all of it. */
export class Pace {
	private readonly ownGap: number;
	private askedGap = 0;
	private nextStart = 0;
	private lastStart = 0;
	private blockedUntil = 0;
	private slowDowns = 0;

	/** @param requestsPerSecond how many requests may be started per second; 0 means no cap */
	constructor(
		requestsPerSecond: number,
		private readonly signal?: AbortSignal,
	) {
		this.ownGap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/** Waits until the next request may start. */
	async turn(): Promise<void> {
		for (;;) {
			const start = Math.max(Date.now(), this.nextStart);
			const round = this.slowDowns;
			this.nextStart = start + Math.max(this.ownGap, this.askedGap);
			await pause(start - Date.now(), this.signal);
			// Whoever was waiting while the run was slowed down queues up again, behind the pause.
			if (round === this.slowDowns || this.signal?.aborted) {
				this.lastStart = Date.now();
				return;
			}
		}
	}

	/** Holds back every start for `ms`, and spaces out the ones after that. */
	slowDown(ms: number): void {
		this.slowDowns++;
		this.blockedUntil = Math.max(this.blockedUntil, Date.now() + ms);
		this.nextStart = Math.max(this.blockedUntil, this.lastStart + this.ownGap);
		this.askedGap = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, this.askedGap * 2));
	}

	/** Notes a request that went through: the pace picks up again. */
	speedUp(): void {
		this.askedGap = this.askedGap < 1 ? 0 : this.askedGap * RECOVERY;
	}
}
