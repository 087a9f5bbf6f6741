import { UserError } from 'n8n-workflow';

import { messageFromService } from './serviceMessage';
import type { ApiFormat } from '../wire/apiFormat';
import { readPath } from '../wire/dotPath';
import { holdsNoItems } from './envelope';
import { isJsonObject } from '../wire/json';

/** Where an answer with status 200 says all the same that something went wrong (assumption). */
const ERROR_FIELDS = ['error', 'errors', 'errorMessage', 'error_message'];
/** What these fields may stand in. */
const WRAPPERS = ['', 'data', 'result', 'response', 'meta'];
const FAILED = /^\s*(error|failed|failure|fail)\s*$/i;
/** Ways to write that there was no error. */
const NO_ERROR = /^(0|false|null|none|no|no errors?|ok|success)?$/i;

/** An error in an answer that should be a list. */
export interface ListError {
	/** Name and value of what says so. */
	field: string;
	value: unknown;
	/** The object it stands in, which may have words about it. */
	context: unknown;
}

/**
 * Finds the error in the answer to GET /services where it holds no items: a service whose backend is down may
 * answer so, and as "no charges yet" it would lead to every charge being made again. Beside items an error
 * takes nothing away, and the list stands.
 */
export function errorInList(body: unknown, format: ApiFormat): ListError | undefined {
	if (!isJsonObject(body) || !holdsNoItems(body, format)) return undefined;
	const contexts = WRAPPERS.map((path) => (path === '' ? body : readPath(body, path)));
	const errors = contexts.flatMap((context) =>
		ERROR_FIELDS.map((field) => ({ field, value: readPath(context, field), context })),
	);
	const named = errors.find(({ value }) => !isNoError(value));
	if (named) return named;
	const isFailed = typeof body.status === 'string' && FAILED.test(body.status);
	return isFailed ? { field: 'status', value: body.status, context: body } : undefined;
}

/**
 * The refusal of such a list, in the service's words.
 *
 * @param secrets values that must not be repeated
 */
export function untrustedList(error: ListError, secrets: string[]): UserError {
	return new UserError(
		`The service answered with an error instead of the list: ${wordsOf(error, secrets)}. The list cannot be trusted, so try again later`,
		{
			description:
				'Charges that are on the reservation may be missing from it, and would be created again. Nothing was done with the list.',
		},
	);
}

/** The error comes first, as a word beside it may be about something else, such as `message: OK`. */
function wordsOf({ field, value, context }: ListError, secrets: string[]): string {
	const said = [{ [field]: value }, context].map((from) => messageFromService(from, secrets));
	const words = [...new Set(said.filter((text) => text !== undefined))].join(': ');
	return words || (field === 'status' ? `status '${String(value)}'` : `'${field}' in its answer`);
}

function isNoError(value: unknown): boolean {
	if (typeof value === 'string') return NO_ERROR.test(value.trim());
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isNoError);
	return !value;
}
