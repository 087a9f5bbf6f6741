import { sleep } from 'n8n-workflow';

import { pause } from './pause';

/** The space between two starts after the service asked to slow down, in milliseconds. */
const FIRST_GAP_MS = 25;
const LONGEST_GAP_MS = 1_000;
/** By how much that space shrinks with every request that goes through. */
const RECOVERY = 0.8;
/** How far starts are kept apart, as a share of the time between two answers: less than 1, so that it is no brake. */
const SPREAD = 0.8;
/** More than n8n 2.41 needs to start a request and to take its answer, in milliseconds. */
const LONGEST_SPREAD_MS = 3;
/** No timer is shorter. */
const LEAST_SPREAD_MS = 1;
/** By how much the newest answer counts in the average. */
const NEWEST = 0.07;

/** When requests may start: common to a whole run, so that being told to slow down slows all of it. */
export class RateLimiter {
	private readonly ownGap: number;
	private askedGap = 0;
	private nextStart = 0;
	private lastStart = 0;
	private blockedUntil = 0;
	private slowDowns = 0;
	/** Requests that have asked for their turn and are not over. */
	private underWay = 0;
	/** How long an answer took lately, in milliseconds. */
	private answerTime = 0;
	private lastSpread: Promise<void> = Promise.resolve();

	/** @param requestsPerSecond how many requests may be started per second; 0 means no cap */
	constructor(
		requestsPerSecond: number,
		private readonly signal?: AbortSignal,
	) {
		this.ownGap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/** Waits until the next request may start. */
	async turn(): Promise<void> {
		this.underWay++;
		const gap = this.spreadGap();
		if (gap >= LEAST_SPREAD_MS) await this.spread(gap);
		for (;;) {
			const start = Math.max(Date.now(), this.nextStart);
			const round = this.slowDowns;
			this.nextStart = start + Math.max(this.ownGap, this.askedGap);
			const wait = start - Date.now();
			if (wait > 0) await pause(wait, this.signal);
			// Whoever was waiting while the run was slowed down queues up again, behind the pause.
			if (round === this.slowDowns || this.signal?.aborted) break;
		}
		this.lastStart = Date.now();
	}

	/** Notes that a request is over, however it ended, and how long it took. */
	noteEnd(ms: number): void {
		this.underWay--;
		this.answerTime += (ms - this.answerTime) * NEWEST;
	}

	/**
	 * Keeps starts a little apart. Requests that follow answers which came together would otherwise be prepared together,
	 * none of them leaving before the last is ready, and their answers would come together again. 1,000 creates at 20 ms
	 * gain 13 % with 5 and 30 % with 20 at a time.
	 */
	private async spread(gap: number): Promise<void> {
		const last = this.lastSpread;
		this.lastSpread = last.then(async () => await sleep(gap));
		await last;
	}

	private spreadGap(): number {
		const betweenAnswers = this.answerTime / this.underWay;
		return Math.min(betweenAnswers * SPREAD, LONGEST_SPREAD_MS);
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
