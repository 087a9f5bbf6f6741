import { sleep } from 'n8n-workflow';

import { pause } from './pause';

/** The space between two starts after the service asked to slow down, in milliseconds. */
const FIRST_GAP_MS = 25;
const LONGEST_GAP_MS = 1_000;
/** By how much that space shrinks with every request that goes through. */
const RECOVERY = 0.8;
/** The time one start and one answer take n8n at least, in milliseconds (measured with n8n 2.41). */
const LEAST_GAP_MS = 1.3;
/** By how much the newest answer counts in the average. */
const NEWEST = 0.1;

/** When requests may start: common to a whole run, so that being told to slow down slows all of it. */
export class Pace {
	private readonly ownGap: number;
	private askedGap = 0;
	private nextStart = 0;
	private lastStart = 0;
	private blockedUntil = 0;
	private slowDowns = 0;
	private underWay = 0;
	/** How long an answer took lately, in milliseconds. */
	private answerTime = 0;
	private lastRound: Promise<void> = Promise.resolve();

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
			if (round === this.slowDowns || this.signal?.aborted) break;
		}
		this.underWay++;
		await this.spread();
		this.lastStart = Date.now();
	}

	/** Notes that a request is over, however it ended, and how long it took. */
	noteEnd(ms: number): void {
		this.underWay--;
		this.answerTime += (ms - this.answerTime) * NEWEST;
	}

	/**
	 * Lets one request start per round of the event loop. The requests that follow answers which came together would
	 * otherwise be prepared together, and the first of them would not leave before the last is ready. A round takes a
	 * millisecond, which is there only while n8n waits for the service, and not the other way round.
	 */
	private async spread(): Promise<void> {
		if (this.answerTime <= this.underWay * LEAST_GAP_MS) return;
		const last = this.lastRound;
		this.lastRound = last.then(async () => await sleep(0));
		await last;
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
