import { failureInBody } from '../../../nodes/shared/http/classify';
import { CREATE, MAPPER, GET, LIST, UPDATE } from '../support/http';

const item = { id: 'S-1', amount: 12.5 };
const kindsOf = (body: unknown, requests = [LIST, GET, UPDATE, CREATE]) =>
	requests.map((request) => failureInBody(body, request, MAPPER)?.kind);

const bodies = (...given: unknown[]): Array<[unknown]> => given.map((body) => [body]);

describe('success: false', () => {
	it.each(
		bodies(
			{ success: false },
			{ success: 'false' },
			{ Success: ' False ' },
			{ success: false, ...item },
			{ data: { success: false } },
			{ data: item, meta: { success: false } },
		),
	)('at the top level or one below is a refusal: %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(4).fill('refusal'));
	});

	it.each(bodies({ a: { b: { success: false } } }, { success: true }, { success: null }, {}))(
		'is not told by %j',
		(body) => {
			expect(kindsOf(body)).toEqual(Array(4).fill(undefined));
		},
	);
});

describe('a failure', () => {
	it.each(
		bodies(
			...['error', 'fail', 'Failed', 'REJECTED '].map((status) => ({ status })),
			{ state: 'failed' },
			{ result: 'error', message: 'Closed' },
			{ error: 'Closed' },
			{ error: 7 },
			{ error: true },
			{ errors: [{ message: 'Closed' }] },
			{ errors: { amount: ['too high'] } },
			{ error: { code: 0, message: 'down' } },
			{ errorMessage: 'Closed' },
			{ error_code: 'E-17' },
			{ meta: { error: 'Closed' } },
			{ data: { status: 'failed' } },
			{ error: 'Closed', data: null },
		),
	)('is told where no item is there: %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(4).fill('failure'));
	});

	it.each(
		bodies(
			undefined,
			null,
			'text',
			[],
			{},
			{ status: 'ok', result: 'success' },
			{ status: 'open' },
			{ status: 500 },
			{ message: 'Created' },
			{ warning: 'odd' },
			...['', ' ', 'false', null, [], {}, false, 0, [''], '0', 'none', 'No', 'OK'].flatMap((no) => [
				{ error: no },
				{ errors: no },
				{ errorMessage: no },
			]),
			{ errors: { code: 0, list: [], text: 'ok' } },
			{ a: { b: { error: 'deep' } } },
		),
	)('is not told by %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(4).fill(undefined));
	});

	it.each(
		bodies(
			{ ...item, status: 'failed' },
			{ ...item, error: 'Not printed' },
			{ data: item, errors: [{ message: 'Not printed' }] },
			{ data: [item], status: 'error' },
		),
	)('is none where an item is there: %j', (body) => {
		expect(kindsOf(body)).toEqual(Array(4).fill(undefined));
	});

	it('in a list with one entry is told of a change, and not of a list, whose entries have states of their own', () => {
		expect(kindsOf([{ error: 'card' }])).toEqual([undefined, 'failure', 'failure', 'failure']);
		expect(kindsOf({ data: [{ status: 'failed' }] })).toEqual([
			undefined,
			'failure',
			'failure',
			'failure',
		]);
	});
});

it.each(
	bodies(
		{ code: '450' },
		{ data: { errorCode: '44000' } },
		{ status: 'failed' },
		{ success: false },
	),
)('a value where an example has a blank is no sign: %j', (body) => {
	const hasPlaceAt = (path: Array<string | number>) =>
		['code', 'data.errorCode', 'status', 'success'].includes(path.join('.'));
	expect(failureInBody(body, UPDATE, { ...MAPPER, hasPlaceAt })).toBeUndefined();
});
