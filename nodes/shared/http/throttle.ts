import { sleep } from 'n8n-workflow';

import type { AccountLimits } from '../credential/nodeCredential';
import { CanceledError } from '../n8n/userError';
import { perAccount } from './account';
import { AccountPause } from './accountPause';
import type { ResponseClass } from './classify';
import { StartSpacing } from './startSpacing';
import { clock, onAbort } from './wait';

/**
 * Limits of a credential count for so long after its last use: it may be
 * deleted.
 */
const LIMITS_COUNT_MS = 60_000;
/** Timers are short, as nobody can end one early. */
const LONGEST_TIMER_MS = 1_000;
/** Of timers. */
const LATE_MS = 5;

export interface Sender {
	/** Stands for the execution. */
	execution: object;
	signal?: AbortSignal;
	credentialId: string;
	limits: AccountLimits;
}

interface UsedLimits extends AccountLimits {
	pending: number;
	usedAt: number;
}

/**
 * Decides when requests of one account may start, for all executions of this
 * process. Times are those of `clock`.
 */
export class Throttle {
	/** By execution, in the order of their turns. */
	private waiting = new Map<object, Array<() => void>>();
	private readonly pause = new AccountPause();
	private readonly spacing = new StartSpacing();
	private readonly limits = new Map<string, UsedLimits>();
	private pending = 0;
	private underWay = 0;
	private nextStart = 0;
	private timerEnd = Infinity;

	/**
	 * @param turn `again` for what was refused in its turn: it goes first, or its
	 * two minutes might end in a long line
	 * @throws CanceledError when the execution was stopped first, and nothing was
	 * sent
	 */
	async run<Sent extends { response: ResponseClass }>(
		sender: Sender,
		send: () => Promise<Sent>,
		turn: 'next' | 'again' = 'next',
	): Promise<Sent> {
		const { credentialId, limits } = sender;
		const used = this.limits.get(credentialId) ?? {
			...limits,
			pending: 0,
			usedAt: 0,
		};
		this.limits.set(credentialId, Object.assign(used, limits));
		used.pending++;
		this.pending++;
		try {
			await this.spacing.wait(this.pending);
			await this.enter(sender, turn);
			const startedAt = clock();
			try {
				const sent = await send();
				this.learn(sent.response, startedAt);
				return sent;
			} finally {
				this.leave(startedAt);
			}
		} finally {
			used.pending--;
			this.pending--;
			used.usedAt = clock();
		}
	}

	private async enter(
		{ execution, signal }: Sender,
		turn: 'next' | 'again',
	): Promise<void> {
		if (signal?.aborted) throw new CanceledError();
		await new Promise<void>((resolve, reject) => {
			const stopListening = onAbort(signal, () => {
				this.waiting.delete(execution);
				reject(new CanceledError());
			});
			const begin = (): void => {
				stopListening();
				this.start();
				resolve();
			};
			if (turn === 'again') this.putFirst(execution, begin);
			else this.putLast(execution, begin);
			this.startWaiting();
		});
	}

	private putLast(execution: object, begin: () => void): void {
		const line = this.waiting.get(execution);
		if (line) line.push(begin);
		else this.waiting.set(execution, [begin]);
	}

	private putFirst(execution: object, begin: () => void): void {
		const line = [begin, ...(this.waiting.get(execution) ?? [])];
		this.waiting.delete(execution);
		this.waiting = new Map([[execution, line], ...this.waiting]);
	}

	private learn(
		{ signal, isServed, retryAfterMs }: ResponseClass,
		startedAt: number,
	): void {
		const now = clock();
		this.pause.onWaitAsked(retryAfterMs, now);
		if (signal === 'throttled') {
			this.pause.onThrottled(startedAt, now, retryAfterMs);
		} else if (isServed) this.pause.onServed(startedAt);
	}

	private leave(startedAt: number): void {
		this.spacing.answered(clock() - startedAt);
		this.underWay--;
		this.startWaiting();
	}

	private strictest(now: number): { concurrency: number; interval: number } {
		const strictest = { concurrency: Infinity, interval: 0 };
		for (const [id, { concurrency, requestsPerSecond, pending, usedAt }] of this
			.limits) {
			if (pending === 0 && now - usedAt > LIMITS_COUNT_MS) {
				this.limits.delete(id);
				continue;
			}
			strictest.concurrency = Math.min(
				strictest.concurrency,
				concurrency || Infinity,
			);
			strictest.interval = Math.max(
				strictest.interval,
				requestsPerSecond && 1_000 / requestsPerSecond,
			);
		}
		return strictest;
	}

	private start(): void {
		const now = clock();
		this.underWay++;
		const { interval } = this.strictest(now);
		const isOnTime = now - this.nextStart <= LATE_MS;
		if (interval > 0) {
			this.nextStart = (isOnTime ? this.nextStart : now) + interval;
		}
	}

	private startWaiting(): void {
		for (const [execution, line] of this.waiting) {
			const now = clock();
			// The next one that ends calls this again.
			const max = Math.min(this.strictest(now).concurrency, this.pause.atOnce);
			if (this.underWay >= max) return;
			const ms = Math.max(this.pause.until, this.nextStart) - now;
			if (ms > 0) return this.comeBackIn(ms);
			// An execution with more goes to the end, to which this loop comes as
			// well.
			this.waiting.delete(execution);
			const begin = line.shift();
			if (line.length > 0) this.waiting.set(execution, line);
			begin?.();
		}
	}

	private comeBackIn(ms: number): void {
		const end = clock() + Math.min(Math.ceil(ms), LONGEST_TIMER_MS);
		if (this.timerEnd <= end) return;
		this.timerEnd = end;
		void sleep(end - clock()).then(() => {
			if (this.timerEnd === end) this.timerEnd = Infinity;
			this.startWaiting();
		});
	}
}

export const throttleOf = perAccount(() => new Throttle());
