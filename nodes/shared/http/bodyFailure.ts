import { isJsonObject, plainName } from '../format/json';
import type { Mapper } from '../format/mapper';

/** What tells of a failure under a status of success. */
export interface BodyFailure {
	kind: 'refusal' | 'failure';
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Property = Omit<BodyFailure, 'kind'>;

// All names but `success` (docs/service-api.md) are assumptions.
const SUCCESS_FLAG = /^(success|ok|issuccess|succeeded)$/;
const NO = /^(false|0|no|n)$/i;
const YES = /^(true|1|yes|y)$/i;
const FAILED = /^(error|fail|failed|rejected)$/i;

/**
 * Finds the failure in a readable answer with a status of success. A service item may have an `error` or a `status` of its
 * own: where one is there, only a flag of success counts.
 *
 * @param isList true where the entries of a list are items, which have states of their own
 */
export function failureInBody(
	body: unknown,
	isList: boolean,
	mapper: Mapper,
): BodyFailure | undefined {
	const properties = propertiesOf(body, isList, mapper);
	const refusal = properties.find((property) => isFlag(property, NO));
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = properties.find(isFailure);
	return failure && !mapper.holdsItem(body) ? { kind: 'failure', ...failure } : undefined;
}

/** True where a flag of success says yes. */
export function saysYes(body: unknown, mapper: Mapper): boolean {
	return propertiesOf(body, false, mapper).some((property) => isFlag(property, YES));
}

/** Those at the top and one below, without the places that an example has a blank for. */
function propertiesOf(body: unknown, isList: boolean, mapper: Mapper): Property[] {
	const outer = propertiesIn(body, [], isList, mapper);
	const inner = outer.flatMap(({ field, value }) => propertiesIn(value, [field], isList, mapper));
	return [...outer, ...inner];
}

function propertiesIn(value: unknown, path: string[], isList: boolean, mapper: Mapper): Property[] {
	const isSingle = !isList && Array.isArray(value) && value.length === 1;
	const context: unknown = isSingle ? value[0] : value;
	return Object.entries(isJsonObject(context) ? context : {})
		.filter(([field]) => !mapper.hasPlaceAt([...path, field]))
		.map(([field, inner]) => ({ field, value: inner, context }));
}

function isFlag({ field, value }: Property, pattern: RegExp): boolean {
	return SUCCESS_FLAG.test(plainName(field)) && pattern.test(textOf(value));
}

function isFailure({ field, value }: Property): boolean {
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
