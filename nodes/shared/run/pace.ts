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
	private blockedUntil = 0;

	/** @param requestsPerSecond how many requests may be started per second; 0 means no cap */
	constructor(
		requestsPerSecond: number,
		private readonly signal?: AbortSignal,
	) {
		this.ownGap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/** Waits until the next request may start. */
	async turn(): Promise<void> {
		const start = Math.max(Date.now(), this.nextStart);
		this.nextStart = start + Math.max(this.ownGap, this.askedGap);
		for (;;) {
			const wait = Math.max(start, this.blockedUntil) - Date.now();
			if (wait <= 0 || this.signal?.aborted) return;
			await pause(wait, this.signal);
		}
	}

	/** Holds back every start for `ms`, and spaces out the ones after that. */
	slowDown(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, Date.now() + ms);
		this.nextStart = Math.max(this.nextStart, this.blockedUntil);
		this.askedGap = Math.min(LONGEST_GAP_MS, Math.max(FIRST_GAP_MS, this.askedGap * 2));
	}

	/** Notes a request that went through: the pace picks up again. */
	speedUp(): void {
		this.askedGap = this.askedGap < 1 ? 0 : this.askedGap * RECOVERY;
	}
}
