import type { JudgedBy } from '../../../../../nodes/shared/client/judgement';
import { answered, judged } from '../../../support/outcomes';

it.each([
	[199, 'brokenService'],
	[300, 'seeElsewhere'],
	[301, 'redirect'],
	[307, 'redirect'],
	[308, 'redirect'],
	[399, 'seeElsewhere'],
	[402, 'refused'],
	[498, 'refused'],
	[499, 'requestTimeout'],
	[500, 'brokenService'],
	[599, 'brokenService'],
])('knows what kind of an answer %d is', (status, kind) => {
	expect(judged('POST', answered(status)).kind).toBe(kind);
});

it('takes what the service did or complained about for allowed by the key', () => {
	const outcomes = [200, 201, 204, 300, 400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 503];
	const allowed = outcomes.filter((status) => judged('GET', answered(status, {})).isAuthorized);
	expect(allowed).toEqual([200, 201, 204, 400, 404, 409, 422]);
});

describe('an item that is not there', () => {
	it.each([404, 410])('is as good as deleted where it may be gone (%d)', (status) => {
		const verdicts = (by: Partial<JudgedBy>) =>
			(['GET', 'PATCH', 'DELETE'] as const).map(
				(method) => judged(method, answered(status), by).verdict,
			);
		expect(verdicts({ mayBeGone: true })).toEqual(['refused', 'refused', 'done']);
		expect(verdicts({ mayBeGone: false })).toEqual(['refused', 'refused', 'refused']);
	});

	it('is not as good as deleted when the service says anything else', () => {
		for (const status of [400, 403, 405, 409]) {
			expect(judged('DELETE', answered(status), { mayBeGone: true }).verdict).toBe('refused');
		}
	});
});

describe('a failure in the body', () => {
	const verdicts = (status: number, body: unknown) =>
		(['GET', 'PATCH', 'DELETE', 'POST'] as const).map(
			(method) => judged(method, answered(status, body)).verdict,
		);

	it('leaves open only what became of a create', () => {
		const failed = ['refused', 'refused', 'refused', 'unclear'];
		expect(verdicts(200, { error: 'Closed' })).toEqual(failed);
	});

	it('that is a plain refusal leaves nothing open', () => {
		expect(verdicts(201, { success: false })).toEqual(Array(4).fill('refused'));
	});

	it('of one result of several leaves every change open', () => {
		const unclear = ['done', 'unclear', 'unclear', 'unclear'];
		expect(verdicts(207, { results: [{ status: 422 }] })).toEqual(unclear);
	});

	it('is kept with the judgement', () => {
		const { failure } = judged('POST', answered(200, { meta: { error: 'Closed' } }));
		const context = { error: 'Closed' };
		expect(failure).toEqual({ kind: 'failure', field: 'error', value: 'Closed', context });
	});
});
