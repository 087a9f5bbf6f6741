import { sleep } from 'n8n-workflow';

import type { Answer } from './reply';
import { clock } from './wait';

/** A longer wait ends a request instead. */
export const LONGEST_WAIT_MS = 120_000;
/** With each success after a 429. */
const GROWTH = 0.2;

/** So many requests at a time, in their order; after a 429 all wait. */
export class Gate {
	private underWay = 0;
	private readonly line: Array<() => void> = [];
	private limit = Infinity;
	/** 1 after a 429; below 1, longer pauses. */
	private width = Infinity;
	private refusedAt = 0;
	private pausedUntil = 0;

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
			// Of requests that were under way together, one refusal counts.
			this.learn(answer, startedAt > this.refusedAt);
			return answer;
		} finally {
			this.underWay--;
			this.startNext();
		}
	}

	private learn({ status, waitMs }: Answer, isNews: boolean): void {
		let pauseMs = waitMs;
		if (status === 429) {
			if (isNews) {
				this.refusedAt = clock();
				this.width = this.width > 1 ? 1 : Math.max(this.width / 2, 1 / 8);
			}
			pauseMs ||= 1000 / this.width;
		} else if (isNews && status > 0 && status < 500) {
			this.width = Math.max(this.width, 1) + GROWTH;
		}
		if (pauseMs > LONGEST_WAIT_MS) return;
		this.pausedUntil = Math.max(this.pausedUntil, clock() + pauseMs);
	}

	private startNext(): void {
		const restMs = this.pausedUntil - clock();
		if (restMs > 0) {
			void sleep(Math.ceil(restMs)).then(() => this.startNext());
			return;
		}
		const most = Math.max(1, Math.min(this.limit, Math.floor(this.width)));
		while (this.line.length > 0 && this.underWay < most) {
			this.underWay++;
			this.line.shift()?.();
		}
	}
}
