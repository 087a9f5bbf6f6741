import { masked } from '../../../nodes/shared/http/reply';
import { missingIn, wordsIn } from '../../../nodes/shared/http/words';

const LARAVEL = 'The given data was invalid.';

describe("the service's own words, as real services write them", () => {
	it.each<[string, unknown, string]>([
		['a message', { message: 'No such account code.' }, 'No such account code'],
		['a code alone', { id: 'x1', error: { code: 'invalid_amount' } }, 'invalid_amount'],
		['a code beside words', { code: 'E-7', message: 'The day is past' }, 'E-7; The day is past'],
		['OAuth', { error: 'invalid_grant', error_description: 'Expired' }, 'invalid_grant; Expired'],
		['plain text', 'Not   today', 'Not today'],
		['a word', 'Closed', 'Closed'],
		['a code before words', { message: '[SVC-12] It is closed' }, '[SVC-12] It is closed'],
		['problem details', { type: 'about:blank', title: 'Bad Request', status: 400 }, 'Bad Request'],
		[
			'Django',
			{ amount: ['A valid number is required.'], non_field_errors: ['Reservation is closed.'] },
			'amount: A valid number is required; Reservation is closed',
		],
		[
			'FastAPI',
			{ detail: [{ loc: ['body', 'amount'], msg: 'field required', type: 'value_error.missing' }] },
			'amount: field required',
		],
		[
			'Laravel',
			{ message: LARAVEL, errors: { booking_id: ['The booking id field is required.'] } },
			'The given data was invalid; booking_id: The booking_id field is required',
		],
		[
			'ASP.NET',
			{ title: 'Not valid.', traceId: '00-5f2c', errors: { Amount: ['The Amount is too low.'] } },
			'Not valid; Amount: The Amount is too low',
		],
		[
			'Odoo',
			{
				error: {
					message: 'Odoo Error',
					data: { debug: 'Traceback (most)', message: 'It is closed' },
				},
			},
			'Odoo Error; It is closed',
		],
		[
			'Xero',
			{ Message: 'Not valid', Elements: [{ ValidationErrors: [{ Message: 'Code is unknown' }] }] },
			'Not valid; Code is unknown',
		],
		[
			'NestJS',
			{ statusCode: 400, message: ['amount must be a number'], error: 'Bad Request' },
			'amount must be a number; Bad Request',
		],
		['nothing', { status: 400, errors: [] }, ''],
		['a web page', '<html>Blocked</html>', ''],
		['a list that breaks off', '[{"guest": "Ja', ''],
	])('%s', (_, body, words) => {
		expect(wordsIn(body)).toBe(words);
	});

	it.each([300, 301])('of %d letters keep 300', (length) => {
		const words = wordsIn({ message: 'x'.repeat(length) });
		expect(words).toHaveLength(300);
		expect(words.endsWith('…')).toBe(length > 300);
	});

	it('show no secret, and leave ordinary words alone', () => {
		const words = masked('Key s3cr3t-k is unknown; the room is closed', ['s3cr3t-k', 'room']);
		expect(words).toBe('Key *** is unknown; the room is closed');
	});
});

it.each([
	['Query parameter booking_no is required', 'booking_no'],
	['The given data was invalid; room: The room field is required', 'room'],
	['It was not read (status 400): Parameter room is missing', 'room'],
	['booking_no: This field is required', 'booking_no'],
	['Missing required parameter: booking_no', 'booking_no'],
	["Required request parameter 'room' for method parameter type String is not present", 'room'],
	["body must have required property 'booking.no'", 'booking.no'],
	['"room" is not allowed to be empty', 'room'],
	["booking_no can't be blank; The day is past", 'booking_no'],
	['Bad Request; booking_no is missing', 'booking_no'],
	['amount: A valid number is required; Reservation is closed', undefined],
	['This field is required', undefined],
	['Changes are not allowed after checkout', undefined],
	['The day is past', undefined],
])('what is missing is read from "%s": %s', (words, name) => {
	expect(missingIn(words)).toBe(name);
});
