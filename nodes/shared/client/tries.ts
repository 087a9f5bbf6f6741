import type { Outcome } from '../answers/outcome';
import { LONGEST_RETRY_AFTER_MS } from '../answers/retryAfter';
import type { AccountLimiter } from './accountLimiter';
import type { Judgement } from './judgement';
import { askedWait, LONGEST_THROTTLE_MS, waitBeforeRetry } from './retryWaits';

/** The tries of one request that may be sent again: whether there is one left, and when. */
export class Tries {
	private count = 1;
	private refusedAt?: number;
	private successesSeen: number;

	/** @param maxRetries how many times the request is sent again at most */
	constructor(
		private readonly maxRetries: number,
		private readonly limiter: AccountLimiter,
	) {
		this.successesSeen = limiter.successes;
	}

	/** How long to wait before the next try, in milliseconds; undefined: there is none. */
	nextWait(outcome: Outcome, { isThrottled }: Judgement): number | undefined {
		if (isThrottled) return this.mayWaitOut(outcome) ? 0 : undefined;
		const wait = waitBeforeRetry(this.count, outcome);
		const isTooLong = (askedWait(outcome) ?? 0) > LONGEST_RETRY_AFTER_MS;
		return !isTooLong && this.take() ? wait : undefined;
	}

	/** Being refused while others get through is no try; the account says when the next one starts. */
	private mayWaitOut(refusal: Outcome): boolean {
		const now = Date.now();
		this.refusedAt ??= now;
		const end = this.refusedAt + LONGEST_THROTTLE_MS;
		const areOthersServed = this.limiter.successes > this.successesSeen;
		this.successesSeen = this.limiter.successes;
		if (now + (askedWait(refusal) ?? 0) > end) return false;
		// Whoever waits for a login has asked for nothing yet: it is one request for all of them.
		return areOthersServed || (refusal.kind === 'notSent' ? this.isLeft() : this.take());
	}

	private take(): boolean {
		return this.isLeft() && this.limiter.takeRetry();
	}

	private isLeft(): boolean {
		return this.count++ <= this.maxRetries;
	}
}
