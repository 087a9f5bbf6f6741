import type { ApiFormat } from '../wire/apiFormat';
import { isBlank, isJsonObject } from '../wire/json';
import type { Answer } from './outcome';
import { holdsItem, holdsNoItems } from './envelope';
import { nameSet, plainName } from '../wire/names';

/** What an answer should bring: a list, one item, or word of a change. */
export type AskedFor = 'list' | 'item' | 'change' | 'creation';

/** A failure that the body of an answer tells of, although its status is one of success. */
export interface BodyFailure {
	/**
	 * - `refusal`: it was without success, and says so in as many words
	 * - `failure`: something went wrong, which leaves open how far it had come
	 * - `severalResults`: part of it may have been done (RFC 4918, status 207)
	 */
	kind: 'refusal' | 'failure' | 'severalResults';
	/** Name and value of what says so. */
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Sign = Omit<BodyFailure, 'kind'>;

// All names are assumptions but for `success` (SERVICE-API.md section 2.1).

/** What a service wraps its answer in, or says about it. */
const WRAPPERS = nameSet(
	'data result results response responses meta metadata status header head payload body envelope',
);
const DEEPEST_WRAPPER = 3;
const SUCCESS = nameSet('success');
const OTHER_SUCCESS = nameSet('ok issuccess issuccessful issuccessfull successful succeeded');
const ERROR = nameSet(
	'error errors errormessage errormessages errormsg errorcode errordescription errordetail errordetails ' +
		'errorlist errortext errcode errno haserror haserrors iserror fault faultstring faultcode exception',
);
const STATE = nameSet('status result state outcome');
const CODE = nameSet('status statuscode httpstatus httpstatuscode code');

const NO = /^(false|no|n|0)$/i;
const FAILED =
	/^(error|errors|err|fail|failed|failure|rejected|refused|denied|declined|invalid|unsuccessful)$/i;
/** Like that of HTTP, also with two digits more, or below zero. */
const FAILED_CODE = /^(HTTP\/\S+\s+)?([45]\d\d(\d\d)?\b|-\d)/i;
/** Any number but those that mean success (0, 1, 200, 10000): of a `code` beside `data: null`. */
const OTHER_CODE = /^(?!0*1?$|2\d\d$|[12]?0+$)\d+$/;
/** Ways to write that there was no error: services that always have the field fill it so. */
const NO_ERROR = /^(0+|false|null|nil|none|no|no errors?|n\/?a|-|ok|success|successful)?$/i;

/** Several results under one status, each with a status of its own. */
const MULTI_STATUS = 207;
const DEEPEST_PART = 4;

/**
 * Finds the failure in a readable answer with a status of success: the one judge of that. A charge that was refused under
 * status 200 must not count as made, nor a list that could not be read as empty.
 *
 * Where an item or a list is there as asked for, it may have an `error` or a `status` of its own: only a plain word of no
 * success counts all the same.
 */
export function failureInBody(
	{ status, body }: Pick<Answer, 'status' | 'body'>,
	askedFor: AskedFor,
	format: ApiFormat,
): BodyFailure | undefined {
	const isChange = askedFor === 'change' || askedFor === 'creation';
	if (isChange && status === MULTI_STATUS) return failureInParts(body, askedFor, format);
	// The entries of a list are items, which have states of their own.
	const parts = entriesOf(wrappersIn(body, askedFor !== 'list'));
	const refusal = firstSign(parts, isRefusal);
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = firstSign(parts, isFailure);
	if (!failure) return undefined;
	const isThere = askedFor === 'list' ? !holdsNoItems(body, format) : holdsItem(body, format);
	return isThere ? undefined : { kind: 'failure', ...failure };
}

/** Any part that failed leaves the whole open, and a create needs an item to be done. */
function failureInParts(
	body: unknown,
	askedFor: AskedFor,
	format: ApiFormat,
): BodyFailure | undefined {
	const parts = entriesOf(partsIn(body, DEEPEST_PART));
	const sign = firstSign(parts, isRefusal) ?? firstSign(parts, isFailure);
	if (sign) return { kind: 'severalResults', ...sign };
	if (askedFor !== 'creation' || holdsItem(body, format)) return undefined;
	return { kind: 'severalResults', field: 'status', value: MULTI_STATUS, context: body };
}

/** The body and what it is wrapped in, from the outside in. */
function wrappersIn(body: unknown, opensLists: boolean, depth = DEEPEST_WRAPPER): unknown[] {
	if (Array.isArray(body)) {
		return opensLists && body.length === 1 ? wrappersIn(body[0], opensLists, depth) : [];
	}
	if (!isJsonObject(body)) return [];
	const inner = Object.entries(body)
		.filter(([key]) => depth > 0 && WRAPPERS.has(plainName(key)))
		.flatMap(([, value]) => wrappersIn(value, opensLists, depth - 1));
	return [body, ...inner];
}

/** A value and everything in it, down to where no service wraps a result any more. */
function partsIn(value: unknown, depth: number): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	const inner = depth === 0 ? [] : Object.values(value);
	return [value, ...inner.flatMap((each) => partsIn(each, depth - 1))];
}

/** A value in the body, with its name without case and punctuation. */
type Entry = Sign & { name: string };

function entriesOf(parts: unknown[]): Entry[] {
	return parts.filter(isJsonObject).flatMap((context) =>
		Object.entries(context).map(([field, value]) => ({
			name: plainName(field),
			field,
			value,
			context,
		})),
	);
}

function firstSign(
	entries: Entry[],
	isSign: (name: string, value: unknown, context: unknown) => boolean,
): Sign | undefined {
	const found = entries.find(({ name, value, context }) => isSign(name, value, context));
	return found && { field: found.field, value: found.value, context: found.context };
}

function isRefusal(name: string, value: unknown): boolean {
	return SUCCESS.has(name) && isWord(value, NO);
}

function isFailure(name: string, value: unknown, context: unknown): boolean {
	const isVoid = name === 'code' && isJsonObject(context) && context.data === null;
	return (
		(isVoid && isWord(value, OTHER_CODE)) ||
		(ERROR.has(name) && !isNoError(value)) ||
		(OTHER_SUCCESS.has(name) && isWord(value, NO)) ||
		(STATE.has(name) && isWord(value, FAILED)) ||
		(CODE.has(name) && isWord(value, FAILED_CODE))
	);
}

function isWord(value: unknown, pattern: RegExp): boolean {
	return isScalar(value) && pattern.test(String(value).trim());
}

function isNoError(value: unknown): boolean {
	if (isBlank(value)) return true;
	if (isScalar(value)) return NO_ERROR.test(String(value).trim());
	return Object.values(value).every(isNoError);
}

function isScalar(value: unknown): value is string | number | boolean {
	return typeof value !== 'object';
}
