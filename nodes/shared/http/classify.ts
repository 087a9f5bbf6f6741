import type { Mapper } from '../format/mapper';
import type { BodyFailure } from './bodyFailure';
import { failureInBody, saysYes } from './bodyFailure';
import type { Answer, NotSent, Reply } from './reply';
import type { ServiceRequest } from './request';
import { kindOf } from './request';
import type { BodyKind, RequestKind, ResponseCase, Row } from './responses';
import { caseOf, RESPONSES } from './responses';
import { isWebPage } from './serviceWords';

/** What a reply means for the request, by its row in the table. */
export interface ResponseClass extends Pick<Row, 'outcome' | 'signal'> {
	case: ResponseCase;
	/** True where sending the same once more is both safe and of use. */
	mayResend: boolean;
	/** True when the service took the request on, whatever it thought of it. */
	isServed: boolean;
	retryAfterMs?: number;
	sign?: BodyFailure;
}

export function classify(request: ServiceRequest, reply: Reply, mapper: Mapper): ResponseClass {
	if (reply.kind === 'notSent') return classOfLogin(reply);
	const { mayBeGone, idempotencyKey } = request;
	const on = kindOf(request);
	const answer = reply.kind === 'answer' ? reply : undefined;
	const { body, sign } = answer ? judgeBody(answer, on, mapper) : {};
	const responseCase = caseOf({
		on,
		body,
		mayBeGone,
		status: answer?.status,
		trouble: reply.kind === 'noAnswer' ? reply.trouble : undefined,
	});
	const { outcome, resend, signal }: Row = RESPONSES[responseCase];
	// Under a key the service makes no second charge.
	const hasKey = mapper.takesIdempotencyKey && idempotencyKey !== undefined;
	const mayResend =
		resend === 'always' ||
		(resend === 'notCreate' && on !== 'create') ||
		(hasKey && outcome === 'unclear');
	const isServed = answer !== undefined && answer.status < 500 && signal !== 'throttled';
	const { retryAfterMs } = answer ?? {};
	return { case: responseCase, outcome, signal, mayResend, isServed, retryAfterMs, sign };
}

function judgeBody(
	answer: Answer,
	on: RequestKind,
	mapper: Mapper,
): { body?: BodyKind; sign?: BodyFailure } {
	const { status, body, isReadable } = answer;
	if (status < 200 || status > 299) return {};
	if (!isReadable) return { body: isWebPage(body) ? 'page' : 'unreadable' };
	const sign = failureInBody(body, on === 'list', mapper);
	if (sign) {
		// A service that refuses something beside it, such as a payment, has made the item all the same.
		const isOpen = on === 'create' && mapper.holdsItem(body);
		return { body: isOpen ? 'failure' : sign.kind, sign };
	}
	if (on === 'list' || on === 'get') return { body: 'understood' };
	// Several results (RFC 4918), each with a status of its own.
	if (status === 207 && !mapper.holdsItem(body)) return { body: 'failure' };
	const isUnderstood = mapper.isUnderstood(answer) || saysYes(body, mapper);
	return { body: isUnderstood ? 'understood' : 'unknown' };
}

/** After a failed login nothing is unclear: what needed the token was not sent. */
function classOfLogin({ login, retryAfterMs }: NotSent): ResponseClass {
	const responseCase = login ?? 'notSent';
	const { resend, signal }: Row = RESPONSES[responseCase];
	const mayResend = resend !== 'never';
	const told = mayResend ? signal : 'noLogin';
	return {
		case: responseCase,
		outcome: 'refused',
		signal: told,
		mayResend,
		isServed: false,
		retryAfterMs,
	};
}
