import { ALL, CHANGES, item, kindsOf } from '../../../support/bodyFailures';

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
	{ code: 40404, msg: 'Reservation not found', data: null },
	{ code: 1007, msg: 'Closed', data: null },
	{ code: '50001', msg: 'Closed' },
	{ code: -1, msg: 'Closed' },
	{ errcode: 40001, errmsg: 'Closed' },
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
	...[0, 1, 200, 201, 10000, '0000'].map((code) => ({ code, msg: 'success', data: null })),
	{ errcode: 0, errmsg: 'ok' },
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
