import type { ResponseClass } from './classify';
import { clock, doublingWait, LONGEST_WAIT_MS, spread } from './wait';

/** How long one request waits before its next tries. */
export class Retries {
	private count = 0;
	private throttledSince?: number;

	constructor(private readonly max: number) {}

	/** @returns milliseconds; undefined: it is not sent again */
	next({ signal, retryAfterMs }: ResponseClass): number | undefined {
		if (signal === 'throttled') {
			const now = clock();
			this.throttledSince ??= now;
			// That is no try; the throttle knows when the next one starts.
			const isSoon =
				now + (retryAfterMs ?? 0) <= this.throttledSince + LONGEST_WAIT_MS;
			return isSoon ? 0 : undefined;
		}
		if (this.count >= this.max || (retryAfterMs ?? 0) > LONGEST_WAIT_MS) {
			return undefined;
		}
		this.count++;
		return retryAfterMs ?? spread(doublingWait(this.count));
	}
}
