import { withoutSecrets, wordsIn } from '../../../nodes/shared/http/serviceWords';

const wordsOf = (body: unknown): string | undefined => wordsIn(body, []);

describe("the service's own words", () => {
	it.each<[string, unknown, string]>([
		['message', { message: 'No such account code' }, 'No such account code'],
		['error.message', { error: { code: 7, message: 'No' } }, 'No'],
		['error', { error: 'No' }, 'No'],
		['OAuth', { error: 'invalid_grant', error_description: 'Expired' }, 'invalid_grant; Expired'],
		['problem details', { title: 'Bad Request', detail: 'Date is past' }, 'Date is past'],
		['a title alone', { title: 'Bad Request', status: 400 }, 'Bad Request'],
		['a list of texts', { errors: ['No amount', 'No date'] }, 'No amount; No date'],
		['text', 'Date is past', 'Date is past'],
		[
			'OData of SAP',
			{ error: { message: { lang: 'en', value: 'Closed' }, innererror: { transactionid: '7' } } },
			'Closed',
		],
		['what wraps the answer', { data: { success: false, message: 'Closed' } }, 'Closed'],
		['several results', { results: [{ status: 422, message: 'Closed' }] }, 'Closed'],
		['a list at the top', [{ message: 'No amount' }], 'No amount'],
		['lines and a final full stop', { message: 'No\n  amount.\n' }, 'No amount'],
		['a message with a bracket first', { message: '[amount] is missing' }, '[amount] is missing'],
		['a comparison', { message: 'amount must be < 100' }, 'amount must be < 100'],
	])('are found in %s', (_where, body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it.each<[string, unknown, string[]]>([
		[
			'with their fields',
			{ errors: [{ field: 'amount', message: 'too low' }] },
			['amount', 'too low'],
		],
		['by field', { errors: { amount: ['too low', 'odd'] } }, ['amount', 'too low', 'odd']],
		['beside a title', { title: 'Invalid', errors: { Date: ['past'] } }, ['Date', 'past']],
		[
			'below an error',
			{ error: { message: 'Invalid', details: [{ field: 'date', message: 'past' }] } },
			['Invalid', 'date', 'past'],
		],
		[
			'as a list of messages, as NestJS has it',
			{ statusCode: 400, message: ['amount must be a number'], error: 'Bad Request' },
			['amount must be a number'],
		],
		[
			'as a list of details, as FastAPI has it',
			{ detail: [{ loc: ['body', 'amount'], msg: 'field required' }] },
			['field required'],
		],
		['as a list in error', { error: ['too low'] }, ['too low']],
	])('say what is wrong with each field, %s', (_how, body, parts) => {
		for (const part of parts) expect(wordsOf(body)).toContain(part);
	});

	it.each<[string, unknown, string]>([
		['a name in capitals', { Message: 'Closed' }, 'Closed'],
		['errorDetails', { errorCode: 7, errorDetails: 'Date is past' }, 'Date is past'],
		['a result that is text', { result: 'Reservation closed' }, 'Reservation closed'],
		[
			'a list of codes and messages',
			[
				{ code: 'A1', message: 'No amount' },
				{ code: 'A2', message: 'No date' },
			],
			'No amount; No date',
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
			'Account code is unknown; A validation exception occurred',
		],
		[
			'an error object three levels down',
			{ answer: { payload: { error: { code: 9, message: 'Closed' } } } },
			'Closed',
		],
		[
			'an item beside it, whose description is none',
			{ success: false, message: 'Closed', data: { description: 'Late checkout', title: 'x' } },
			'Closed',
		],
		[
			'a list below a general word, which comes first',
			{ message: 'Invalid', errors: [{ field: 'amount', message: 'too low' }] },
			'amount: too low; Invalid',
		],
		[
			'model state',
			{ Message: 'The request is invalid.', ModelState: { 'item.Amount': ['Too low.'] } },
			'item.Amount: Too low.; The request is invalid',
		],
		['words beside HTML', { message: 'Closed', html: '<p>x</p>', detail: '<b>x</b>' }, 'Closed'],
		['meta', { meta: { error: 'Closed' } }, 'Closed'],
		[
			'fields, of which one says nothing',
			{ errors: { amount: [' '], date: ['past'] } },
			'date: past',
		],
		[
			'an entry with codes before its field',
			{ errors: [{ codes: ['A1'], field: 'amount', message: 'too low' }] },
			'amount: too low',
		],
		['words that name a place', { message: 'Give {id} in the path' }, 'Give {id} in the path'],
	])('are found in %s, the most specific first', (_where, body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it('of a stack, a request or a link are none', () => {
		const message = 'Charge 5';
		expect(wordsOf({ stack: ['at x'], request: { message }, links: { message } })).toBeUndefined();
	});

	it.each<[unknown]>([
		[undefined],
		[null],
		[''],
		['  '],
		[42],
		[true],
		[{}],
		[[]],
		[{ message: '' }],
		[{ message: null, error: {} }],
		[{ code: 7 }],
		[{ errors: [] }],
		[{ errors: [null, 5, {}] }],
	])('are none in %p', (body) => {
		expect(wordsOf(body)).toBeUndefined();
	});

	it.each<[unknown]>([
		['<!DOCTYPE html><html><body>Bad Gateway</body></html>'],
		['<HTML><h1>502</h1>'],
		['Bad Gateway</h1>'],
		['<?xml version="1.0"?><Error>no</Error>'],
		[{ message: '<p>Oops</p>' }],
		[{ errors: ['<div class="x">Oops'] }],
		[`${'x'.repeat(400)}<script>`],
	])('are not HTML: %p', (body) => {
		expect(wordsOf(body)).toBeUndefined();
	});
});

describe('secrets', () => {
	it.each<[string, unknown, string]>([
		['a message', { message: 'Key s3cr3t is unknown' }, 's3cr3t'],
		['a field name', { errors: { s3cr3t: ['unknown'] } }, 's3cr3t'],
		['many places', 's3cr3t, s3cr3t and s3cr3t', 's3cr3t'],
		['the end, before a full stop that belongs to it', 'Unknown key s3cr3t.', 's3cr3t.'],
		['text with double spaces in it', 'Key s3  cr3t is unknown', 's3  cr3t'],
		['text with characters of patterns', 'Key s3$&.*(cr3t is unknown', 's3$&.*(cr3t'],
		['the place where the text is cut', `${'x'.repeat(294)} s3cr3t is unknown`, 's3cr3t'],
	])('are not repeated from %s', (_where, body, secret) => {
		const words = wordsIn(body, [secret]);
		expect(words).toBeTruthy();
		expect(words).not.toContain('s3');
		expect(words).not.toContain('cr3t');
	});

	it('are removed whole when one begins like another', () => {
		const secrets = ['hotel', 'hotel.token.tail'];
		const text = withoutSecrets('Refused hotel.token.tail of hotel', secrets);
		expect(text).not.toMatch(/hotel|token|tail/);
	});
});

describe('words that come in unusual ways', () => {
	it.each([
		[{ detail: [{ loc: ['body', 0, 'amount'], msg: 'too low' }] }, 'body.amount: too low'],
		[{ errors: ['Closed ', ' Closed', 'Closed'] }, 'Closed'],
		[{ message: 'Closed\n\tfor  good' }, 'Closed for good'],
		[{ message: 'Closed. . .' }, 'Closed'],
		[{ message: ' ', error: 'Closed' }, 'Closed'],
		[{ errors: [null, 7, 'Closed'] }, 'Closed'],
	])('%j is told as %p', (body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it('is not looked for without end', () => {
		const nested = (levels: number): object =>
			levels === 0 ? { message: 'Closed' } : { error: nested(levels - 1) };
		expect(wordsOf(nested(6))).toBe('Closed');
		expect(wordsOf(nested(7))).toBeUndefined();
		const inLists = (levels: number): unknown => (levels === 0 ? 'Closed' : [inLists(levels - 1)]);
		expect(wordsOf(inLists(7))).toBe('Closed');
		expect(wordsOf(inLists(8))).toBeUndefined();
	});

	it.each([
		[300, 300],
		[301, 300],
	])('of %d letters keep %d', (length, kept) => {
		const told = wordsIn({ message: 'x'.repeat(length) }, []) ?? '';
		expect(told).toHaveLength(kept);
		expect(told.endsWith('…')).toBe(length > kept);
	});

	it('lose secrets, the longer ones first, but not what is too short for one', () => {
		const words = wordsIn({ message: 'key-1 key-12 abc 4444' }, ['key-1', 'key-12', 'abc', '4444']);
		expect(words).toBe('*** *** abc ***');
	});
});
