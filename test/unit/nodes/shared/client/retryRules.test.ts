import { UserError } from 'n8n-workflow';

import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import {
	isDone,
	isThrottled,
	isUnclear,
	mayResend,
} from '../../../../../nodes/shared/client/retryRules';
import { answered, broken, withoutToken } from '../../../support/outcomes';

const HTML = '<html><body>Bad Gateway</body></html>';

/** What came back; whether GET, PATCH and DELETE are sent again; whether POST is; whether it may have been done. */
const cases: Array<[string, Outcome, boolean, boolean, boolean]> = [
	['200', answered(200, { id: 1 }), false, false, false],
	['201', answered(201, { id: 1 }), false, false, false],
	['204 with nothing', answered(204), false, false, false],
	['200 with nothing', answered(200), false, false, false],
	['200 with null', answered(200, 'null'), false, false, false],
	['200 with success false', answered(200, { success: false }), false, false, false],
	['200 with an error', answered(200, { error: 'no' }), false, false, true],
	['207 with nothing', answered(207), false, false, true],
	['207 with a refusal', answered(207, [{ status: 422 }]), false, false, true],
	['200 with HTML', answered(200, HTML), true, false, true],
	['200 with half a JSON', answered(200, '{"id":1,"amo'), true, false, true],
	['301', answered(301), false, false, false],
	['400', answered(400, { message: 'no' }), false, false, false],
	['401', answered(401), false, false, false],
	['403', answered(403), false, false, false],
	['404', answered(404), false, false, false],
	['408', answered(408), false, false, true],
	['409', answered(409), false, false, false],
	['422', answered(422, HTML), false, false, false],
	['429', answered(429), true, true, false],
	['429 with HTML', answered(429, HTML), true, true, false],
	['500', answered(500), false, false, true],
	['502', answered(502, HTML), true, false, true],
	['503', answered(503), true, false, true],
	['504', answered(504), true, false, true],
	['connection refused', broken('ECONNREFUSED', 'connect'), true, true, false],
	['host not found', broken('ENOTFOUND', 'getaddrinfo'), true, true, false],
	['DNS busy', broken('EAI_AGAIN', 'getaddrinfo'), true, true, false],
	['timeout while connecting', broken('ETIMEDOUT', 'connect'), true, true, false],
	['reset while connecting', broken('ECONNRESET', 'connect'), true, true, false],
	['host unreachable', broken('EHOSTUNREACH', 'connect'), true, true, false],
	['untrusted certificate', broken('CERT_HAS_EXPIRED'), false, false, false],
	['timeout', broken('ECONNABORTED'), true, false, true],
	['timeout while reading', broken('ETIMEDOUT', 'read'), true, false, true],
	['reset', broken('ECONNRESET', 'read'), true, false, true],
	['broken pipe', broken('EPIPE', 'write'), true, false, true],
	['host unreachable while reading', broken('EHOSTUNREACH', 'read'), true, false, true],
	['network gone while reading', broken('ENETDOWN', 'read'), true, false, true],
	['network unreachable while writing', broken('ENETUNREACH', 'write'), true, false, true],
	['something unheard of', broken('EWHATEVER'), true, false, true],
	['no token for now', withoutToken(true), true, true, false],
	['no token for good', withoutToken(false), false, false, false],
	['no usable address', { kind: 'notSent', reason: new UserError('x') }, false, false, false],
];

describe.each(cases)('%s', (_name, outcome, again, createAgain, unclear) => {
	it(again ? 'is worth another try' : 'is final', () => {
		for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
			expect([method, mayResend(method, outcome)]).toEqual([method, again]);
		}
	});

	it(createAgain ? 'lets a create be sent again' : 'never makes a second charge', () => {
		expect(mayResend('POST', outcome)).toBe(createAgain);
	});

	it(unclear ? 'leaves open what happened' : 'tells what happened', () => {
		expect(isUnclear('POST', outcome)).toBe(unclear);
	});
});

it('never sends a create again after an unclear outcome', () => {
	const unclear = cases.filter(([, outcome]) => isUnclear('POST', outcome));
	expect(unclear.length).toBeGreaterThan(0);
	expect(unclear.filter(([, outcome]) => mayResend('POST', outcome))).toEqual([]);
});

it('takes exactly the readable successes for done', () => {
	const done = cases.filter(([, outcome]) => isDone('POST', outcome)).map(([name]) => name);
	expect(done).toEqual(['200', '201', '204 with nothing', '200 with nothing', '200 with null']);
});

it('slows down for 429 only', () => {
	const throttled = cases.filter(([, outcome]) => isThrottled(outcome)).map(([name]) => name);
	expect(throttled).toEqual(['429', '429 with HTML']);
});
