import { signOfFailure } from '../../../nodes/shared/http/classify';
import { withoutSecrets, wordsIn } from '../../../nodes/shared/http/words';
import { MAPPER } from '../support/http';

const rows = (...bodies: unknown[]): Array<[unknown]> => bodies.map((body) => [body]);

describe("the service's own words", () => {
	const wordsOf = (body: unknown): string | undefined => wordsIn(body, []);

	it.each<[string, unknown, string]>([
		['message', { message: 'No such account code' }, 'No such account code'],
		['error.message', { error: { code: 7, message: 'No' } }, 'No'],
		['OAuth', { error: 'invalid_grant', error_description: 'Expired' }, 'invalid_grant; Expired'],
		['errorDetails', { errorCode: 7, errorDetails: 'Date is past' }, 'Date is past'],
		['problem details', { title: 'Bad Request', detail: 'Date is past' }, 'Date is past'],
		['a title alone', { title: 'Bad Request', status: 400 }, 'Bad Request'],
		['a result that is text', { result: 'Reservation closed' }, 'Reservation closed'],
		...['success', 'ok', 'isSuccess', 'succeeded'].map((flag): [string, unknown, string] => [
			`what stands beside ${flag}`,
			{ [flag]: 'N', title: 'Closed' },
			'Closed',
		]),
		['a list of texts', { errors: ['No amount', ' No date', 'No date'] }, 'No amount; No date'],
		['what wraps the answer', { data: { success: false, message: 'Closed' } }, 'Closed'],
		[
			'OData of SAP',
			{ error: { message: { lang: 'en', value: 'Closed' }, innererror: { transactionid: '7' } } },
			'Closed',
		],
		[
			'elements with lists of their own, as Xero has it',
			{
				Type: 'ValidationException',
				Message: 'A validation exception occurred',
				Elements: [
					{
						Description: 'Late checkout',
						ValidationErrors: [{ Message: 'Account code is unknown' }],
					},
				],
			},
			'A validation exception occurred; Account code is unknown',
		],
		[
			'an answer with an item, whose description is none',
			{ success: false, message: 'Closed', data: { description: 'Late checkout', title: 'x' } },
			'Closed',
		],
		[
			'fields below a general word',
			{ message: 'Invalid', errors: [{ codes: ['A1'], field: 'amount', message: 'too low' }] },
			'Invalid; amount: too low',
		],
		[
			'texts by field',
			{ title: 'Invalid', errors: { amount: ['too low', 'odd'], date: [' '] } },
			'amount: too low, odd',
		],
		[
			'model state',
			{ Message: 'The request is invalid.', ModelState: { 'item.Amount': ['Too low.'] } },
			'The request is invalid.; item.Amount: Too low',
		],
		[
			'a list of details, as FastAPI has it',
			{ detail: [{ loc: ['body', 0, 'amount'], msg: 'field required' }] },
			'body, amount: field required',
		],
		[
			'a list of messages, as NestJS has it',
			{ statusCode: 400, message: ['amount must be a number'], error: 'Bad Request' },
			'amount must be a number; Bad Request',
		],
		['words beside HTML', { message: 'Closed', html: '<p>x</p>', detail: '<b>x</b>' }, 'Closed'],
		['several lines', { message: 'No\n \tamount.. .\n' }, 'No amount'],
		['a comparison', { message: 'amount must be < 100' }, 'amount must be < 100'],
	])('are found in %s', (_where, body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it.each(
		rows(
			...[undefined, null, '', '  ', 42, true, {}, [], { code: 7 }],
			{ message: null, error: {} },
			{ errors: [null, 5, {}] },
			{ stack: ['at x'], request: { description: 'Charge 5' } },
		),
	)('are none in %j', (body) => {
		expect(wordsOf(body)).toBeUndefined();
	});

	it.each(
		rows(
			'Bad Gateway</h1>',
			'<?xml version="1.0"?><Error>no</Error>',
			{ errors: ['<div class="x">Oops'] },
			`${'x'.repeat(400)}<script>`,
		),
	)('are not HTML: %j', (body) => {
		expect(wordsOf(body)).toBeUndefined();
	});

	it.each([300, 301])('of %d letters keep 300', (length) => {
		const told = wordsOf({ message: 'x'.repeat(length) }) ?? '';
		expect(told).toHaveLength(300);
		expect(told.endsWith('…')).toBe(length > 300);
	});
});

describe('secrets', () => {
	it.each<[string, unknown, string]>([
		['a field name', { errors: { s3cr3t: ['unknown'] } }, 's3cr3t'],
		['the end, before a full stop that belongs to it', 'Unknown key s3cr3t.', 's3cr3t.'],
		['text with double spaces in it', 'Key s3  cr3t is unknown', 's3  cr3t'],
		['text with characters of patterns', 'Key s3$&.*(cr3t is unknown', 's3$&.*(cr3t'],
		['the place where the text is cut', `${'x'.repeat(294)} s3cr3t is unknown`, 's3cr3t'],
	])('are not repeated from %s', (_where, body, secret) => {
		const words = wordsIn(body, [secret]);
		expect(words).toBeTruthy();
		expect(words).not.toMatch(/s3|cr3t/);
	});

	it('go whole, the longer ones first, but not what is too short for one', () => {
		const secrets = ['key-1', 'key-12', 'abc', '4444', ''];
		expect(withoutSecrets('key-1 key-12 abc 4444', secrets)).toBe('*** *** abc ***');
	});

	it.each([
		'GET /services?key=a%2Bb%2F+c%3D%3D',
		'GET /services?key=a%2Bb%2F%20c%3D%3D',
		'key=a+b/ c==',
	])('are left out as an address has them, too: %s', (text) => {
		expect(withoutSecrets(text, ['a+b/ c=='])).toBe(text.replace(/=a.*/, '=***'));
	});

	it('are left out of JSON, where quotes and slashes are escaped', () => {
		expect(withoutSecrets(JSON.stringify({ said: 'no "k\\1" here' }), ['"k\\1"'])).toBe(
			'{"said":"no *** here"}',
		);
	});
});

describe('a failure under a status of success', () => {
	const item = { id: 'S-1', amount: 12.5 };
	/** What tells of it in an answer to a list, and in any other. */
	const kindsOf = (body: unknown) =>
		(['list', 'get'] as const).map((on) => signOfFailure(body, on, MAPPER));

	it.each(
		rows(
			{ success: false },
			{ Success: ' False ' },
			{ success: false, ...item },
			{ data: item, meta: { success: false } },
		),
	)('is a refusal in %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(2).fill('flagOfSuccess'));
	});

	it.each(
		rows(
			...['error', 'fail', 'Failed', 'REJECTED '].map((status) => ({ status })),
			{ state: 'failed' },
			{ result: 'error', message: 'Closed' },
			{ error: 7 },
			{ errors: [{ message: 'Closed' }] },
			{ error: { code: 0, message: 'down' } },
			{ error_code: 'E-17' },
			{ data: { status: 'failed' } },
			{ error: 'Closed', data: null },
		),
	)('leaves open how far it had come in %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(2).fill('error'));
	});

	it.each(
		rows(
			...[undefined, null, 'text', [], {}],
			{ success: true, status: 'open', result: 'success' },
			{ success: null, status: 500, message: 'Created', warning: 'odd' },
			...['', ' ', 'false', null, [], {}, false, 0, [''], '0', 'none', 'No', 'OK'].map((no) => ({
				error: no,
				errorMessage: no,
			})),
			{ errors: { code: 0, list: [], text: 'ok' } },
			{ a: { b: { success: false, error: 'deep' } } },
			{ ...item, status: 'failed' },
			{ data: item, errors: [{ message: 'Not printed' }] },
		),
	)('is not told by %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(2).fill(undefined));
	});

	it('in a list with one entry is told of all but a list, whose entries have states of their own', () => {
		for (const body of [[{ error: 'card' }], { data: [{ status: 'failed' }] }]) {
			expect(kindsOf(body)).toEqual([undefined, 'error']);
		}
	});

	it.each(rows({ data: { errorCode: '44000' } }, { status: 'failed' }, { success: false }))(
		'is not told by a value where an example has a blank: %j',
		(body) => {
			const hasPlaceAt = (path: Array<string | number>) =>
				['data.errorCode', 'status', 'success'].includes(path.join('.'));
			expect(signOfFailure(body, 'get', { ...MAPPER, hasPlaceAt })).toBeUndefined();
		},
	);
});
