import { sleep } from 'n8n-workflow';

import type { Answer } from './reply';
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
	private readonly line: Array<() => void> = [];
	private limit = Infinity;
	private width = Infinity;
	private pausedUntil = 0;
	private waking?: Promise<void>;
	private refusedAt = 0;
	private refusalsInARow = 0;

	/** @param limit of requests at a time; 0: none */
	async run(limit: number, send: () => Promise<Answer>): Promise<Answer> {
		this.limit = limit || Infinity;
		await new Promise<void>((begin) => {
			this.line.push(begin);
			this.startNext();
		});
		const startedAt = clock();
		try {
			const answer = await send();
			this.learn(answer, startedAt);
			return answer;
		} finally {
			this.underWay--;
			this.startNext();
		}
	}

	private learn({ status, waitMs }: Answer, startedAt: number): void {
		let pauseMs = waitMs;
		// Of requests that were under way together, one refusal counts.
		const isNews = startedAt > this.refusedAt;
		if (status === 429) {
			if (isNews) {
				this.refusedAt = clock();
				this.refusalsInARow++;
				this.width = 1;
			}
			const ownMs = 500 * 2 ** this.refusalsInARow;
			pauseMs ||= Math.min(ownMs, LONGEST_OWN_PAUSE_MS);
		} else if (isNews && status > 0 && status < 500) {
			this.refusalsInARow = 0;
			this.width += GROWTH;
		}
		if (pauseMs > LONGEST_WAIT_MS) return;
		this.pausedUntil = Math.max(this.pausedUntil, clock() + pauseMs);
	}

	private startNext(): void {
		const restMs = this.pausedUntil - clock();
		if (restMs > 0) {
			this.waking ??= sleep(Math.ceil(restMs)).then(() => {
				this.waking = undefined;
				this.startNext();
			});
			return;
		}
		const most = Math.min(this.limit, Math.floor(this.width));
		while (this.line.length > 0 && this.underWay < most) {
			this.underWay++;
			this.line.shift()?.();
		}
	}
}
