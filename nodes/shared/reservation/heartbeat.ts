import { sleep } from 'n8n-workflow';

const BEAT_MS = 500;
/** A busy process may be late, but not by this much: then it was frozen, or its machine asleep. If not, one list more is read. */
const LONGEST_BEAT_MS = 2_000;

/** Tells whether the process stood still: what it read before that may be long outdated, however young it looks. */
export class Heartbeat {
	private listeners = 0;
	private isBeating = false;
	private lastBeat = 0;
	private resumedAt = 0;

	/** Watches while `work` is under way. */
	async during<Result>(work: () => Promise<Result>): Promise<Result> {
		this.listeners++;
		if (!this.isBeating) void this.beat();
		try {
			return await work();
		} finally {
			this.listeners--;
		}
	}

	/** True when the process stood still after that time, in epoch milliseconds. */
	hasStoodStillSince(time: number): boolean {
		this.note();
		return this.resumedAt > time;
	}

	private async beat(): Promise<void> {
		this.isBeating = true;
		this.lastBeat = Date.now();
		while (this.listeners > 0) {
			await sleep(BEAT_MS);
			this.note();
		}
		this.isBeating = false;
	}

	private note(): void {
		const now = Date.now();
		if (this.isBeating && now - this.lastBeat > LONGEST_BEAT_MS) this.resumedAt = now;
		this.lastBeat = now;
	}
}

export const heartbeat = new Heartbeat();
