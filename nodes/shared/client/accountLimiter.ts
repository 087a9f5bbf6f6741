import { sleep } from 'n8n-workflow';

import type { Outcome } from '../answers/outcome';
import { LONGEST_RETRY_AFTER_MS } from '../answers/retryAfter';
import type { AccountLimits } from './accountLimits';
import { AdaptiveRate } from './adaptiveRate';
import { FairQueue } from './fairQueue';
import { RetryBudget } from './retryBudget';
import type { Judged } from './judgement';
import { askedWait, growingWait, LONGEST_THROTTLE_MS, SPREAD_MS } from './retryWaits';

/** While the service refuses one request after the other, it is asked so often, in milliseconds. */
const PROBE_GAP_MS = 2_000;
/** The pause after a refusal grows with the refusals in a row, up to that of the fourth. */
const MOST_GROWTH = 4;
/** Timers are short, as nobody can end one early. */
const LONGEST_TIMER_MS = 1_000;
/** A start that was late by less, as timers are, does not make the next one late, in milliseconds. */
const LATE_MS = 5;
const MAX_CREDENTIALS = 20;

/** Who wants to start a request. */
export interface Starter {
	/** Stands for the run: runs take turns. */
	owner: object;
	/** Aborted when the user stops the execution. */
	signal?: AbortSignal;
}

/**
 * When requests of one account may start, whichever execution of this process they belong to: within the limits that its
 * credentials set, at a rate the service allows, and in fair turns.
 */
export class AccountLimiter {
	private readonly waiting = new FairQueue<() => void>();
	private readonly rate = new AdaptiveRate();
	private readonly retries = new RetryBudget();
	private readonly limits = new Map<string, AccountLimits>();
	private concurrency = Infinity;
	private ownGap = 0;
	private underWay = 0;
	private nextStart = 0;
	private blockedUntil = 0;
	/** Refusals in a row; those of requests that were under way together count once. */
	private refusals = 0;
	private timerEnd = Infinity;
	private successCount = 0;

	/** How many requests have gone through. */
	get successes(): number {
		return this.successCount;
	}

	/** True while nobody has a request under way or waiting. */
	get isIdle(): boolean {
		return this.underWay === 0 && this.waiting.isEmpty;
	}

	/** Notes what a credential of the account says; of several credentials the strictest counts. */
	setLimits(credentialId: string, limits: AccountLimits): void {
		const known = this.limits.get(credentialId);
		if (
			known?.concurrency === limits.concurrency &&
			known.requestsPerSecond === limits.requestsPerSecond
		)
			return;
		this.limits.delete(credentialId);
		this.limits.set(credentialId, limits);
		const [oldest = ''] = this.limits.keys();
		if (this.limits.size > MAX_CREDENTIALS) this.limits.delete(oldest);
		const all = [...this.limits.values()];
		this.concurrency = Math.min(...all.map(({ concurrency }) => concurrency || Infinity));
		this.ownGap = Math.max(...all.map(({ requestsPerSecond }) => gapOf(requestsPerSecond)));
	}

	/**
	 * Waits until a request may start. Each start is to be followed by a `leave`.
	 *
	 * @returns false when the execution was stopped first, and nothing has started
	 */
	async enter({ owner, signal }: Starter): Promise<boolean> {
		if (signal?.aborted) return false;
		const isFree = this.waiting.isEmpty && this.underWay < this.concurrency;
		if (isFree && this.delay(Date.now()) <= 0) {
			this.start();
			return true;
		}
		return await new Promise<boolean>((resolve) => {
			const begin = (): void => {
				signal?.removeEventListener('abort', giveUp);
				this.start();
				resolve(true);
			};
			const giveUp = (): void => {
				this.waiting.remove(owner, begin);
				resolve(false);
			};
			signal?.addEventListener('abort', giveUp, { once: true });
			this.waiting.add(owner, begin);
			this.startWaiting();
		});
	}

	/** Notes that a request is over, however it ended. */
	leave(): void {
		this.underWay--;
		this.startWaiting();
	}

	/**
	 * Learns from what became of a request. Whatever the service asks one request to wait, all wait.
	 *
	 * @param startedAt when the request started, in epoch milliseconds
	 */
	noteOutcome({ outcome, judgement: { isThrottled } }: Judged, startedAt: number): void {
		const asked = askedWait(outcome);
		const longest = isThrottled ? LONGEST_THROTTLE_MS : LONGEST_RETRY_AFTER_MS;
		const isWaitedFor = asked !== undefined && asked <= longest;
		if (isThrottled) this.noteRefusal(startedAt, isWaitedFor);
		else if (isServed(outcome)) this.noteSuccess(startedAt);
		// Other processes may have been asked the same.
		if (isWaitedFor) this.holdBack(asked + Math.random() * SPREAD_MS);
	}

	/** True when one more request may be sent again. */
	takeRetry(): boolean {
		return this.retries.take(Date.now());
	}

	private noteSuccess(startedAt: number): void {
		const now = Date.now();
		this.successCount++;
		this.retries.noteSuccess();
		this.rate.noteSuccess(startedAt, now);
		if (this.refusals === 0) return;
		this.refusals = 0;
		this.nextStart = Math.min(this.nextStart, now + this.gap(now));
	}

	private noteRefusal(startedAt: number, saysHowLong: boolean): void {
		if (!this.rate.noteRefusal(startedAt, Date.now())) return;
		this.refusals++;
		if (!saysHowLong) this.holdBack(growingWait(Math.min(this.refusals, MOST_GROWTH)));
	}

	/** Lets no request start for so long, in milliseconds. */
	private holdBack(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, Date.now() + ms);
	}

	private start(): void {
		const now = Date.now();
		this.underWay++;
		const gap = this.gap(now);
		const isOnTime = now - this.nextStart <= LATE_MS;
		// What was missed is not made up for.
		if (gap > 0) this.nextStart = (isOnTime ? this.nextStart : now) + gap;
	}

	private startWaiting(): void {
		while (!this.waiting.isEmpty && this.underWay < this.concurrency) {
			const delay = this.delay(Date.now());
			if (delay > 0) return this.comeBackIn(Math.min(Math.ceil(delay), LONGEST_TIMER_MS));
			this.waiting.next()?.();
		}
	}

	private comeBackIn(ms: number): void {
		const end = Date.now() + ms;
		if (this.timerEnd <= end) return;
		this.timerEnd = end;
		void sleep(ms).then(() => {
			if (this.timerEnd === end) this.timerEnd = Infinity;
			this.startWaiting();
		});
	}

	private delay(now: number): number {
		return Math.max(this.blockedUntil, this.nextStart) - now;
	}

	private gap(now: number): number {
		const probeGap = this.refusals > 1 ? PROBE_GAP_MS : 0;
		return Math.max(this.ownGap, this.rate.gap(now), probeGap);
	}
}

/** True when the service took the request on, whatever it thought of it. */
function isServed(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && outcome.status < 500;
}

function gapOf(requestsPerSecond: number): number {
	return requestsPerSecond > 0 ? 1_000 / requestsPerSecond : 0;
}
