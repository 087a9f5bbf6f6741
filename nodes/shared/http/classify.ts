import type { BodyFailure } from './bodyFailure';
import { failureInBody } from './bodyFailure';
import type { Outcome } from './outcome';
import type { ApiExamples, ServiceRequest } from './request';
import type { Reply, ResponseCase, Row } from './responses';
import { caseOf, RESPONSES } from './responses';
import { isWebPage } from './serviceWords';
import { retryAfterOf } from './wait';

/** What one outcome of one request means; plain data. */
export interface ResponseClass extends Pick<Row, 'means' | 'tells'> {
	case: ResponseCase;
	/** True where sending the same once more is both safe and of use. */
	mayResend: boolean;
	/** True when the service took the request on, whatever it thought of it. */
	isServed: boolean;
	/** How long the service asked to wait before the next request, in milliseconds, if it did. */
	retryAfterMs?: number;
	/** What in the body of the answer tells of a failure. */
	sign?: BodyFailure;
}

/**
 * What became of a request means that: its row in the table of responses.
 *
 * @param mayBeGone true when it is just as well that the item to delete is not there
 */
export function classify(
	request: ServiceRequest,
	outcome: Outcome,
	{ examples, mayBeGone }: { examples: ApiExamples; mayBeGone: boolean },
): ResponseClass {
	if (outcome.kind === 'notSent') return ofNotSent(outcome.login, outcome.retryAfterMs);
	const isJson = outcome.kind === 'answer' && outcome.status < 300 && outcome.isReadable;
	const sign = isJson ? failureInBody(outcome.body, request, examples) : undefined;
	const responseCase = caseOf({
		...replyOf(outcome),
		kind: kindOf(request),
		mayBeGone,
		sign: sign?.kind,
	});
	const { means, resend, tells } = RESPONSES[responseCase];
	const isCreate = request.method === 'POST';
	// Under a key the service makes no second charge.
	const isKeyed = isCreate && request.idempotencyKey !== undefined && examples.hasIdempotencyKey;
	return {
		case: responseCase,
		means,
		tells,
		mayResend:
			resend === 'always' ||
			(resend === 'notCreate' && !isCreate) ||
			(isKeyed && means === 'unclear'),
		isServed: outcome.kind === 'answer' && outcome.status < 500 && tells !== 'throttled',
		...(outcome.kind === 'answer' && { retryAfterMs: retryAfterOf(outcome.headers, Date.now()) }),
		sign,
	};
}

/** The part of a reply that an outcome tells. */
export function replyOf(outcome: Exclude<Outcome, { kind: 'notSent' }>): Omit<Reply, 'kind'> {
	if (outcome.kind === 'noAnswer') {
		const { code, syscall } = outcome;
		return { status: 0, code, syscall, body: 'json' };
	}
	const { status, body, isReadable } = outcome;
	return {
		status,
		code: '',
		syscall: '',
		body: isReadable ? 'json' : isWebPage(body) ? 'page' : 'unreadable',
	};
}

/** A login that did not succeed has left nothing unclear: what needed the token was not sent. */
function ofNotSent(login: ResponseCase | undefined, retryAfterMs?: number): ResponseClass {
	const { resend, tells } = login ? RESPONSES[login] : { resend: 'never', tells: undefined };
	const mayResend = resend !== 'never';
	return {
		case: login ?? 'notSent',
		means: 'refused',
		tells: mayResend ? tells : 'noLogin',
		mayResend,
		isServed: false,
		retryAfterMs,
	};
}

function kindOf({ method, serviceId }: ServiceRequest): Reply['kind'] {
	if (method === 'GET') return serviceId === undefined ? 'list' : 'item';
	return ({ POST: 'create', PATCH: 'update', DELETE: 'delete' } as const)[method];
}
