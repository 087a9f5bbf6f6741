import { sleep } from 'n8n-workflow';

import type { AccountLimits } from '../credential/access';
import { AdaptiveRate } from './adaptiveRate';
import type { ResponseClass } from './classify';
import { FairQueue } from './fairQueue';
import { CanceledError, growingWait, LONGEST_WAIT_MS, onAbort } from './wait';

/** The limits of a credential that was not used for so long no longer count: it may be deleted, or of another account. */
const LIMITS_COUNT_MS = 60_000;
/** While the service refuses one request after the other, it is asked so often, in milliseconds. */
const PROBE_GAP_MS = 2_000;
/** The pause after a refusal grows with the refusals in a row, up to that of the fourth. */
const MOST_GROWTH = 4;
/** Parallel requests that were asked to wait alike come back within this time after it, and never before. */
const SPREAD_MS = 100;
/** Timers are short, as nobody can end one early. */
const LONGEST_TIMER_MS = 1_000;
/** A start that was late by less, as timers are, does not make the next one late, in milliseconds. */
const LATE_MS = 5;
/** Starts are kept apart by this share of the time between two answers: less than 1, so that it is no brake. */
const APART_SHARE = 0.8;
/** No timer is shorter, and n8n 2.41 needs less than that to start a request and to take its answer, in milliseconds. */
const LEAST_APART_MS = 1;
const MOST_APART_MS = 3;
/** By how much the newest answer counts in the average. */
const NEWEST_SHARE = 0.07;
/** Enough for 20 requests at a time to be sent again three times. */
const MOST_RETRIES = 60;
/** Beside that, one more may be sent again every second, and one for five that get through. */
const RETRIES_PER_MS = 1 / 1_000;
const RETRIES_PER_SUCCESS = 0.2;

/** Who wants to send a request. */
export interface Sender {
	/** Stands for the execution: executions take turns. */
	owner: object;
	/** Aborted when the user stops the execution. */
	signal?: AbortSignal;
	credentialId: string;
	/** What that credential allows; of several credentials of the account the strictest counts. */
	limits: AccountLimits;
}

interface UsedLimits extends AccountLimits {
	/** Requests that wait or are under way. */
	pending: number;
	usedAt: number;
}

/**
 * When requests of one account may start, whichever execution of this process they belong to: within the limits that its
 * credentials set, at a rate the service allows, and in fair turns.
 */
export class Throttle {
	private readonly queue = new FairQueue<() => void>();
	private readonly rate = new AdaptiveRate();
	private readonly limits = new Map<string, UsedLimits>();
	/** Requests that wait or are under way. */
	private pending = 0;
	private underWay = 0;
	private nextStart = 0;
	private blockedUntil = 0;
	/** Refusals in a row; those of requests that were under way together count once. */
	private refusals = 0;
	private timerEnd = Infinity;
	/** How long an answer took lately, in milliseconds. */
	private answerMs = 0;
	private lastStart: Promise<void> = Promise.resolve();
	private retriesLeft = MOST_RETRIES;
	private retriesCountedAt = 0;

	/** True while nobody has a request under way or waiting. */
	get isIdle(): boolean {
		return this.pending === 0;
	}

	/**
	 * Sends a request as soon as it may start, and learns from what became of it.
	 *
	 * @throws CanceledError when the execution was stopped first, and nothing was sent
	 */
	async run<Sent extends { response: ResponseClass }>(
		sender: Sender,
		send: () => Promise<Sent>,
	): Promise<Sent> {
		const used = this.limitsOf(sender);
		used.pending++;
		this.pending++;
		try {
			await this.keepApart();
			await this.enter(sender);
			return await this.runNow(send);
		} finally {
			used.pending--;
			this.pending--;
			used.usedAt = Date.now();
		}
	}

	/** Takes one of the retries the account has: of a service that is down, every request asks once, and few ask again. */
	takeRetry(): boolean {
		const now = Date.now();
		this.addRetries((now - this.retriesCountedAt) * RETRIES_PER_MS);
		this.retriesCountedAt = now;
		if (this.retriesLeft < 1) return false;
		this.retriesLeft--;
		return true;
	}

	/**
	 * Requests that follow answers which came together would be prepared together, none of them leaving before the last is
	 * ready, and their answers would come together again.
	 */
	private async keepApart(): Promise<void> {
		const ms = Math.min((this.answerMs / this.pending) * APART_SHARE, MOST_APART_MS);
		if (ms < LEAST_APART_MS) return;
		const before = this.lastStart;
		this.lastStart = before.then(async () => await sleep(ms));
		await before;
	}

	private async enter({ owner, signal }: Sender): Promise<void> {
		if (signal?.aborted) throw new CanceledError();
		if (this.queue.isEmpty && this.delay() <= 0) return this.start();
		await new Promise<void>((resolve, reject) => {
			const begin = (): void => {
				takeBack();
				this.start();
				resolve();
			};
			const takeBack = onAbort(signal, () => {
				this.queue.remove(begin);
				reject(new CanceledError());
			});
			this.queue.add(owner, begin);
			this.startWaiting();
		});
	}

	private async runNow<Sent extends { response: ResponseClass }>(
		send: () => Promise<Sent>,
	): Promise<Sent> {
		const startedAt = Date.now();
		try {
			const sent = await send();
			this.learn(sent.response, startedAt);
			return sent;
		} finally {
			this.answerMs += (Date.now() - startedAt - this.answerMs) * NEWEST_SHARE;
			this.underWay--;
			this.startWaiting();
		}
	}

	/** Whatever the service asks one request to wait, all wait. */
	private learn({ tells, isServed, retryAfterMs }: ResponseClass, startedAt: number): void {
		const now = Date.now();
		const isWaitedFor = retryAfterMs !== undefined && retryAfterMs <= LONGEST_WAIT_MS;
		if (tells === 'throttled') {
			const isNews = this.rate.refused(startedAt, now);
			if (isNews) this.refusals++;
			if (isNews && !isWaitedFor) this.block(growingWait(Math.min(this.refusals, MOST_GROWTH)));
		} else if (isServed) {
			this.addRetries(RETRIES_PER_SUCCESS);
			this.rate.served(startedAt, now);
			if (this.refusals > 0) {
				this.refusals = 0;
				this.nextStart = Math.min(this.nextStart, now + this.gap(now));
			}
		}
		// Other processes may have been asked the same.
		if (isWaitedFor) this.block(retryAfterMs + Math.random() * SPREAD_MS);
	}

	private block(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, Date.now() + ms);
	}

	private addRetries(retries: number): void {
		this.retriesLeft = Math.min(MOST_RETRIES, this.retriesLeft + retries);
	}

	private limitsOf({ credentialId, limits }: Sender): UsedLimits {
		const known = this.limits.get(credentialId) ?? { ...limits, pending: 0, usedAt: 0 };
		this.limits.set(credentialId, known);
		return Object.assign(known, limits);
	}

	private strictest(now: number): { concurrency: number; gap: number } {
		const strictest = { concurrency: Infinity, gap: 0 };
		for (const [id, { concurrency, requestsPerSecond, pending, usedAt }] of this.limits) {
			if (pending === 0 && now - usedAt > LIMITS_COUNT_MS) {
				this.limits.delete(id);
				continue;
			}
			strictest.concurrency = Math.min(strictest.concurrency, concurrency || Infinity);
			strictest.gap = Math.max(strictest.gap, requestsPerSecond && 1_000 / requestsPerSecond);
		}
		return strictest;
	}

	private start(): void {
		const now = Date.now();
		this.underWay++;
		const gap = this.gap(now);
		const isOnTime = now - this.nextStart <= LATE_MS;
		// What was missed is not made up for.
		if (gap > 0) this.nextStart = (isOnTime ? this.nextStart : now) + gap;
	}

	/** From start to start, in milliseconds. */
	private gap(now: number): number {
		const probeGap = this.refusals > 1 ? PROBE_GAP_MS : 0;
		return Math.max(this.strictest(now).gap, this.rate.gap(now), probeGap);
	}

	private startWaiting(): void {
		while (!this.queue.isEmpty) {
			const delay = this.delay();
			if (delay > 0) return this.comeBackIn(delay);
			this.queue.next()?.();
		}
	}

	/** How long nobody may start, in milliseconds; infinite while there are as many under way as are allowed. */
	private delay(): number {
		const now = Date.now();
		if (this.underWay >= this.strictest(now).concurrency) return Infinity;
		return Math.max(this.blockedUntil, this.nextStart) - now;
	}

	private comeBackIn(ms: number): void {
		if (ms === Infinity) return;
		const end = Date.now() + Math.min(Math.ceil(ms), LONGEST_TIMER_MS);
		if (this.timerEnd <= end) return;
		this.timerEnd = end;
		void sleep(end - Date.now()).then(() => {
			if (this.timerEnd === end) this.timerEnd = Infinity;
			this.startWaiting();
		});
	}
}
