import { sleep } from 'n8n-workflow';

/**
 * Starts are kept apart by this share of the time between two answers; below 1,
 * so that it does not slow down.
 */
const SHARE = 0.8;
/**
 * No timer is shorter, and n8n 2.41 needs at most 3 ms to start a request and
 * to take its answer.
 */
const MIN_MS = 1;
const MAX_MS = 3;
const NEWEST_SHARE = 0.07;

/**
 * Spreads starts. Requests that follow answers at the same time are prepared
 * together by n8n: none leaves before the last is ready, and their answers come
 * together again.
 */
export class StartSpacing {
	/** How long answers take, as a moving average. */
	private answerMs = 0;
	private lastStart: Promise<void> = Promise.resolve();

	/** @param pending the requests that wait or are under way */
	async wait(pending: number): Promise<void> {
		const ms = Math.min((this.answerMs / pending) * SHARE, MAX_MS);
		if (ms < MIN_MS) return;
		const before = this.lastStart;
		this.lastStart = before.then(async () => await sleep(ms));
		await before;
	}

	answered(ms: number): void {
		this.answerMs += (ms - this.answerMs) * NEWEST_SHARE;
	}
}
