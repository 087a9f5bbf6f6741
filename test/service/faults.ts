/** What can go wrong. "Before" and "after" say whether the request was carried out before things went wrong. */
export const FAULT_KINDS = [
	/** 429, nothing done; Retry-After as `retryAfter` says. */
	'tooManyRequests',
	/** `status` (503), nothing done. */
	'errorBefore',
	/** Carried out, then `status` (500). */
	'errorAfter',
	/** Connection reset, nothing done. */
	'resetBefore',
	/** Carried out, then connection reset. */
	'resetAfter',
	/** Never answered, nothing done. */
	'hangBefore',
	/** Carried out, never answered. */
	'hangAfter',
	/** Carried out at once, answered `delayMs` (50) late. */
	'delay',
	/** Carried out; the JSON of the answer stops in the middle and Content-Length says so. */
	'truncatedJson',
	/** Carried out; the connection closes in the middle of the answer's body. */
	'cutBody',
	/** 200 with an HTML page, as of a login portal; nothing done. */
	'html',
	/** `status` (502) with an HTML page, as of a proxy; nothing done. */
	'htmlError',
	/** Carried out, 200 without a body; a refusal stays as it is. */
	'emptyBody',
	/** Carried out, 200 with a text that is not JSON; a refusal stays as it is. */
	'notJson',
	/** The token used is revoked and the request refused with 401; never happens on POST /token, nor to a token in its shortest life. */
	'tokenRevoked',
	/** `status` (307) to `location`; nothing done. */
	'redirect',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** Seconds, an HTTP date, or no Retry-After header at all. */
export type RetryAfter = number | 'date' | undefined;

export interface Fault {
	kind: FaultKind;
	/** Of kinds that answer with an error or a redirect. */
	status?: number;
	/** With 'date' the header names the moment `delayMs` (1000) from now, cut to full seconds as HTTP dates are. */
	retryAfter?: RetryAfter;
	delayMs?: number;
	/** Where a redirect leads; default: the path asked for, below `/elsewhere`. */
	location?: string;
}

export interface PlannedFault extends Fault {
	method?: string;
	/** Tested against the path without prefix and query. */
	path?: RegExp;
	/** Tested against the body. Such a fault is decided when the body is there. */
	body?: RegExp;
	/** How often it happens (1). */
	times?: number;
	/** How many matching requests are spared first (0). */
	after?: number;
}

/** Faults drawn at random: the same seed and the same requests give the same ones. */
export interface RandomFaults {
	seed: number;
	/** Share of requests that go wrong, 0 to 1. */
	rate: number;
	/** Those that hang ask for a client with a timeout. */
	kinds: readonly FaultKind[];
	method?: string;
	/** Tested against the path without prefix and query. */
	path?: RegExp;
	/** As in Fault. */
	delayMs?: number;
	/** Of refusals for coming too soon; default: now this, now that. */
	retryAfter?: RetryAfter;
}

/**
 * What will go wrong, decided per request in order of arrival: planned faults first, in the order they were added, then the
 * seeded random ones. The random numbers of a request are drawn whatever becomes of it, so a plan depends on nothing but
 * its seed and the order of requests.
 */
export class FaultPlan {
	private queue: Array<PlannedFault & { after: number; times: number }> = [];
	private randomPlan: { settings: RandomFaults; next: () => number } | undefined;

	add(plan: PlannedFault): void {
		this.queue.push({ after: 0, times: 1, ...plan });
	}

	/** From now on every request may fail, with the given probability; replaces an earlier random plan. */
	random(settings: RandomFaults): void {
		this.randomPlan = { settings, next: mulberry32(settings.seed) };
	}

	/** No more faults. */
	clear(): void {
		this.queue = [];
		this.randomPlan = undefined;
	}

	/** Decides about a request whose body has come, where nothing was decided before. */
	decideByBody(method: string, path: string, body: string): Fault | undefined {
		return this.takePlanned(method, path, body);
	}

	/** Decides about the next request. */
	decide(method: string, path: string): Fault | undefined {
		const planned = this.takePlanned(method, path);
		const drawn = this.randomPlan && drawFault(this.randomPlan, method, path);
		const fault = planned ?? drawn;
		return fault && isPossible(fault, path) ? fault : undefined;
	}

	private takePlanned(method: string, path: string, body?: string): Fault | undefined {
		let taken: PlannedFault | undefined;
		for (const planned of this.queue) {
			if (body === undefined ? planned.body : !planned.body?.test(body)) continue;
			if (!matches(planned, method, path) || !isPossible(planned, path)) continue;
			if (planned.after > 0) planned.after--;
			else if (!taken) {
				taken = planned;
				planned.times--;
			}
		}
		this.queue = this.queue.filter(({ times }) => times > 0);
		return taken;
	}
}

function matches(
	{ method, path }: Pick<PlannedFault, 'method' | 'path'>,
	asked: string,
	at: string,
): boolean {
	return (method === undefined || method === asked) && path?.test(at) !== false;
}

/** A login carries no token that could be revoked. */
function isPossible(fault: Fault, path: string): boolean {
	return fault.kind !== 'tokenRevoked' || path !== '/token';
}

const RETRY_AFTER: readonly RetryAfter[] = [undefined, 0, 'date'];
const SERVER_ERRORS = [500, 502, 503, 504] as const;
const PROXY_ERRORS = [502, 503] as const;

/** Decides about one request; always draws three numbers, so that the next request's do not depend on this one's method. */
function drawFault(
	{ settings, next }: { settings: RandomFaults; next: () => number },
	method: string,
	path: string,
): Fault | undefined {
	const { rate, kinds, delayMs } = settings;
	const goesWrong = next() < rate;
	const kind = pick(kinds, next());
	const detail = next();
	if (!goesWrong || !matches(settings, method, path) || kind === undefined) return undefined;
	if (kind === 'tooManyRequests') {
		return { kind, delayMs, retryAfter: settings.retryAfter ?? pick(RETRY_AFTER, detail) };
	}
	const isError = kind === 'errorBefore' || kind === 'errorAfter';
	if (isError) return { kind, status: pick(SERVER_ERRORS, detail) };
	if (kind === 'htmlError') return { kind, status: pick(PROXY_ERRORS, detail) };
	return { kind, delayMs };
}

function pick<T>(choices: readonly T[], random: number): T | undefined {
	return choices[Math.floor(random * choices.length)];
}

/** The mulberry32 generator: the same seed gives the same numbers in [0, 1), on every machine. */
export function mulberry32(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
