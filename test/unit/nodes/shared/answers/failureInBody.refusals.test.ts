import { ALL, CHANGES, item, kindsOf } from '../../../support/bodyFailures';

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
		[{ results: [null, { status: 422 }] }],
		[{ a: { b: { c: { d: { success: false } } } } }],
	])('leave open what was done of a change: %j', (body) => {
		expect(kindsOf(body, CHANGES, { status })).toEqual(several);
	});

	it('are judged like any other answer where something was read', () => {
		const body = { id: 1, results: [{ status: 422 }] };
		expect(kindsOf(body, ['list', 'item'], { status })).toEqual([undefined, undefined]);
	});

	it('are not looked for deeper than services have them', () => {
		const body = { ...item, a: { b: { c: { d: { e: { success: false } } } } } };
		expect(kindsOf(body, CHANGES, { status })).toEqual([undefined, undefined]);
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
