import { isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { Answer, NoAnswer, NotSent, Outcome } from './outcome';
import type { ServiceRequest } from './request';
import { isList } from './request';
import type { Reply, ResponseCase, Row } from './responses';
import { caseOf, RESPONSES } from './responses';
import { isWebPage } from './serviceWords';

/** What one outcome of one request means; plain data. */
export interface ResponseClass extends Pick<Row, 'means' | 'tells'> {
	/** The row of the table. */
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

/** What the examples of the credential say about answers. */
type Examples = Pick<Mapper, 'holdsItem' | 'hasPlaceAt' | 'takesIdempotencyKey'>;

const KINDS = { POST: 'create', PATCH: 'update', DELETE: 'delete' } as const;

/**
 * Looks up what became of a request in the table of responses.
 *
 * @param mayBeGone true when it is just as well that the item to delete is not there
 */
export function classify(
	request: ServiceRequest,
	outcome: Outcome,
	{ mapper, mayBeGone }: { mapper: Examples; mayBeGone: boolean },
): ResponseClass {
	const { method, idempotencyKey } = request;
	if (outcome.kind === 'notSent') return classOfLogin(outcome);
	const kind = method !== 'GET' ? KINDS[method] : isList(request) ? 'list' : 'item';
	const reply: Reply = { ...replyOf(outcome), kind, mayBeGone };
	let sign: BodyFailure | undefined;
	if (outcome.kind === 'answer' && reply.status < 300 && reply.body === 'fine') {
		sign = failureInBody(outcome.body, request, mapper);
		const isSeveral = reply.status === 207 && method !== 'GET' && !mapper.holdsItem(outcome.body);
		reply.body = isSeveral ? 'several' : (sign?.kind ?? 'fine');
	}
	const responseCase = caseOf(reply);
	const { means, resend, tells } = RESPONSES[responseCase];
	const mayResend =
		resend === 'always' ||
		(resend === 'notCreate' && method !== 'POST') ||
		// Under a key the service makes no second charge.
		(mapper.takesIdempotencyKey && idempotencyKey !== undefined && means === 'unclear');
	const isServed = reply.status > 0 && reply.status < 500 && tells !== 'throttled';
	const retryAfterMs = outcome.kind === 'answer' ? outcome.retryAfterMs : undefined;
	return { case: responseCase, means, tells, mayResend, isServed, retryAfterMs, sign };
}

/** What an outcome alone tells of a reply. */
export function replyOf(outcome: Answer | NoAnswer): Omit<Reply, 'kind'> {
	if (outcome.kind === 'noAnswer') return { ...outcome, status: 0, body: 'fine' };
	const { status, body, isReadable } = outcome;
	const given = isReadable ? 'fine' : isWebPage(body) ? 'page' : 'unreadable';
	return { status, code: '', syscall: '', body: given };
}

/** A login that did not succeed has left nothing unclear: what needed the token was not sent. */
function classOfLogin({ login = 'notSent', retryAfterMs }: NotSent): ResponseClass {
	const { resend, tells } = RESPONSES[login];
	const mayResend = resend !== 'never';
	const told = mayResend ? tells : 'noLogin';
	return { case: login, means: 'refused', tells: told, mayResend, isServed: false, retryAfterMs };
}

/** A failure that the body of an answer tells of, although its status is one of success. */
export interface BodyFailure {
	kind: 'refusal' | 'failure';
	/** Name and value of what says so. */
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Property = Omit<BodyFailure, 'kind'>;

/**
 * Finds the failure in a readable answer with a status of success: a charge that was refused under status 200 must not count as
 * made, nor a list that could not be read as empty. All names but `success` (docs/service-api.md) are assumptions.
 *
 * Where a service item is there, it may have an `error` or a `status` of its own: only `success: false` counts all the same.
 */
export function failureInBody(
	body: unknown,
	request: ServiceRequest,
	mapper: Examples,
): BodyFailure | undefined {
	// The entries of a list are items, which have states of their own.
	const opened = (value: unknown): unknown =>
		!isList(request) && Array.isArray(value) && value.length === 1 ? value[0] : value;
	const propertiesOf = (context: unknown, path: string[]): Property[] =>
		Object.entries(isJsonObject(context) ? context : {})
			.filter(([field]) => !mapper.hasPlaceAt([...path, field]))
			.map(([field, value]) => ({ field, value, context }));
	const outer = propertiesOf(opened(body), []);
	const inner = outer.flatMap(({ field, value }) => propertiesOf(opened(value), [field]));
	const properties = [...outer, ...inner];
	const refusal = properties.find(isRefusal);
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = properties.find(isFailure);
	return failure && !mapper.holdsItem(body) ? { kind: 'failure', ...failure } : undefined;
}

function isRefusal({ field, value }: Property): boolean {
	return plainName(field) === 'success' && /^false$/i.test(textOf(value));
}

function isFailure({ field, value }: Property): boolean {
	const name = plainName(field);
	if (name.startsWith('error')) return !isNothing(value);
	return (
		/^(status|state|result)$/.test(name) && /^(error|fail|failed|rejected)$/i.test(textOf(value))
	);
}

/** Services that always have the field fill it so where nothing went wrong. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'object') return Object.values(value ?? {}).every(isNothing);
	return /^(false|0|none|no|ok)?$/i.test(textOf(value));
}

/** A plain value as text; blank for anything else. */
function textOf(value: unknown): string {
	const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
	return isPlain ? `${value as string}`.trim() : '';
}
