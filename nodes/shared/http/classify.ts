import { isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { Answer, NotSent, Reply } from './reply';
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

export function classify(
	request: ServiceRequest,
	reply: Reply,
	mapper: Mapper,
): ResponseClass {
	if (reply.kind === 'notSent') return classOfNotSent(reply);
	if (reply.kind === 'noAnswer') {
		const { trouble } = reply;
		return {
			...judge(TROUBLES[trouble], request, mapper),
			case: trouble,
			isServed: false,
		};
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
	// Statuses there are none of are as good as those of a server that does not
	// work.
	return (
		cases.find((each) => holds(RESPONSES[each], circumstances)) ?? 'serverError'
	);
}

export function holds(row: Row, { on, status, body }: Circumstances): boolean {
	if (row.on && !row.on.includes(on)) return false;
	return (
		row.status.has(status) && (row.body === undefined || row.body === body)
	);
}

function judge(
	row: Row | Meaning,
	{ method, idempotencyKey }: ServiceRequest,
	mapper: Mapper,
): Pick<ResponseClass, 'outcome' | 'signal' | 'mayResend'> {
	if (row.outcome === 'done') return { outcome: 'done', mayResend: false };
	const { outcome = 'refused', resend, signal } = row;
	const isSafe =
		resend === 'always' || (resend === 'notCreate' && method !== 'POST');
	// Under a key the service makes no second charge.
	const hasKey = mapper.takesIdempotencyKey && idempotencyKey !== undefined;
	return {
		outcome,
		signal,
		mayResend: isSafe || (hasKey && outcome === 'unclear'),
	};
}

/** Nothing is unclear: what needed the token was not sent. */
function classOfNotSent({
	case: notSent,
	retryAfterMs,
}: NotSent): ResponseClass {
	const { resend, signal }: Meaning = NOT_SENT[notSent];
	const refused = {
		case: notSent,
		outcome: 'refused',
		isServed: false,
	} as const;
	if (resend) return { ...refused, signal, mayResend: true, retryAfterMs };
	return { ...refused, signal: 'cannotSend', mayResend: false, retryAfterMs };
}

/** What an answer with a status of success says. */
function judgeBody(answer: Answer, on: RequestKind, mapper: Mapper): BodyKind {
	const { body, isReadable } = answer;
	if (!isReadable) return 'unreadable';
	const sign = signOfFailure(body, on, mapper);
	if (sign) {
		// A service that refuses something beside it, such as a payment, has made
		// the item all the same.
		const isNotMade = sign === 'flagOfSuccess' && !mapper.holdsItem(body);
		return on !== 'create' || isNotMade ? 'refusal' : 'openRefusal';
	}
	if (isRead(on) || mapper.isUnderstood(answer) || saysYes(body, on, mapper)) {
		return 'understood';
	}
	// Several results (RFC 4918), each with a status of its own, and none of them
	// is understood.
	return answer.status === 207 && on !== 'create' ? 'refusal' : 'unknown';
}

function isRead(on: RequestKind): boolean {
	return on === 'list' || on === 'get';
}

// All names but `success` (docs/service-api.md) are assumptions.
const SUCCESS_FLAG = /^(success|ok|issuccess|succeeded)$/;
const NO = /^(false|0|no|n)$/i;
const YES = /^(true|1|yes|y)$/i;
const FAILED = /^(error|fail|failed|rejected)$/i;

/**
 * What tells of a failure under a status of success. A service item may have an
 * `error` or a `status` of its own: where one is there, only a flag of success
 * counts. In the answer to a change, an ID alone is none.
 *
 * @returns `error`: something went wrong, and where no item is beside it nobody
 * knows how far it had come
 */
export function signOfFailure(
	body: unknown,
	on: RequestKind,
	mapper: Mapper,
): 'flagOfSuccess' | 'error' | undefined {
	const properties = propertiesOf(body, on, mapper);
	if (properties.some((property) => isFlag(property, NO))) {
		return 'flagOfSuccess';
	}
	if (!properties.some(isError)) return undefined;
	const isItem = isRead(on) ? mapper.holdsItem(body) : mapper.holdsAmount(body);
	return isItem ? undefined : 'error';
}

function saysYes(body: unknown, on: RequestKind, mapper: Mapper): boolean {
	return propertiesOf(body, on, mapper).some((property) =>
		isFlag(property, YES),
	);
}

interface Property {
	field: string;
	value: unknown;
}

/**
 * Those at the top and one below, without the places that an example has a
 * placeholder for.
 */
function propertiesOf(
	body: unknown,
	on: RequestKind,
	mapper: Mapper,
): Property[] {
	const outer = propertiesIn(body, [], on, mapper);
	const inner = outer.flatMap(({ field, value }) =>
		propertiesIn(value, [field], on, mapper),
	);
	return [...outer, ...inner];
}

function propertiesIn(
	value: unknown,
	path: string[],
	on: RequestKind,
	mapper: Mapper,
): Property[] {
	// The entries of a list are items, which have states of their own.
	const isSingle = on !== 'list' && Array.isArray(value) && value.length === 1;
	const object: unknown = isSingle ? value[0] : value;
	return Object.entries(isJsonObject(object) ? object : {})
		.filter(([field]) => !mapper.hasPlaceAt([...path, field]))
		.map(([field, inner]) => ({ field, value: inner }));
}

function isFlag({ field, value }: Property, pattern: RegExp): boolean {
	return SUCCESS_FLAG.test(plainName(field)) && pattern.test(textOf(value));
}

function isError({ field, value }: Property): boolean {
	const name = plainName(field);
	if (name.startsWith('error')) return !isNothing(value);
	return /^(status|state|result)$/.test(name) && FAILED.test(textOf(value));
}

/** What a service that always has the field writes when nothing went wrong. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'object') {
		return Object.values(value ?? {}).every(isNothing);
	}
	return /^(false|0+|none|no|ok|success)?$/i.test(textOf(value));
}

function textOf(value: unknown): string {
	return typeof value === 'object' ? '' : `${value as string}`.trim();
}
