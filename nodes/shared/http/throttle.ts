import { sleep } from 'n8n-workflow';

import type { AccountLimits } from '../credential/access';
import { AdaptiveRate } from './adaptiveRate';
import type { ResponseClass } from './classify';
import { CanceledError, growingWait, LONGEST_WAIT_MS, onAbort } from './wait';

/** Limits of a credential count for so long after its last use: it may be deleted. */
const LIMITS_COUNT_MS = 60_000;
/** The pause after a refusal grows with the refusals in a row, up to that of the fourth. */
const MOST_GROWTH = 4;
/** Processes that were asked for the same wait come back within this time after it. */
const SPREAD_MS = 100;
/** Timers are short, as nobody can end one early. */
const LONGEST_TIMER_MS = 1_000;
/** Timers are late by up to this much. */
const LATE_MS = 5;
/** Starts are kept apart by this share of the time between two answers; below 1, so that it does not slow down. */
const APART_SHARE = 0.8;
/** No timer is shorter, and n8n 2.41 needs at most 3 ms to start a request and to take its answer. */
const LEAST_APART_MS = 1;
const MOST_APART_MS = 3;
const NEWEST_SHARE = 0.07;
/** Retries per account, on top of Max Retries: enough for 20 requests at a time, three times each. */
const MOST_RETRIES = 60;
const RETRIES_PER_MS = 1 / 1_000;
const RETRIES_PER_SUCCESS = 0.2;

export interface Sender {
	/** Stands for the execution: executions take turns, and all requests of one are stopped together. */
	owner: object;
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
 * Decides when requests of one account may start, for all executions of this process: within the limits of its credentials,
 * at a rate the service allows, in fair turns. Times are in milliseconds.
 */
export class Throttle {
	/** What starts the waiting requests of each execution, in the order of their turns. */
	private readonly waiting = new Map<object, Array<() => void>>();
	private readonly rate = new AdaptiveRate();
	private readonly limits = new Map<string, UsedLimits>();
	private pending = 0;
	private underWay = 0;
	private nextStart = 0;
	private blockedUntil = 0;
	/** Refusals in a row; those of requests that were under way together count once. */
	private refusals = 0;
	private timerEnd = Infinity;
	/** How long an answer took lately. */
	private answerMs = 0;
	private lastStart: Promise<void> = Promise.resolve();
	private retriesLeft = MOST_RETRIES;
	private retriesCountedAt = 0;

	/** @throws CanceledError when the execution was stopped first, and nothing was sent */
	async run<Sent extends { response: ResponseClass }>(
		sender: Sender,
		send: () => Promise<Sent>,
	): Promise<Sent> {
		const { credentialId, limits } = sender;
		const used = this.limits.get(credentialId) ?? { ...limits, pending: 0, usedAt: 0 };
		this.limits.set(credentialId, Object.assign(used, limits));
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

	/** False when the budget is used up: while a service is down, few requests are sent again. */
	takeRetry(): boolean {
		const now = Date.now();
		this.addRetries((now - this.retriesCountedAt) * RETRIES_PER_MS);
		this.retriesCountedAt = now;
		if (this.retriesLeft < 1) return false;
		this.retriesLeft--;
		return true;
	}

	/**
	 * Spreads starts. Requests that follow answers at the same time are prepared together by n8n: none leaves before the
	 * last is ready, and their answers come together again.
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
		await new Promise<void>((resolve, reject) => {
			const takeBack = onAbort(signal, () => {
				this.waiting.delete(owner);
				reject(new CanceledError());
			});
			const line = this.waiting.get(owner) ?? [];
			line.push(() => {
				takeBack();
				this.start();
				resolve();
			});
			this.waiting.set(owner, line);
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

	private learn({ signal, isServed, retryAfterMs }: ResponseClass, startedAt: number): void {
		const now = Date.now();
		const isWaitedFor = retryAfterMs !== undefined && retryAfterMs <= LONGEST_WAIT_MS;
		// Other processes may have been asked the same.
		let wait = isWaitedFor ? retryAfterMs + Math.random() * SPREAD_MS : 0;
		if (signal === 'throttled') {
			const isNews = this.rate.refused(startedAt, now);
			if (isNews) this.refusals++;
			if (isNews && !isWaitedFor) wait = growingWait(Math.min(this.refusals, MOST_GROWTH));
		} else if (isServed) {
			this.addRetries(RETRIES_PER_SUCCESS);
			this.rate.served(startedAt, now);
			this.refusals = 0;
		}
		// Not without a wait: the clock of the machine may be set back.
		if (wait > 0) this.blockedUntil = Math.max(this.blockedUntil, now + wait);
	}

	private addRetries(retries: number): void {
		this.retriesLeft = Math.min(MOST_RETRIES, this.retriesLeft + retries);
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
		const gap = Math.max(this.strictest(now).gap, this.rate.gap(now));
		const isOnTime = now - this.nextStart <= LATE_MS;
		if (gap > 0) this.nextStart = (isOnTime ? this.nextStart : now) + gap;
	}

	private startWaiting(): void {
		for (const [owner, line] of this.waiting) {
			const now = Date.now();
			// The next one that ends calls this again.
			if (this.underWay >= this.strictest(now).concurrency) return;
			const ms = Math.max(this.blockedUntil, this.nextStart) - now;
			if (ms > 0) return this.comeBackIn(ms);
			// An execution with more goes to the end, to which this loop comes as well.
			this.waiting.delete(owner);
			const begin = line.shift();
			if (line.length > 0) this.waiting.set(owner, line);
			begin?.();
		}
	}

	private comeBackIn(ms: number): void {
		const end = Date.now() + Math.min(Math.ceil(ms), LONGEST_TIMER_MS);
		if (this.timerEnd <= end) return;
		this.timerEnd = end;
		void sleep(end - Date.now()).then(() => {
			if (this.timerEnd === end) this.timerEnd = Infinity;
			this.startWaiting();
		});
	}
}
