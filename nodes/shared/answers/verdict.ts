import { DEFAULT_API_FORMAT } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import { idOf } from '../wire/itemId';
import { isBlank, isJsonObject } from '../wire/json';
import type { Answer } from './outcome';

/** The methods of the service-items endpoints (SERVICE-API.md section 4). */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a readable answer with a status of success says became of the request. */
export type Verdict = 'done' | 'refused' | 'unclear';

/** Several results under one status (RFC 4918), each with a status of its own. */
const MULTI_STATUS = 207;
/** What a service wraps its whole answer in. */
const WRAPPERS = ['data', 'result', 'response'];
/** What else an answer may tell about, which often has an id or an amount of its own. */
const NOT_THE_ITEM = /error|warning|detail|request|reservation|guest|meta/i;
const FAILED = /^\s*(error|fail|failed|failure)\s*$/i;
const FAILED_STATUS = /^\s*(HTTP\/\S+\s+)?[45]\d\d\b/;
const MAX_DEPTH = 4;

/**
 * Judges a success by its body, as a charge that was refused under status 200 must not count as made: an
 * answer without success is a refusal, and so is a failure in answer to a change, with no item next to it.
 * A create may have been carried out for all that, and taking it for refused would charge the guest again: it is unclear.
 * A service item may have an `error` or a `status` of its own. All of this is an assumption but for
 * `success: false`, which is shown for POST /token (SERVICE-API.md section 2.1).
 */
export function verdictOf(method: Method, { status, body }: Answer): Verdict {
	const isChange = method !== 'GET';
	if (isChange && status === MULTI_STATUS) return multiStatusVerdict(method, body);
	const levels = [body, ...WRAPPERS.map((key) => readPath(body, key))].filter(isJsonObject);
	if (levels.some(isWithoutSuccess)) return 'refused';
	if (!isChange || !levels.some(tellsFailure) || holdsItem(body)) return 'done';
	return method === 'POST' ? 'unclear' : 'refused';
}

/** Part of it may have been done, so that it is never a plain refusal, and a create needs an item to be done. */
function multiStatusVerdict(method: Method, body: unknown): Verdict {
	const isRefused = (part: unknown): boolean =>
		isWithoutSuccess(part) || tellsFailure(part) || hasFailedStatus(part);
	if (holds(body, isRefused)) return 'unclear';
	return method !== 'POST' || holdsItem(body) ? 'done' : 'unclear';
}

function isWithoutSuccess(value: unknown): boolean {
	return isFalse(readPath(value, 'success'));
}

function tellsFailure(value: unknown): boolean {
	const isTold = ['error', 'errors'].some((key) => !isEmpty(readPath(value, key)));
	return isTold || hasMatch(value, ['status', 'result'], FAILED);
}

function hasFailedStatus(value: unknown): boolean {
	return hasMatch(value, ['status', 'statusCode', 'code'], FAILED_STATUS);
}

function hasMatch(value: unknown, keys: string[], pattern: RegExp): boolean {
	return keys
		.map((key) => readPath(value, key))
		.some((word) => ['string', 'number'].includes(typeof word) && pattern.test(String(word)));
}

/**
 * True when something that may be the service item is in there. A description is no mark of one, as it is
 * where some services put the reason of a refusal.
 */
function holdsItem(body: unknown): boolean {
	return holds(
		body,
		(part) =>
			isJsonObject(part) &&
			(idOf(part, DEFAULT_API_FORMAT) !== undefined ||
				!isBlank(readPath(part, DEFAULT_API_FORMAT.amountField))),
		NOT_THE_ITEM,
	);
}

/** Whether `test` is true of a value or anything in it, down to where no service wraps an item any more. */
function holds(
	value: unknown,
	test: (part: unknown) => boolean,
	except?: RegExp,
	depth = MAX_DEPTH,
): boolean {
	if (test(value)) return true;
	if (depth === 0 || typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([key, inner]) => !except?.test(key) && holds(inner, test, except, depth - 1),
	);
}

/** Services that always have an error field leave it empty when there is none. */
function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
	if (typeof value === 'string') return value.trim() === '' || isFalse(value);
	return isBlank(value) || value === 0 || value === false;
}

function isFalse(value: unknown): boolean {
	return value === false || (typeof value === 'string' && /^\s*false\s*$/i.test(value));
}
