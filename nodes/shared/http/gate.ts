import { sleep } from 'n8n-workflow';

import { clock } from './wait';

const LONGEST_OWN_PAUSE_MS = 8_000;
/** A longer wait ends a request instead. */
export const LONGEST_WAIT_MS = 120_000;
/** After a 429 one goes at a time; after five successes, two. */
const GROWTH = 0.2;

/**
 * The requests of one account, for all executions of this process: so many at a
 * time, first come, first served; after a 429 all wait.
 */
export class Gate {
	private underWay = 0;
	private readonly line: Array<{ limit: number; begin: () => void }> = [];
	private pausedUntil = 0;
	private waking?: Promise<void>;
	private width = Infinity;
	private refusedAt = 0;
	private refusalsInARow = 0;

	/** @param limit of requests at a time; 0: none */
	async run<Result>(
		limit: number,
		send: () => Promise<Result>,
	): Promise<Result> {
		await new Promise<void>((begin) => {
			this.line.push({ limit: limit || Infinity, begin });
			this.startNext();
		});
		try {
			return await send();
		} finally {
			this.underWay--;
			this.startNext();
		}
	}

	wait(ms: number): void {
		if (ms > LONGEST_WAIT_MS) return;
		this.pausedUntil = Math.max(this.pausedUntil, clock() + ms);
	}

	/** After a 429. Of requests that were under way together, one counts. */
	slowDown(startedAt: number, askedMs: number): void {
		if (startedAt > this.refusedAt) {
			this.refusedAt = clock();
			this.refusalsInARow++;
			this.width = 1;
		}
		const ownMs = 500 * 2 ** this.refusalsInARow;
		this.wait(askedMs || Math.min(ownMs, LONGEST_OWN_PAUSE_MS));
	}

	speedUp(startedAt: number): void {
		if (startedAt <= this.refusedAt) return;
		this.refusalsInARow = 0;
		this.width += GROWTH;
	}

	private startNext(): void {
		for (let [next] = this.line; next; [next] = this.line) {
			const most = Math.min(next.limit, Math.floor(this.width));
			if (this.underWay >= most) return;
			const restMs = this.pausedUntil - clock();
			if (restMs > 0) return this.wakeAfter(restMs);
			this.line.shift();
			this.underWay++;
			next.begin();
		}
	}

	private wakeAfter(ms: number): void {
		this.waking ??= sleep(Math.ceil(ms)).then(() => {
			this.waking = undefined;
			this.startNext();
		});
	}
}
