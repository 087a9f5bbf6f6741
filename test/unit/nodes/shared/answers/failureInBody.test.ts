import type { AskedFor } from '../../../../../nodes/shared/answers/failureInBody';
import { failureInBody } from '../../../../../nodes/shared/answers/failureInBody';
import type { ApiSettings } from '../../../../../nodes/shared/wire/apiSettings';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';

const item = { id: 'S-1', amount: 12.5, description: 'Late checkout' };
const CHANGES: AskedFor[] = ['change', 'creation'];
const ALL: AskedFor[] = ['list', 'item', ...CHANGES];

function kindsOf(
	body: unknown,
	asked: AskedFor[],
	{ status = 200, ...format }: Partial<ApiSettings> & { status?: number } = {},
) {
	return asked.map(
		(each) =>
			failureInBody({ status, body }, each, apiFormatOf({ customApiFormat: true, ...format }))
				?.kind,
	);
}

describe('an answer without success', () => {
	it.each([
		{ success: false },
		{ success: 'false' },
		{ success: ' False ' },
		{ success: 0 },
		{ success: 'no' },
		{ Success: false },
		{ success: false, ...item },
		{ data: { success: false } },
		{ result: { success: 'false' } },
		{ results: { success: false, message: 'Closed' } },
		{ response: { success: false } },
		{ response: { data: { success: false } } },
		{ status: { success: false } },
	])('is a refusal of anything: %j', (body) => {
		expect(kindsOf(body, ALL)).toEqual(ALL.map(() => 'refusal'));
	});

	it('is not looked for in the entries of a list', () => {
		expect(kindsOf([{ ...item, success: false }], ALL)).toEqual([
			undefined,
			'refusal',
			'refusal',
			'refusal',
		]);
	});
});

describe('an answer of which no service wraps as much', () => {
	it.each([
		['four deep', { data: { result: { response: { meta: { success: false } } } } }],
		['in something else', { reservation: { success: false } }],
		['in one of several entries', [{ success: false }, { success: true }]],
	])('is not searched %s', (_, body) => {
		expect(kindsOf(body, ALL)).toEqual(ALL.map(() => undefined));
	});

	it('is searched three deep', () => {
		const body = { data: { result: { response: { success: false } } } };
		expect(kindsOf(body, ALL)).toEqual(ALL.map(() => 'refusal'));
	});

	it('is searched below, where several results came at once', () => {
		const body = { parts: [{ done: 1 }, { part: { state: 'failed' } }] };
		expect(kindsOf(body, CHANGES, { status: 207 })).toEqual(['severalResults', 'severalResults']);
	});
});

/** What tells of a failure, whatever was asked for. */
const failures: Array<[unknown]> = [
	{ errors: [{ message: 'Closed' }] },
	{ errors: [{ id: 'E-1', detail: 'Closed' }] },
	{ errors: { amount: ['too high'] } },
	{ error: { code: 'CLOSED', message: 'Closed' } },
	{ error: { id: 7, description: 'Closed' } },
	{ error: { code: 0, message: 'down' } },
	{ error: 'Closed' },
	{ error: 7 },
	{ error: true, message: 'Closed' },
	{ error: 'Closed', data: null },
	{ error: 'Closed', amount: null },
	{ errorMessage: 'Reservation is closed' },
	{ error_message: 'Closed' },
	{ ErrorCode: 'E-17' },
	{ hasErrors: true },
	{ fault: { faultstring: 'Closed' } },
	{ meta: { error: 'Closed' } },
	{ meta: { errors: [{ detail: 'Closed' }] } },
	{ header: { error: 'Closed' } },
	{ result: { meta: { error: 'Closed' } } },
	{ status: 'error', message: 'Closed' },
	{ status: 'error', description: 'Closed' },
	{ status: 'Failed' },
	{ status: 'rejected' },
	{ status: 'fail', data: { title: 'Closed' } },
	{ status: { code: 500, message: 'Closed' } },
	{ status: 422, title: 'Closed' },
	{ statusCode: '409' },
	{ result: 'FAILURE' },
	{ ok: false },
	{ isSuccess: false, message: 'Closed' },
	{ data: { errors: [{ id: 'E-1', message: 'Closed' }] } },
	{ response: { status: 'error' } },
	{ error: 'Closed', request: item, requestId: 'q-1', reservation: { id: 'R-1' } },
].map((body) => [body]);

/** What means that nothing went wrong. */
const blanks = ['', ' ', 'false', null, [], {}, false, 0, [''], '0', 'none', 'No error', 'OK'];
const innocent: Array<[unknown]> = [
	undefined,
	null,
	'text',
	[],
	{},
	{ success: true },
	{ success: null },
	{ success: 1 },
	{ ok: true },
	{ status: 'ok', result: 'success' },
	{ status: 'open' },
	{ status: 'error-free' },
	{ status: null },
	{ status: 200 },
	{ code: 4400 },
	{ message: 'Created' },
	{ meta: { message: 'Created' } },
	...[...blanks, { code: 0, message: '' }, { code: '0' }, { code: '00', text: 'Success' }].flatMap(
		(blank) => [{ error: blank }, { errors: blank }, { errorMessage: blank }],
	),
].map((body) => [body]);

describe('a failure', () => {
	it.each(failures)('is told whatever was asked for: %j', (body) => {
		expect(kindsOf(body, ALL)).toEqual(ALL.map(() => 'failure'));
	});

	it.each([
		[{ error: 'Closed', data: null }],
		[{ errors: ['x'], items: [] }],
		[{ data: { items: [], error: 'down' } }],
		[{ services: [], meta: { errors: [{ detail: 'down' }] } }],
		[{ items: [], status: 500 }],
		[{ items: [], status: 'FAILED', message: 'down' }],
	])('is told instead of a list: %j', (body) => {
		expect(kindsOf(body, ['list'])).toEqual(['failure']);
	});

	it.each([[[{ error: 'Closed' }]], [{ results: [{ status: 'failed', message: 'Closed' }] }]])(
		'is told by the one result of a change: %j',
		(body) => {
			expect(kindsOf(body, CHANGES)).toEqual(['failure', 'failure']);
		},
	);

	it.each(innocent)('is not told by %j', (body) => {
		expect(kindsOf(body, ALL)).toEqual(ALL.map(() => undefined));
	});

	it.each<[unknown]>([
		[{ ...item, status: 'failed' }],
		[{ ...item, error: 'Not printed' }],
		[{ ...item, ok: false, code: 404 }],
		[{ serviceId: 5, errors: ['Not printed'] }],
		[{ amount: 12.5, error: 'Not printed' }],
		[{ data: item, errors: [{ message: 'Not printed' }] }],
		[{ status: 'error', data: { service: item } }],
		[{ errors: ['Not printed'], results: [item] }],
	])('is none where there is an item: %j', (body) => {
		expect(kindsOf(body, ['item', ...CHANGES])).toEqual([undefined, undefined, undefined]);
	});

	it.each<[unknown]>([
		[[]],
		[{ items: [] }],
		[{ data: null }],
		[{ data: [{ id: 1 }], error: 'backend slow', status: 'error' }],
		[{ data: [{ id: 1, status: 'failed', error: 'card' }] }],
		[[{ error: 'card' }]],
	])('is none where there is a list: %j', (body) => {
		expect(kindsOf(body, ['list'])).toEqual([undefined]);
	});
});

describe("the credential's own names", () => {
	const format = { idField: 'chargeNo', amountField: 'total' };

	it.each<[unknown]>([
		[{ chargeNo: 7, total: 12.5, status: 'failed' }],
		[{ chargeNo: 7, error: 'Not printed' }],
		[{ data: { total: 12.5 }, error: 'Not printed' }],
	])('tell an item: %j', (body) => {
		expect(kindsOf(body, ['item', ...CHANGES], format)).toEqual([undefined, undefined, undefined]);
		expect(kindsOf(body, ['creation'])).toEqual(['failure']);
	});

	it('tell what is none, whatever its names mean elsewhere', () => {
		expect(kindsOf({ id: 'q-1', amount: 12.5, error: 'Closed' }, CHANGES, format)).toEqual([
			'failure',
			'failure',
		]);
	});

	it('tell where a list should be', () => {
		const body = { data: [{ id: 1 }], result: { charges: null }, error: 'down' };
		expect(kindsOf(body, ['list'], { itemsField: 'result.charges' })).toEqual(['failure']);
		expect(kindsOf(body, ['list'], { itemsField: 'data' })).toEqual([undefined]);
	});
});

describe('several results under status 207', () => {
	const several = ['severalResults', 'severalResults'];
	const status = 207;

	it.each<[unknown]>([
		[{ results: [{ status: 422 }] }],
		[{ results: [{ status: 'HTTP/1.1 422 Unprocessable', id: 'S-1' }] }],
		[{ data: { results: [{ statusCode: '409', ...item }] } }],
		[[{ code: 500 }]],
		[{ ...item, errors: ['Closed'] }],
		[{ success: false }],
		[{ items: [item, { success: false }] }],
	])('leave open what was done of a change: %j', (body) => {
		expect(kindsOf(body, CHANGES, { status })).toEqual(several);
	});

	it.each<[unknown]>([[undefined], [{}], [{ results: [{ status: 200 }] }]])(
		'leave open whether an item was created that is not in them: %j',
		(body) => {
			expect(kindsOf(body, CHANGES, { status })).toEqual([undefined, 'severalResults']);
		},
	);

	it.each<[unknown]>([
		[item],
		[{ results: [{ status: 201, ...item }] }],
		[[{ status: 201, code: 4400, ...item }]],
	])('are a success with an item and no refusal: %j', (body) => {
		expect(kindsOf(body, CHANGES, { status })).toEqual([undefined, undefined]);
	});
});
