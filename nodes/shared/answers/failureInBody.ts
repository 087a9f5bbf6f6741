import type { Mapper } from '../format/mapper';
import { isBlank, isJsonObject } from '../format/json';
import { plainName } from './names';

/** A failure that the body of an answer tells of, although its status is one of success. */
export interface BodyFailure {
	/** `refusal`: `success: false`. `failure`: something went wrong, which leaves open how far it had come. */
	kind: 'refusal' | 'failure';
	/** Name and value of what says so. */
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

type Property = Omit<BodyFailure, 'kind'>;

const NOTHING_WRONG = /^(false|0|none|no|ok)?$/i;

/**
 * Finds the failure in a readable answer with a status of success: a charge that was refused under status 200 must not count as
 * made, nor a list that could not be read as empty. All names but `success` (SERVICE-API.md section 2.1) are assumptions.
 *
 * Where a service item is there, it may have an `error` or a `status` of its own: only `success: false` counts all the same.
 */
export function failureInBody(
	body: unknown,
	isList: boolean,
	mapper: Pick<Mapper, 'holdsItem' | 'hasPlaceAt'>,
): BodyFailure | undefined {
	const properties = propertiesOf(body, isList, mapper);
	const refusal = properties.find(
		({ field, value }) => plainName(field) === 'success' && isWord(value, /^false$/i),
	);
	if (refusal) return { kind: 'refusal', ...refusal };
	const failure = properties.find(isFailure);
	return failure && !mapper.holdsItem(body) ? { kind: 'failure', ...failure } : undefined;
}

/** The properties at the top level and one below, without those that an example has a blank for. */
function propertiesOf(
	body: unknown,
	isList: boolean,
	{ hasPlaceAt }: Pick<Mapper, 'hasPlaceAt'>,
): Property[] {
	// The entries of a list are items, which have states of their own.
	const opened = (value: unknown): unknown =>
		!isList && Array.isArray(value) && value.length === 1 ? value[0] : value;
	const within = (value: unknown, path: string[]): Property[] =>
		isJsonObject(value)
			? Object.entries(value).flatMap(([field, inner]) => [
					...(hasPlaceAt([...path, field]) ? [] : [{ field, value: inner, context: value }]),
					...(path.length === 0 ? within(opened(inner), [field]) : []),
				])
			: [];
	return within(opened(body), []);
}

function isFailure({ field, value }: Property): boolean {
	const name = plainName(field);
	if (['status', 'state', 'result'].includes(name)) {
		return isWord(value, /^(error|fail|failed|rejected)$/i);
	}
	return name.startsWith('error') && !isNothing(value);
}

function isWord(value: unknown, pattern: RegExp): boolean {
	const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
	return isScalar && pattern.test(String(value).trim());
}

/** Services that always have the field fill it so where nothing went wrong. */
function isNothing(value: unknown): boolean {
	if (isBlank(value)) return true;
	if (typeof value === 'object') return Object.values(value as object).every(isNothing);
	return isWord(value, NOTHING_WRONG);
}
