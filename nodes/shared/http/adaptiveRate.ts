/** Tried after the first refusal of an account that has done little so far. Rates are in requests per second. */
const FIRST_RATE = 5;
const LEAST_RATE = 0.1;
/** A limit is forgotten after so long without a refusal. */
const REMEMBERED_MS = 60_000;
/** A refusal takes the rate back to what got through lately, within these shares of the rate it met. */
const LEAST_CUT = 0.9;
const LARGEST_CUT = 0.7;
/**
 * What every success adds until the second refusal (slow start, as TCP has it), and from then on: so much that the largest
 * cut is regained within REMEMBERED_MS, and a limit that still holds refuses again before it is forgotten.
 */
const FIRST_GROWTH = 0.5;
const GROWTH = 0.007;
const LATELY_MS = 1_000;

/**
 * The rate a service allows, found by additive increase and multiplicative decrease: nothing holds back until the service
 * refuses, a refusal cuts the rate, every success raises it. All times are in milliseconds.
 */
export class AdaptiveRate {
	private rate = Infinity;
	private growth = FIRST_GROWTH;
	private cutAt = 0;
	private refusedAt = 0;
	/** Successes, each counting less the longer it is ago. */
	private lately = 0;
	private latelyAt = 0;

	/** The time between two starts; 0: no limit is known. */
	gap(now: number): number {
		if (now - this.refusedAt > REMEMBERED_MS) {
			this.rate = Infinity;
			this.growth = FIRST_GROWTH;
		}
		return 1_000 / this.rate;
	}

	served(startedAt: number, now: number): void {
		this.lately = this.servedLately(now) + 1;
		this.latelyAt = now;
		if (startedAt > this.cutAt) this.rate += this.growth;
	}

	/** @returns false for a request from before the last refusal, which tells nothing new */
	refused(startedAt: number, now: number): boolean {
		this.refusedAt = now;
		if (this.rate !== Infinity && startedAt <= this.cutAt) return false;
		const isRefusedAgain = this.latelyAt <= this.cutAt;
		const delivered = this.servedLately(now);
		if (this.rate === Infinity) {
			this.rate = Math.max(FIRST_RATE, delivered);
		} else if (!isRefusedAgain) {
			const least = Math.max(LEAST_RATE, this.rate * LARGEST_CUT);
			this.rate = Math.max(least, Math.min(delivered, this.rate * LEAST_CUT));
			this.growth = GROWTH;
		}
		this.cutAt = now;
		return true;
	}

	private servedLately(now: number): number {
		return this.lately * Math.exp((this.latelyAt - now) / LATELY_MS);
	}
}
