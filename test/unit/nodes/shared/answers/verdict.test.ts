import type { ServiceRequest } from '../../../../../nodes/shared/client/serviceRequest';
import { verdictOf } from '../../../../../nodes/shared/answers/verdict';
import { answered } from '../../../support/outcomes';

const CHANGES = ['POST', 'PATCH', 'DELETE'] as const;
const item = { id: 'S-1', amount: 12.5, description: 'Late checkout' };

const verdicts = (status: number, body: unknown, methods: readonly ServiceRequest['method'][]) =>
	methods.map((method) => verdictOf(method, answered(status, body)));

describe('an answer without success', () => {
	it.each([
		{ success: false },
		{ success: 'false' },
		{ success: ' False ' },
		{ success: false, ...item },
		{ data: { success: false } },
		{ result: { success: 'false' } },
		{ response: { success: false } },
	])('is a refusal of anything: %j', (body) => {
		const methods = ['GET', ...CHANGES] as const;
		expect(verdicts(200, body, methods)).toEqual(methods.map(() => 'refused'));
	});
});

describe('a failure under a status of success', () => {
	it.each([
		{ errors: [{ message: 'Closed' }] },
		{ errors: [{ id: 'E-1', detail: 'Closed' }] },
		{ errors: { amount: ['too high'] } },
		{ error: { code: 'CLOSED', message: 'Closed' } },
		{ error: { id: 7, description: 'Closed' } },
		{ error: 'Closed' },
		{ error: true, message: 'Closed' },
		{ error: 'Closed', data: null },
		{ error: 'Closed', amount: null },
		{ status: 'error', message: 'Closed' },
		{ status: 'error', description: 'Closed' },
		{ status: 'Failed' },
		{ status: 'fail', data: { title: 'Closed' } },
		{ result: 'FAILURE' },
		{ data: { errors: [{ id: 'E-1', message: 'Closed' }] } },
		{ response: { status: 'error' } },
		{ error: 'Closed', request: item, requestId: 'q-1', reservation: { id: 'R-1' } },
	])('leaves a create unclear, and refuses other changes: %j', (body) => {
		expect(verdicts(200, body, CHANGES)).toEqual(['unclear', 'refused', 'refused']);
		expect(verdictOf('GET', answered(200, body))).toBe('done');
	});

	it.each([
		{ ...item, status: 'failed' },
		{ ...item, error: 'Not printed' },
		{ serviceId: 5, errors: ['Not printed'] },
		{ amount: 12.5, error: 'Not printed' },
		{ data: item, errors: [{ message: 'Not printed' }] },
		{ status: 'error', data: { service: item } },
		{ errors: ['Not printed'], results: [item] },
	])('is none where there is an item: %j', (body) => {
		expect(verdicts(201, body, CHANGES)).toEqual(CHANGES.map(() => 'done'));
	});

	it.each([
		undefined,
		'null',
		'"text"',
		[],
		{},
		{ ok: false },
		{ success: true },
		{ success: null },
		{ status: 'ok', result: 'success' },
		{ status: 200 },
		{ message: 'Created' },
		...['', ' ', 'false', null, [], {}, false, 0, [''], { code: 0, message: '' }].flatMap(
			(blank) => [{ error: blank }, { errors: blank }],
		),
	])('is none without a sign of it: %j', (body) => {
		expect(verdicts(200, body, CHANGES)).toEqual(CHANGES.map(() => 'done'));
	});
});

describe('several results under status 207', () => {
	it.each([
		{ results: [{ status: 422 }] },
		{ results: [{ status: 'HTTP/1.1 422 Unprocessable', id: 'S-1' }] },
		{ data: { results: [{ statusCode: '409', ...item }] } },
		[{ code: 500 }],
		{ ...item, errors: ['Closed'] },
		{ success: false },
	])('leave open what was done of a change: %j', (body) => {
		expect(verdicts(207, body, CHANGES)).toEqual(CHANGES.map(() => 'unclear'));
	});

	it.each([undefined, {}, { results: [{ status: 200 }] }])(
		'leave open whether an item was created that is not in them: %j',
		(body) => {
			expect(verdicts(207, body, CHANGES)).toEqual(['unclear', 'done', 'done']);
		},
	);

	it.each([item, { results: [{ status: 201, ...item }] }, [{ status: 201, code: 4400, ...item }]])(
		'are a success with an item and no refusal: %j',
		(body) => {
			expect(verdicts(207, body, CHANGES)).toEqual(CHANGES.map(() => 'done'));
		},
	);
});
