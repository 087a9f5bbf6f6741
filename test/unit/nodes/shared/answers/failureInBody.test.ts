import { failureInBody } from '../../../../../nodes/shared/answers/failureInBody';
import { mapperOf, type Settings } from '../../../support/mapper';

const item = { id: 'S-1', amount: 12.5, description: 'Late checkout' };

/** The kinds of failure that a body tells of, as the answer to a list and to anything else. */
function kindsOf(body: unknown, settings?: Settings): Array<string | undefined> {
	const mapper = mapperOf(settings);
	return [true, false].map((isList) => failureInBody(body, isList, mapper)?.kind);
}

describe('success: false', () => {
	it.each([
		{ success: false },
		{ success: ' False ' },
		{ Success: 'false', ...item },
		{ data: { success: false, ...item } },
		{ results: { success: false, items: [item] } },
	])('is a refusal at the top level or one below: %j', (body) => {
		expect(kindsOf(body)).toEqual(['refusal', 'refusal']);
	});

	it.each([
		{ success: true },
		{ success: null },
		{ success: 0 },
		{ data: { result: { success: false } } },
		{ parts: [{ success: false }, { success: true }] },
	])('is none: %j', (body) => {
		expect(kindsOf(body)).toEqual([undefined, undefined]);
	});

	it('is that of one item within a list', () => {
		expect(kindsOf([{ ...item, success: false }])).toEqual([undefined, 'refusal']);
	});
});

describe('what went wrong', () => {
	it.each([
		{ errors: [{ message: 'Closed' }] },
		{ errors: [{ id: 'E-1', detail: 'Closed' }] },
		{ errors: { amount: ['too high'] } },
		{ error: { code: 0, message: 'down' } },
		{ error: 'Closed', data: null },
		{ error: true },
		{ error_message: 'Closed' },
		{ ErrorCode: 7 },
		{ meta: { errors: [{ detail: 'Closed' }] } },
		{ status: 'error', message: 'Closed' },
		{ state: 'Failed' },
		{ result: ' rejected ' },
		{ data: { status: 'fail' } },
		{ items: [], error: 'down' },
		{ error: 'Closed', request: item, requestId: 'q-1', reservation: { id: 'R-1' } },
	])('is told where no service item is: %j', (body) => {
		expect(kindsOf(body)).toEqual(['failure', 'failure']);
	});

	it.each([
		{ ...item, status: 'failed' },
		{ serviceId: 5, errors: ['Not printed'] },
		{ amount: 12.5, error: 'Not printed' },
		{ data: { service: item }, status: 'error' },
		{ errors: ['Not printed'], results: [item] },
	])('is not told where one is: %j', (body) => {
		expect(kindsOf(body)).toEqual([undefined, undefined]);
	});

	it('is that of one item within a list', () => {
		expect(kindsOf([{ error: 'Closed' }])).toEqual([undefined, 'failure']);
		expect(kindsOf({ results: [{ status: 'failed' }] })).toEqual([undefined, 'failure']);
	});

	const none = ['', ' ', 'false', null, [], {}, false, 0, [''], '0', 'none', 'No', 'OK'];
	it.each([...none, { code: 0, message: '' }, [{ code: '0' }]])('is nothing with %j', (nothing) => {
		expect(kindsOf({ error: nothing })).toEqual([undefined, undefined]);
		expect(kindsOf({ meta: { errorMessage: nothing } })).toEqual([undefined, undefined]);
	});

	it.each([
		[undefined],
		[null],
		['text'],
		[[]],
		[{}],
		[{ status: 'ok', result: 'success', state: 'open' }],
		[{ status: 'error-free' }],
		[{ status: 422, code: 40404, ok: false, message: 'Closed' }],
		[{ response: { meta: { error: 'Closed' } } }],
	])('is not told by %j', (body) => {
		expect(kindsOf(body)).toEqual([undefined, undefined]);
	});
});

describe('a place that an example has a blank for', () => {
	const blanks = { reservationId: '{reservationId}', amount: '{amount}' };

	it.each<[Settings, unknown]>([
		[{ createBody: { ...blanks, result: '{description}' } }, { result: 'failed' }],
		[{ createBody: { ...blanks, status: '{accountCode}' } }, { data: { status: 'rejected' } }],
		[
			{ listResponse: { errors: '{total}', items: [{ id: '{id}', amount: '{amount}' }] } },
			{ errors: 7, items: [] },
		],
	])('tells of no failure: %j', (settings, body) => {
		expect(kindsOf(body)).toContain('failure');
		expect(kindsOf(body, settings)).toEqual([undefined, undefined]);
	});
});

it('is told with its place and what stands around it', () => {
	const context = { error: 'Closed', hint: 'Open it' };
	expect(failureInBody({ meta: context }, false, mapperOf())).toEqual({
		kind: 'failure',
		field: 'error',
		value: 'Closed',
		context,
	});
});
