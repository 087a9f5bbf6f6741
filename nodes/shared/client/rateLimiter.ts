import { sleep } from 'n8n-workflow';

import { nextDue } from './cadence';
import { pause } from './pause';

/** How far starts are kept apart, as a share of the time between two answers: less than 1, so that it is no brake. */
const SPREAD = 0.8;
/** More than n8n 2.41 needs to start a request and to take its answer, in milliseconds. */
const LONGEST_SPREAD_MS = 3;
/** No timer is shorter. */
const LEAST_SPREAD_MS = 1;
/** By how much the newest answer counts in the average. */
const NEWEST = 0.07;

/** When the requests of one run may start, within what its account allows. */
export class RateLimiter {
	private readonly gap: number;
	private nextStart = 0;
	/** Ends when the request that came before has started. */
	private line: Promise<unknown> = Promise.resolve();
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
		this.gap = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
	}

	/**
	 * Waits until the next request may start. To be followed by `noteEnd`.
	 *
	 * @param enter waits for the account as well
	 * @returns what `enter` says
	 */
	async turn(enter: () => Promise<boolean>): Promise<boolean> {
		this.underWay++;
		const gap = this.spreadGap();
		if (gap >= LEAST_SPREAD_MS) await this.spread(gap);
		return this.gap > 0 ? await this.enterInLine(enter) : await enter();
	}

	/** Notes that a request is over, however it ended, and how long it took. */
	noteEnd(ms: number): void {
		this.underWay--;
		this.answerTime += (ms - this.answerTime) * NEWEST;
	}

	/** One after the other: a cap holds between the moments at which the account lets them start. */
	private async enterInLine(enter: () => Promise<boolean>): Promise<boolean> {
		const turn = this.line.then(async () => {
			const wait = this.nextStart - Date.now();
			if (wait > 0) await pause(wait, this.signal);
			const isStarted = await enter();
			this.nextStart = nextDue(this.nextStart, Date.now(), this.gap);
			return isStarted;
		});
		this.line = turn;
		return await turn;
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
}
