import type { Outcome } from '../../../nodes/shared/answers/outcome';
import { AccountLimiter } from '../../../nodes/shared/client/accountLimiter';
import type { AccountLimits } from '../../../nodes/shared/client/accountLimits';
import { judge } from '../../../nodes/shared/client/judgement';
import { mapperOf } from './mapper';
import { answered } from './outcomes';

/** When the fake clock of the limiters' tests begins. */
export const BEGIN = Date.UTC(2026, 10, 21);

export const NO_LIMITS: AccountLimits = { requestsPerSecond: 0, concurrency: 0 };

const OWNER = {};

/** Asks for so many starts at once and notes, on the fake clock, when each comes. */
export function askFor(count: number, limiter: AccountLimiter, owner: object = OWNER): number[] {
	const starts: number[] = [];
	for (let start = 0; start < count; start++) {
		void limiter.enter({ owner }).then(() => starts.push(Date.now() - BEGIN));
	}
	return starts;
}

/** The answer that there are too many requests; it may say how many seconds to wait. */
export function refusal(retryAfter?: number): Outcome {
	return answered(429, '', retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

/** Tells a limiter what became of a create. */
export function note(limiter: AccountLimiter, outcome: Outcome, startedAt: number): void {
	const judgement = judge({ method: 'POST' }, outcome, { mapper: mapperOf() });
	limiter.noteOutcome({ outcome, judgement }, startedAt);
}

/** The limiter of an account with one credential. */
export function limiterWith(limits: Partial<AccountLimits>): AccountLimiter {
	const limiter = new AccountLimiter();
	limiter.setLimits('credential', { ...NO_LIMITS, ...limits });
	return limiter;
}
