import { UserError } from 'n8n-workflow';

import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import { judge } from '../../../../../nodes/shared/client/judgement';
import type { Method } from '../../../../../nodes/shared/client/serviceRequest';
import { mapperOf } from '../../../support/mapper';
import { answered, broken, judged, withoutToken } from '../../../support/outcomes';

const HTML = '<html><body>Bad Gateway</body></html>';

/** What came back; whether GET, PATCH and DELETE are sent again; whether POST is; whether it may have been done. */
const cases: Array<[string, Outcome, boolean, boolean, boolean]> = [
	['200', answered(200, { id: 1 }), false, false, false],
	['201', answered(201, { id: 1 }), false, false, false],
	['299', answered(299, { id: 1 }), false, false, false],
	['204 with nothing', answered(204), false, false, false],
	['200 with nothing', answered(200), false, false, false],
	['200 with null', answered(200, 'null'), false, false, false],
	['200 with success false', answered(200, { success: false }), false, false, false],
	['200 with an error', answered(200, { error: 'Closed' }), false, false, true],
	['207 with nothing', answered(207), false, false, true],
	['207 with a refusal', answered(207, [{ status: 422 }]), false, false, true],
	['200 with HTML', answered(200, HTML), true, false, true],
	['200 with half a JSON', answered(200, '{"id":1,"amo'), true, false, true],
	['100', answered(100), false, false, true],
	['199', answered(199), false, false, true],
	['300', answered(300, { id: 1 }), false, false, true],
	['302', answered(302), false, false, true],
	['303', answered(303), false, false, true],
	['304', answered(304), false, false, true],
	['301', answered(301), false, false, false],
	['400', answered(400, { message: 'no' }), false, false, false],
	['401', answered(401), false, false, false],
	['403', answered(403), false, false, false],
	['404', answered(404), false, false, false],
	['408', answered(408), false, false, true],
	['409', answered(409), false, false, false],
	['422', answered(422, HTML), false, false, false],
	['429', answered(429), true, true, false],
	['410', answered(410), false, false, false],
	['499', answered(499), false, false, true],
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
	['no TLS at the other end', broken('EPROTO', 'write'), false, false, true],
	['timeout', broken('ECONNABORTED'), true, false, true],
	['timeout while reading', broken('ETIMEDOUT', 'read'), true, false, true],
	['reset', broken('ECONNRESET', 'read'), true, false, true],
	['broken pipe', broken('EPIPE', 'write'), true, false, true],
	['host unreachable while reading', broken('EHOSTUNREACH', 'read'), true, false, true],
	['network gone while reading', broken('ENETDOWN', 'read'), true, false, true],
	['network unreachable while writing', broken('ENETUNREACH', 'write'), true, false, true],
	['something unheard of', broken('EWHATEVER'), true, false, true],
	['no token for now', withoutToken(true), true, true, false],
	['no token, as there are too many requests', withoutToken(true, 1_000, true), true, true, false],
	['no token for good', withoutToken(false), false, false, false],
	['no usable address', { kind: 'notSent', reason: new UserError('x') }, false, false, false],
];

describe.each(cases)('%s', (_name, outcome, again, createAgain, unclear) => {
	it(again ? 'is worth another try' : 'is final', () => {
		for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
			expect([method, judged(method, outcome).mayResend]).toEqual([method, again]);
		}
	});

	it(createAgain ? 'lets a create be sent again' : 'never makes a second charge', () => {
		expect(judged('POST', outcome).mayResend).toBe(createAgain);
	});

	it(unclear ? 'leaves open what happened' : 'tells what happened', () => {
		expect(judged('POST', outcome).verdict === 'unclear').toBe(unclear);
	});
});

it('never sends a create again after an unclear outcome', () => {
	const unclear = cases.filter(([, outcome]) => judged('POST', outcome).verdict === 'unclear');
	expect(unclear.length).toBeGreaterThan(0);
	expect(unclear.filter(([, outcome]) => judged('POST', outcome).mayResend)).toEqual([]);
});

describe('a create under a key with which the service makes no second charge', () => {
	const keyed = (method: Method, outcome: Outcome, idempotencyKey?: string) =>
		judge({ method, idempotencyKey }, outcome, { mapper: mapperOf() }).mayResend;

	it('is sent again whenever it is not clear what happened, and at no other time than without', () => {
		for (const [, outcome, , createAgain, unclear] of cases) {
			expect(keyed('POST', outcome, 'key')).toBe(createAgain || unclear);
			expect(keyed('POST', outcome)).toBe(createAgain);
		}
	});

	it('is the only change for which a key counts', () => {
		for (const method of ['PATCH', 'DELETE'] as const) {
			for (const [, outcome, again] of cases) expect(keyed(method, outcome, 'key')).toBe(again);
		}
	});
});

/** The names of the cases that have this. */
function casesWith(has: (outcome: Outcome) => boolean | undefined): string[] {
	return cases.filter(([, outcome]) => has(outcome) === true).map(([name]) => name);
}

it('takes exactly the readable successes for done', () => {
	expect(casesWith((outcome) => judged('POST', outcome).verdict === 'done')).toEqual([
		'200',
		'201',
		'299',
		'204 with nothing',
		'200 with nothing',
		'200 with null',
	]);
});

it('slows down for 429 only', () => {
	expect(casesWith((outcome) => judged('GET', outcome).isThrottled)).toEqual([
		'429',
		'429 with HTML',
		'no token, as there are too many requests',
	]);
});

it('expects nothing more to succeed without a usable login or address', () => {
	expect(casesWith((outcome) => judged('GET', outcome).isFinal)).toEqual([
		'no token for good',
		'no usable address',
	]);
});

it('does not rule out what may be carried out only now', () => {
	expect(casesWith((outcome) => judged('POST', outcome).mayStillArrive)).toEqual([
		'408',
		'499',
		'504',
		'timeout',
		'timeout while reading',
	]);
});

it('takes a 401 alone for a matter of the token', () => {
	expect(casesWith((outcome) => judged('GET', outcome).isWorthLogin)).toEqual(['401']);
});
