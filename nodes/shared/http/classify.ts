import type { Mapper } from '../format/mapper';
import type { BodyFailure } from './bodyFailure';
import { failureInBody, saysYes } from './bodyFailure';
import type { LoginCase } from './troubles';
import { LOGINS } from './troubles';
import type { Meaning, Signal } from './troubles';
import type { Answer, NotSent, Reply } from './reply';
import type { ServiceRequest } from './request';
import { kindOf } from './request';
import type { AnswerCase, BodyKind, RequestKind, Row } from './responses';
import { caseOf, RESPONSES } from './responses';
import { isWebPage } from './words';
import { TROUBLES } from './troubles';

export type ResponseCase = AnswerCase | LoginCase | 'notSent';

/** What a reply means for the request. */
export interface ResponseClass {
	case: ResponseCase;
	outcome: 'done' | 'refused' | 'unclear';
	signal?: Signal;
	/** True where sending the same once more is both safe and of use. */
	mayResend: boolean;
	/** True when the service took the request on, whatever it thought of it. */
	isServed: boolean;
	retryAfterMs?: number;
	sign?: BodyFailure;
}

export function classify(request: ServiceRequest, reply: Reply, mapper: Mapper): ResponseClass {
	if (reply.kind === 'notSent') return classOfLogin(reply);
	if (reply.kind === 'noAnswer') {
		const { trouble } = reply;
		return { ...judge(TROUBLES[trouble], request, mapper), case: trouble, isServed: false };
	}
	const { status, retryAfterMs } = reply;
	const on = kindOf(request);
	const { body, sign } = judgeBody(reply, on, mapper);
	const answerCase = caseOf({ on, status, body });
	const judged = judge(RESPONSES[answerCase], request, mapper);
	const isServed = status < 500 && judged.signal !== 'throttled';
	return { ...judged, case: answerCase, isServed, retryAfterMs, sign };
}

function judge(
	row: Row | Meaning,
	{ method, idempotencyKey }: ServiceRequest,
	mapper: Mapper,
): Pick<ResponseClass, 'outcome' | 'signal' | 'mayResend'> {
	if (row.outcome === 'done') return { outcome: 'done', mayResend: false };
	const { outcome = 'refused', resend, signal } = row;
	const isSafe = resend === 'always' || (resend === 'notCreate' && method !== 'POST');
	// Under a key the service makes no second charge.
	const hasKey = mapper.takesIdempotencyKey && idempotencyKey !== undefined;
	return { outcome, signal, mayResend: isSafe || (hasKey && outcome === 'unclear') };
}

interface JudgedBody {
	/** Absent where the status is none of success. */
	body?: BodyKind;
	sign?: BodyFailure;
}

function judgeBody(answer: Answer, on: RequestKind, mapper: Mapper): JudgedBody {
	const { status, body, isReadable } = answer;
	if (status < 200 || status > 299) return {};
	if (!isReadable) return { body: isWebPage(body) ? 'page' : 'unreadable' };
	const sign = failureInBody(body, on === 'list', mapper);
	// Several results (RFC 4918), each with a status of its own.
	const isMixed = status === 207 && isChange(on) && !mapper.holdsItem(body);
	if (sign || isMixed) {
		if (on !== 'create') return { body: 'refusal', sign };
		// A service that refuses something beside it, such as a payment, has made the item all the same.
		const mayBeMade = isMixed || sign?.kind === 'failure' || mapper.holdsItem(body);
		return { body: mayBeMade ? 'failure' : 'refusal', sign };
	}
	if (!isChange(on)) return { body: 'understood' };
	const isUnderstood = mapper.isUnderstood(answer) || saysYes(body, mapper);
	return { body: isUnderstood ? 'understood' : 'unknown' };
}

function isChange(on: RequestKind): boolean {
	return on !== 'list' && on !== 'get';
}

/** After a failed login nothing is unclear: what needed the token was not sent. */
function classOfLogin({ login, retryAfterMs }: NotSent): ResponseClass {
	const meaning = login && LOGINS[login];
	const mayResend = meaning?.resend !== undefined;
	const signal = mayResend ? meaning.signal : 'noLogin';
	const refused = { outcome: 'refused', isServed: false } as const;
	return { ...refused, case: login ?? 'notSent', signal, mayResend, retryAfterMs };
}
