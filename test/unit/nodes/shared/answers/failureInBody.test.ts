import { UserError } from 'n8n-workflow';

import { DEFAULT_API_FORMAT } from '../../../../../nodes/shared/wire/apiFormat';
import { errorInList, untrustedList } from '../../../../../nodes/shared/answers/failureInBody';

const format = DEFAULT_API_FORMAT;

/** What a user is told about an answer, as far as it is the service's; undefined when its list is taken. */
function wordsAbout(body: unknown, secrets: string[] = []): string | undefined {
	const error = errorInList(body, format);
	return (
		error && /instead of the list: (.*)\. The list/.exec(untrustedList(error, secrets).message)?.[1]
	);
}

it.each<[string, unknown]>([
	['backend timeout', { data: null, error: 'backend timeout' }],
	['x', { data: [], errors: [{ message: 'x' }] }],
	['x', { data: null, errors: ['x'] }],
	['down', { items: [], error: { code: 0, message: 'down' } }],
	['down', { items: [], errorMessage: 'down' }],
	['down', { items: [], error: true, message: 'down' }],
	['E_DB: down', { items: [], error: 'E_DB', message: 'down' }],
	['down', { data: { items: [], error: 'down' } }],
	['down', { services: [], meta: { errors: [{ detail: 'down' }] } }],
	['down', { error: 'down' }],
	["status 'error'", { items: [], status: 'error' }],
	['down', { items: [], status: 'FAILED', message: 'down' }],
	["'error' in its answer", { items: [], error: 7 }],
	["'error' in its answer", { items: [], error: '<html>502</html>' }],
])('an empty list is refused with the words of the service: %s', (words, body) => {
	expect(wordsAbout(body)).toBe(words);
});

it.each<[unknown]>([
	[[]],
	[{ items: [] }],
	[{ data: null }],
	...['', ' ', null, [], false, 0, {}, { code: 0, message: '' }, 'none', 'No error'].map(
		(error): [unknown] => [{ items: [], error, errors: error, error_message: error }],
	),
	...['ok', 'success', 'open', 'error-free', null, 500].map((status): [unknown] => [
		{ items: [], status },
	]),
	[{ data: [{ id: 1 }], error: 'backend slow', status: 'error' }],
	[{ data: [{ id: 1, status: 'failed', error: 'card' }] }],
])('a list is taken for what it is: %j', (body) => {
	expect(errorInList(body, format)).toBeUndefined();
});

it('is looked for where Items Field says', () => {
	const body = { data: [{ id: 1 }], result: { charges: null }, error: 'down' };
	expect(errorInList(body, { ...format, itemsField: 'result.charges' })).toBeDefined();
	expect(errorInList(body, { ...format, itemsField: 'data' })).toBeUndefined();
});

it('does not repeat a secret', () => {
	expect(wordsAbout({ data: [], error: 'bad key key-1' }, ['key-1'])).toBe('bad key ***');
});

it('is said to be of no use', () => {
	const error = untrustedList({ field: 'error', value: 'down', context: {} }, []);

	expect(error).toBeInstanceOf(UserError);
	expect(error.message).toBe(
		'The service answered with an error instead of the list: down. The list cannot be trusted, so try again later',
	);
	expect(error.description).toContain('would be created again');
});
