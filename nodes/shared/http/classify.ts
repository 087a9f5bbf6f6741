import type { Mapper } from '../format/mapper';
import { judgeBody } from './answerBody';
import type { NotSent, Reply } from './reply';
import type { ServiceRequest } from './request';
import { kindOf } from './request';
import type {
	AnswerCase,
	BodyKind,
	NotSentCase,
	Meaning,
	RequestKind,
	Row,
	Signal,
} from './responses';
import { NOT_SENT, RESPONSES, TROUBLES } from './responses';

export type ResponseCase = AnswerCase | NotSentCase;

export interface ResponseClass {
	case: ResponseCase;
	outcome: 'done' | 'refused' | 'unclear';
	signal?: Signal;
	mayResend: boolean;
	/** True when the service took the request on, whatever it thought of it. */
	isServed: boolean;
	retryAfterMs?: number;
}

export function classify(request: ServiceRequest, reply: Reply, mapper: Mapper): ResponseClass {
	if (reply.kind === 'notSent') return classOfNotSent(reply);
	if (reply.kind === 'noAnswer') {
		const { trouble } = reply;
		return { ...judge(TROUBLES[trouble], request, mapper), case: trouble, isServed: false };
	}
	const { status, retryAfterMs } = reply;
	const on = kindOf(request);
	const isSuccess = status >= 200 && status < 300;
	const body = isSuccess ? judgeBody(reply, on, mapper) : undefined;
	const answerCase = caseOf({ on, status, body });
	const judged = judge(RESPONSES[answerCase], request, mapper);
	const isServed = status < 500 && judged.signal !== 'throttled';
	return { ...judged, case: answerCase, isServed, retryAfterMs };
}

export interface Circumstances {
	on: RequestKind;
	status: number;
	body?: BodyKind;
}

function caseOf(circumstances: Circumstances): AnswerCase {
	const cases = Object.keys(RESPONSES) as AnswerCase[];
	// Statuses there are none of are as good as those of a server that does not work.
	return cases.find((each) => holds(RESPONSES[each], circumstances)) ?? 'serverError';
}

export function holds(row: Row, { on, status, body }: Circumstances): boolean {
	if (row.on && !row.on.includes(on)) return false;
	return row.status.has(status) && (row.body === undefined || row.body === body);
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

/** Nothing is unclear: what needed the token was not sent. */
function classOfNotSent({ case: notSent, retryAfterMs }: NotSent): ResponseClass {
	const { resend, signal }: Meaning = NOT_SENT[notSent];
	const refused = { case: notSent, outcome: 'refused', isServed: false } as const;
	if (resend) return { ...refused, signal, mayResend: true, retryAfterMs };
	return { ...refused, signal: 'cannotSend', mayResend: false, retryAfterMs };
}
