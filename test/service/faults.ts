import { readBearer, unauthorized } from './accounts';
import { answerEmpty, answerJson, answerText } from './answer';
import type { Answer } from './answer';
import type { ServiceState } from './endpoints';
import type { LoggedRequest } from './requestLog';

/** Seconds, an HTTP date, or no Retry-After header at all. */
export type RetryAfter = number | 'date' | undefined;

interface FaultDetails {
	/** Of kinds that answer with an error or a redirect. */
	status?: number;
	/** With 'date' the header names the moment `delayMs` (1000) from now, cut to full seconds as HTTP dates are. */
	retryAfter?: RetryAfter;
	delayMs?: number;
}

interface Scene {
	request: LoggedRequest;
	service: ServiceState;
	/** Does what the request asks for and returns the honest answer. */
	carryOut: () => Answer;
}

/** What is done with the connection: an answer, whole or cut in mid-body, a reset, or nothing at all. */
export interface Delivery {
	ending: 'whole' | 'cut' | 'reset' | 'hang';
	answer: Answer;
	delayMs: number;
}

/** How a fault goes. */
interface Play {
	/** The request is carried out all the same. */
	isDone?: true;
	/** In place of a whole answer. */
	ending?: Delivery['ending'];
	/** What is told in place of the honest answer, which is empty where nothing was done. */
	told?: (honest: Answer, fault: FaultDetails, scene: Scene) => Answer;
}

/** What can go wrong. "Before" and "after" say whether the request was carried out before things went wrong. */
const PLAYS = {
	/** Retry-After as `retryAfter` says. */
	tooManyRequests: { told: (_, fault) => refusal(fault, 429, 'Too many requests') },
	errorBefore: { told: (_, fault) => refusal(fault, 503, 'The service is unavailable') },
	errorAfter: { isDone: true, told: (_, fault) => refusal(fault, 500, 'Something went wrong') },
	resetBefore: { ending: 'reset' },
	resetAfter: { isDone: true, ending: 'reset' },
	hangBefore: { ending: 'hang' },
	hangAfter: { isDone: true, ending: 'hang' },
	/** Carried out at once, answered `delayMs` (50) late. */
	delay: { isDone: true },
	/** The JSON of the answer stops in the middle and Content-Length says so. */
	truncatedJson: { isDone: true, told: (honest) => halve(withBody(honest)) },
	/** The connection closes in the middle of the answer's body. */
	cutBody: { isDone: true, ending: 'cut', told: (honest) => withBody(honest) },
	/** A login portal's page. */
	html: { told: () => webPage(200, 'Welcome to the guest network') },
	/** A proxy's page. */
	htmlError: { told: (_, { status = 502 }) => webPage(status, 'Bad Gateway') },
	/** A refusal stays one: no service says 200 to what it has not done. */
	emptyBody: {
		isDone: true,
		told: (honest) => (honest.status < 300 ? answerEmpty(200) : honest),
	},
	/** The token used is revoked and the request refused; never happens on POST /token, nor to a token in its shortest life. */
	tokenRevoked: {
		told: (_, __, { request, service, carryOut }) =>
			service.tokens.revoke(readBearer(request) ?? '')
				? unauthorized('The access token is invalid').answer
				: carryOut(),
	},
	redirect: {
		told: (_, { status = 307 }, { request }) =>
			answerEmpty(status, { location: `/elsewhere${request.path}` }),
	},
} satisfies Record<string, Play>;

export type FaultKind = keyof typeof PLAYS;

export const FAULT_KINDS = Object.keys(PLAYS) as FaultKind[];

export interface Fault extends FaultDetails {
	kind: FaultKind;
}

/** Plays a fault on one request, carrying the request out or not as its kind says. */
export function playFault(fault: Fault, scene: Scene): Delivery {
	const { isDone, ending = 'whole', told }: Play = PLAYS[fault.kind];
	const honest = isDone ? scene.carryOut() : answerEmpty(200);
	const delayMs = fault.kind === 'delay' ? (fault.delayMs ?? 50) : 0;
	return { ending, answer: told?.(honest, fault, scene) ?? honest, delayMs };
}

/** The first half of the answer's text, at least one character short. */
export function halve(answer: Answer): Answer {
	return { ...answer, text: answer.text.slice(0, Math.floor(answer.text.length / 2)) };
}

function refusal(fault: FaultDetails, usual: number, message: string): Answer {
	const { status = usual, retryAfter, delayMs = 1000 } = fault;
	const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
	const value = retryAfter === 'date' ? dateIn(delayMs) : retryAfter?.toString();
	const headers = value === undefined ? {} : { date: dateIn(0), 'retry-after': value };
	return answerJson(status, { message }, headers);
}

/** A page as proxies and login portals put it in place of a service's own answer. */
function webPage(status: number, title: string): Answer {
	const page = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
	return answerText(status, page, 'text/html');
}

/** An answer without a body has nothing to cut: it gets one, or the fault would pass for a success. */
function withBody(answer: Answer): Answer {
	return answer.text === '' ? { ...answer, status: 200, text: '{}' } : answer;
}

/** Which requests a fault happens to. */
interface Aim {
	method?: string;
	/** Tested against the path without query. */
	path?: RegExp;
}

export interface PlannedFault extends Fault, Aim {
	/** Tested against the body. */
	body?: RegExp;
	/** How often it happens (1). */
	times?: number;
	/** How many matching requests are spared first (0). */
	after?: number;
}

/** Faults drawn at random: the same seed and the same requests give the same ones. */
interface RandomFaults extends Aim {
	seed: number;
	/** Share of requests that go wrong, 0 to 1. */
	rate: number;
	/** Those that hang ask for a client with a timeout. */
	kinds: readonly FaultKind[];
	delayMs?: number;
}

/**
 * What will go wrong, decided per request in order of arrival: planned faults first, in the order they were added, then the
 * seeded random ones. A request's random numbers are drawn whatever becomes of it, so a plan depends on its seed and the
 * order of requests alone.
 */
export class FaultPlan {
	private queue: Array<PlannedFault & { after: number; times: number }> = [];
	private draw?: (method: string, path: string) => Fault | undefined;

	add(plan: PlannedFault): void {
		this.queue.push({ after: 0, times: 1, ...plan });
	}

	/** From now on every request may fail, with the given probability; replaces an earlier random plan. */
	random({ seed, rate, kinds, delayMs, ...aim }: RandomFaults): void {
		const next = mulberry32(seed);
		this.draw = (method, path) => {
			const goesWrong = next() < rate;
			const kind = pick(kinds, next());
			const detail = next();
			if (!goesWrong || !kind || !isAimedAt(aim, kind, method, path)) return undefined;
			if (kind === 'tooManyRequests') {
				return { kind, delayMs, retryAfter: pick<RetryAfter>([undefined, 0, 'date'], detail) };
			}
			const isError = kind.includes('rror');
			return { kind, delayMs, ...(isError && { status: pick([500, 502, 503, 504], detail) }) };
		};
	}

	/** No more faults. */
	clear(): void {
		this.queue = [];
		this.draw = undefined;
	}

	/** Decides about the next request. */
	decide(method: string, path: string, body: string): Fault | undefined {
		const drawn = this.draw?.(method, path);
		let taken: PlannedFault | undefined;
		for (const planned of this.queue) {
			if (!isAimedAt(planned, planned.kind, method, path)) continue;
			if (planned.body?.test(body) === false) continue;
			if (planned.after > 0) planned.after--;
			else if (!taken) {
				taken = planned;
				planned.times--;
			}
		}
		this.queue = this.queue.filter(({ times }) => times > 0);
		return taken ?? drawn;
	}
}

/** A login carries no token that could be revoked. */
function isAimedAt(aim: Aim, kind: FaultKind, method: string, path: string): boolean {
	if (kind === 'tokenRevoked' && path === '/token') return false;
	return (aim.method ?? method) === method && aim.path?.test(path) !== false;
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
