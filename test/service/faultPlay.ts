import { readBearer, unauthorized } from './accounts';
import { Refusal, answerEmpty, answerError, answerHtml, answerText } from './answer';
import type { Answer } from './answer';
import type { ServiceState } from './endpoints';
import type { Fault, FaultKind } from './faults';
import type { LoggedRequest } from './requestLog';

/** What is done with the connection: an answer (late, or cut in mid-body), a reset, or nothing at all. */
export type Delivery =
	| { ending: 'whole' | 'cut'; answer: Answer; delayMs: number }
	| { ending: 'reset' }
	| { ending: 'hang' };

interface Scene {
	fault: Fault;
	request: LoggedRequest;
	service: ServiceState;
	/** Does what the request asks for and returns the honest answer. */
	carryOut: () => Answer;
}

const PLAYS: Record<FaultKind, (scene: Scene) => Delivery> = {
	tooManyRequests: (scene) => whole(fail(scene, 429, 'Too many requests')),
	errorBefore: (scene) => whole(fail(scene, 503, 'The service is unavailable')),
	errorAfter: (scene) => {
		scene.carryOut();
		return whole(fail(scene, 500, 'Something went wrong'));
	},
	resetBefore: () => ({ ending: 'reset' }),
	resetAfter: ({ carryOut }) => {
		carryOut();
		return { ending: 'reset' };
	},
	hangBefore: () => ({ ending: 'hang' }),
	hangAfter: ({ carryOut }) => {
		carryOut();
		return { ending: 'hang' };
	},
	delay: ({ fault, carryOut }) => whole(carryOut(), fault.delayMs ?? 50),
	truncatedJson: ({ carryOut }) => {
		const answer = fillBody(carryOut());
		return whole({ ...answer, text: halve(answer.text) });
	},
	cutBody: ({ carryOut }) => ({ ending: 'cut', answer: fillBody(carryOut()), delayMs: 0 }),
	html: () => whole(answerHtml(200, 'Welcome to the guest network')),
	htmlError: ({ fault }) => whole(answerHtml(fault.status ?? 502, 'Bad Gateway')),
	emptyBody: ({ carryOut }) => whole(unlessRefused(carryOut(), answerEmpty(200))),
	notJson: ({ carryOut }) => whole(unlessRefused(carryOut(), answerText(200, 'OK'))),
	tokenRevoked: ({ request, service, carryOut }) => {
		if (!service.tokens.revoke(readBearer(request) ?? '')) return whole(carryOut());
		const refusal = unauthorized('The access token is invalid');
		return whole(answerError(refusal));
	},
	redirect: ({ fault, request }) => {
		const location = fault.location ?? `/elsewhere${request.path}`;
		return whole({ ...answerEmpty(fault.status ?? 307), headers: { location } });
	},
};

/** Plays a fault on one request, carrying the request out or not as its kind says. */
export function playFault(scene: Scene): Delivery {
	return PLAYS[scene.fault.kind](scene);
}

/** The undisturbed course of things. */
export function whole(answer: Answer, delayMs = 0): Delivery {
	return { ending: 'whole', answer, delayMs };
}

/** The first half of a text, at least one character short. */
export function halve(text: string): string {
	return text.slice(0, Math.floor(text.length / 2));
}

function fail({ fault }: Scene, status: number, message: string): Answer {
	const { retryAfter } = fault;
	const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
	const isDate = retryAfter === 'date';
	const value = isDate ? dateIn(fault.delayMs ?? 1000) : retryAfter?.toString();
	const headers = value === undefined ? undefined : { date: dateIn(0), 'retry-after': value };
	const refusal = new Refusal(fault.status ?? status, message, headers);
	return answerError(refusal);
}

/** A success told in another way. A refusal stays one: no service says 200 to what it has not done. */
function unlessRefused(honest: Answer, told: Answer): Answer {
	return honest.status < 300 ? told : honest;
}

/** An answer without a body has nothing to cut: it gets one, or the fault would pass for a success. */
function fillBody(answer: Answer): Answer {
	return answer.text === '' ? { ...answer, status: 200, text: '{}' } : answer;
}
