import { isJsonObject } from '../wire/json';
import { plainName } from '../wire/names';
import type { ApiExamples, ServiceRequest } from './request';
import type { Reply } from './responses';

/** A failure that the body of an answer tells of, although its status is one of success. */
export interface BodyFailure {
	kind: Exclude<Reply['sign'], undefined>;
	/** Name and value of what says so. */
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Property = Omit<BodyFailure, 'kind'>;

/**
 * Finds the failure in a readable answer with a status of success: a charge that was refused under status 200 must not count as
 * made, nor a list that could not be read as empty. All names but `success` (SERVICE-API.md section 2.1) are assumptions.
 *
 * Where a service item is there, it may have an `error` or a `status` of its own: only `success: false` counts all the same.
 */
export function failureInBody(
	body: unknown,
	{ method, serviceId }: ServiceRequest,
	examples: Pick<ApiExamples, 'hasItem' | 'hasPlaceAt'>,
): BodyFailure | undefined {
	// The entries of a list are items, which have states of their own.
	const isList = method === 'GET' && serviceId === undefined;
	const opened = (value: unknown): unknown =>
		!isList && Array.isArray(value) && value.length === 1 ? value[0] : value;
	const outer = propertiesOf(opened(body), [], examples);
	const inner = outer.flatMap(({ field, value }) => propertiesOf(opened(value), [field], examples));
	const properties = [...outer, ...inner];
	const refusal = properties.find(isRefusal);
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = properties.find(isFailure);
	return failure && !examples.hasItem(body) ? { kind: 'failure', ...failure } : undefined;
}

/** The properties of an object, without those that an example has a blank for. */
function propertiesOf(
	context: unknown,
	path: string[],
	{ hasPlaceAt }: Pick<ApiExamples, 'hasPlaceAt'>,
): Property[] {
	return Object.entries(isJsonObject(context) ? context : {})
		.filter(([field]) => !hasPlaceAt([...path, field]))
		.map(([field, value]) => ({ field, value, context }));
}

function isRefusal({ field, value }: Property): boolean {
	return plainName(field) === 'success' && /^false$/i.test(textOf(value));
}

function isFailure({ field, value }: Property): boolean {
	const name = plainName(field);
	if (name.startsWith('error')) return !isNothing(value);
	const isState = name === 'status' || name === 'state' || name === 'result';
	return isState && /^(error|fail|failed|rejected)$/i.test(textOf(value));
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
