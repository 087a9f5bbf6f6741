import { isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { Answer } from './reply';
import { isWebPage } from './reply';
import type { BodyKind, RequestKind } from './responses';

/** What tells of a failure under a status of success. */
export interface SignOfFailure {
	/** `error`: something went wrong, and where no item is beside it nobody knows how far it had come. */
	by: 'flagOfSuccess' | 'error';
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

/** What an answer with a status of success says. */
export interface JudgedBody {
	body: BodyKind;
	sign?: SignOfFailure;
}

export function judgeBody(answer: Answer, on: RequestKind, mapper: Mapper): JudgedBody {
	const { status, body, isReadable } = answer;
	if (!isReadable) return { body: isWebPage(body) ? 'page' : 'unreadable' };
	const isChange = on !== 'list' && on !== 'get';
	const sign = signOfFailure(body, on, mapper);
	// Several results (RFC 4918), each with a status of its own.
	const isMixed = status === 207 && isChange && !mapper.holdsItem(body);
	if (sign || isMixed) {
		// A service that refuses something beside it, such as a payment, has made the item all the same.
		const isNotMade = sign?.by === 'flagOfSuccess' && !isMixed && !mapper.holdsItem(body);
		return { body: on !== 'create' || isNotMade ? 'refusal' : 'openRefusal', sign };
	}
	const isUnderstood = !isChange || mapper.isUnderstood(answer) || saysYes(body, on, mapper);
	return { body: isUnderstood ? 'understood' : 'unknown' };
}

// All names but `success` (docs/service-api.md) are assumptions.
const SUCCESS_FLAG = /^(success|ok|issuccess|succeeded)$/;
const NO = /^(false|0|no|n)$/i;
const YES = /^(true|1|yes|y)$/i;
const FAILED = /^(error|fail|failed|rejected)$/i;

/** A service item may have an `error` or a `status` of its own: where one is there, only a flag of success counts. */
export function signOfFailure(
	body: unknown,
	on: RequestKind,
	mapper: Mapper,
): SignOfFailure | undefined {
	const properties = propertiesOf(body, on, mapper);
	const flag = properties.find((property) => isFlag(property, NO));
	if (flag) return { by: 'flagOfSuccess', ...flag };
	const error = properties.find(isError);
	return error && !mapper.holdsItem(body) ? { by: 'error', ...error } : undefined;
}

function saysYes(body: unknown, on: RequestKind, mapper: Mapper): boolean {
	return propertiesOf(body, on, mapper).some((property) => isFlag(property, YES));
}

type Property = Omit<SignOfFailure, 'by'>;

/** Those at the top and one below, without the places that an example has a blank for. */
function propertiesOf(body: unknown, on: RequestKind, mapper: Mapper): Property[] {
	const outer = propertiesIn(body, [], on, mapper);
	const inner = outer.flatMap(({ field, value }) => propertiesIn(value, [field], on, mapper));
	return [...outer, ...inner];
}

function propertiesIn(value: unknown, path: string[], on: RequestKind, mapper: Mapper): Property[] {
	// The entries of a list are items, which have states of their own.
	const isSingle = on !== 'list' && Array.isArray(value) && value.length === 1;
	const context: unknown = isSingle ? value[0] : value;
	return Object.entries(isJsonObject(context) ? context : {})
		.filter(([field]) => !mapper.hasPlaceAt([...path, field]))
		.map(([field, inner]) => ({ field, value: inner, context }));
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
	if (typeof value === 'object') return Object.values(value ?? {}).every(isNothing);
	return /^(false|0|none|no|ok)?$/i.test(textOf(value));
}

function textOf(value: unknown): string {
	return typeof value === 'object' ? '' : `${value as string}`.trim();
}
