import { sleep } from 'n8n-workflow';

import type { Answer } from './reply';

/** A longer wait ends a request instead. */
export const LONGEST_WAIT_MS = 120_000;

/** So many requests at a time, in their order; after a 429 all wait. */
export class Gate {
	private underWay = 0;
	private readonly line: Array<() => void> = [];
	private limit = Infinity;
	/** 1 after a 429; below 1, longer pauses. */
	private width = Infinity;
	private refusedAt = 0;
	private pausedUntil = 0;

	async run(limit: number, send: () => Promise<Answer>): Promise<Answer> {
		this.limit = limit;
		await new Promise<void>((begin) => {
			this.line.push(begin);
			this.startNext();
		});
		const startedAt = Date.now();
		try {
			const answer = await send();
			this.learn(answer, startedAt);
			return answer;
		} finally {
			this.underWay--;
			this.startNext();
		}
	}

	private learn({ kind, waitMs }: Answer, startedAt: number) {
		let pauseMs = waitMs;
		const now = Date.now();
		if (kind.includes('429')) {
			// Of requests under way together, one refusal counts.
			if (startedAt > this.refusedAt) {
				this.refusedAt = now;
				this.width = this.width > 1 ? 1 : Math.max(this.width / 2, 1 / 8);
			}
			pauseMs ||= 1000 / this.width;
		} else if (/^[2-4]/.test(kind)) {
			this.width = Math.max(this.width, 1) + 0.2;
		}
		if (pauseMs > LONGEST_WAIT_MS) return;
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
	}

	private startNext() {
		const restMs = this.pausedUntil - Date.now();
		if (restMs > 0) {
			void sleep(Math.ceil(restMs)).then(() => this.startNext());
			return;
		}
		const most = Math.max(1, Math.min(this.limit, this.width));
		while (this.line.length > 0 && this.underWay + 1 <= most) {
			this.underWay++;
			this.line.shift()?.();
		}
	}
}
