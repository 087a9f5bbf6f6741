import { sleep } from 'n8n-workflow';

/** How far starts are kept apart, as a share of the time between two answers: less than 1, so that it is no brake. */
const SHARE = 0.8;
/** More than n8n 2.41 needs to start a request and to take its answer, in milliseconds. */
const LONGEST_MS = 3;
/** No timer is shorter. */
const LEAST_MS = 1;
/** By how much the newest answer counts in the average. */
const NEWEST = 0.07;

/**
 * Keeps the starts of one run a little apart. Requests that follow answers which came together would otherwise be prepared
 * together, none of them leaving before the last is ready, and their answers would come together again.
 */
export class StartSpread {
	private underWay = 0;
	/** How long an answer took lately, in milliseconds. */
	private answerTime = 0;
	private last: Promise<void> = Promise.resolve();

	/** Waits a moment. To be followed by `end`. */
	async begin(): Promise<void> {
		this.underWay++;
		const gap = Math.min((this.answerTime / this.underWay) * SHARE, LONGEST_MS);
		if (gap < LEAST_MS) return;
		const before = this.last;
		this.last = before.then(async () => await sleep(gap));
		await before;
	}

	/** @param ms how long the answer took */
	end(ms: number): void {
		this.underWay--;
		this.answerTime += (ms - this.answerTime) * NEWEST;
	}
}
