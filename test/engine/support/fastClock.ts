import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/**
 * Most of what these tests did was waiting: for the next try, for another look, for the account's turn. Here time passes
 * faster for all who ask the clock, the node and the miniature service alike: a little while anything is done, and ten minutes in a
 * second while all only wait. How long the sockets wait for an answer (Timeout) is left as it is, since the machine gets
 * no faster.
 */
const SPEED = 4;
const SPEED_WHILE_ALL_WAIT = 600;
/** All wait once so long (ms, by the real clock) no request was under way and no wait ended. */
const QUIET_MS = 2;
/** Beyond this, and for what is no number, Node.js takes 1 ms. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** Not `performance`, which jest shares between test files, and which is made to run faster below. */
const realNow = (): number => Number(process.hrtime.bigint()) / 1e6;

let speed = SPEED;
/** What the clock has shown, and when by the real one, at the last change of speed. */
let last = { shown: Date.now(), at: realNow() };
/** The end of the next wait, which time does not pass while all wait: the machine may be busy with something else meanwhile. */
let limit = Infinity;
let requestsUnderWay = 0;
const waits = new Set<Wait>();
let alarm: NodeJS.Timeout | undefined;
let quiet: NodeJS.Timeout | undefined;

function now(): number {
	return Math.min(last.shown + (realNow() - last.at) * speed, limit);
}

/** What setTimeout returns. */
class Wait {
	due = 0;
	private isAwaited = true;

	constructor(
		private readonly ms: number,
		private readonly callback: () => void,
	) {
		this.refresh();
	}

	hasRef(): boolean {
		return this.isAwaited;
	}

	ref(isAwaited = true): this {
		this.isAwaited = isAwaited;
		settle();
		return this;
	}

	unref(): this {
		return this.ref(false);
	}

	refresh(): this {
		this.due = now() + this.ms;
		waits.add(this);
		settle();
		return this;
	}

	close(): this {
		waits.delete(this);
		settle();
		return this;
	}

	end(): void {
		this.close();
		this.callback();
	}
}

/** After anything has begun or ended: time passes slowly again, until nothing has happened for a while. */
function settle(): void {
	real.clearTimeout(quiet);
	runAt(SPEED);
	if (requestsUnderWay > 0 || !isAnyAwaited()) return;
	quiet = real.setTimeout(runAt, QUIET_MS, SPEED_WHILE_ALL_WAIT).unref();
}

function isAnyAwaited(): boolean {
	return [...waits].some((wait) => wait.hasRef());
}

/** Lets time pass at this speed from now on, and sets the alarm to the end of the next wait. */
function runAt(newSpeed: number): void {
	last = { shown: now(), at: realNow() };
	speed = newSpeed;
	limit = Infinity;
	real.clearTimeout(alarm);
	if (waits.size === 0) return;
	const due = Math.min(...[...waits].map((wait) => wait.due));
	if (speed === SPEED_WHILE_ALL_WAIT) limit = Math.max(due, last.shown);
	alarm = real.setTimeout(endWaits, (due - last.shown) / speed);
	if (!isAnyAwaited()) alarm.unref();
}

/** Ends what is over, one after the other: what follows from the first comes before the second. */
function endWaits(): void {
	const [first] = [...waits].sort((one, other) => one.due - other.due);
	if (first !== undefined && first.due <= now()) first.end();
	else runAt(speed);
}

Date.now = () => Math.floor(now());

const performanceNow = performance.now.bind(performance);
performance.now = now;
afterAll(() => {
	performance.now = performanceNow;
	// What a stopped run still waits for would keep this process, as its end is on another clock.
	waits.clear();
	settle();
});

globalThis.setTimeout = Object.assign(
	(callback: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
		const isWait = ms !== undefined && ms >= 1 && ms <= LONGEST_WAIT_MS;
		return new Wait(isWait ? ms : 1, () => callback(...values)) as unknown as NodeJS.Timeout;
	},
	real.setTimeout,
);

globalThis.clearTimeout = (timeout) => {
	if (timeout instanceof Wait) timeout.close();
	else real.clearTimeout(timeout);
};

function noteRequest(message: unknown): void {
	requestsUnderWay++;
	settle();
	const { request } = message as { request: ClientRequest };
	request.once('close', () => {
		requestsUnderWay--;
		settle();
	});
}

// The channel belongs to the process, which runs other test files after this one.
subscribe('http.client.request.start', noteRequest);
afterAll(() => unsubscribe('http.client.request.start', noteRequest));
