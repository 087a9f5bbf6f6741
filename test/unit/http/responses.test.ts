import type { NotSent, Reply } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Circumstances, ResponseCase } from '../../../nodes/shared/http/classify';
import { holds } from '../../../nodes/shared/http/classify';
import { loginCaseOf } from '../../../nodes/shared/http/exchange';
import type { BodyKind, NotSentCase, RequestKind } from '../../../nodes/shared/http/responses';
import { NOT_SENT, RESPONSES } from '../../../nodes/shared/http/responses';
import { answered, broken, classOf, CREATE, DELETE, GET, LIST, UPDATE } from '../support/http';

const HTML = '<html><body>Sign in</body></html>';

type Verdict = 'done' | 'refused' | 'unclear';
/** Which of a read, a create, an update and a delete are sent again: R, C, U and D. */
type Resent = '' | 'RUD' | 'RCUD';

/** Every row of the table, and what an answer, or the lack of one, means by it. */
const ROWS: Array<[ResponseCase, ServiceRequest, Reply, Verdict, Resent, string?]> = [
	['success', GET, answered(200, { id: 1 }), 'done', ''],
	['success', CREATE, answered(201, { id: 1 }), 'done', ''],
	['success', CREATE, answered(200), 'done', ''],
	['success', CREATE, answered(200, {}), 'done', ''],
	['success', CREATE, answered(200, { data: null }), 'done', ''],
	['success', CREATE, answered(200, { success: true, message: 'Posted' }), 'done', ''],
	...[
		{ errorCode: 0, errorMessage: 'Success' },
		{ errorCode: '000', errors: [] },
		{ error: 'none' },
	].map((fine) => row('success', CREATE, answered(201, { id: 'S-1', ...fine }), 'done', '')),
	// Of several items, each has a state of its own.
	['success', CREATE, answered(201, [{ id: 'S-1', ok: false }, { id: 'S-2' }]), 'done', ''],
	['success', DELETE, answered(200, { data: { ok: 1 } }), 'done', ''],
	['success', DELETE, answered(204), 'done', ''],
	['success', UPDATE, answered(200, { code: '450' }), 'done', ''],
	['unreadable', CREATE, answered(200, HTML), 'unclear', 'RUD'],
	['unreadable', CREATE, answered(201, '{"id":"S-1","am'), 'unclear', 'RUD'],
	...[
		...[{ message: 'The folio is closed' }, { number: 4012 }, { created: false }, { status: 400 }],
		...[{ reservationId: 'R-1', message: 'x' }, [], false, 0, 48213, 'OK', { data: [] }],
		...[{ fault: { faultstring: 'closed' } }, { orderId: 7 }, { status: 'ok' }],
	].flatMap((body) => [
		row('unknownAnswer', CREATE, answered(200, JSON.stringify(body)), 'unclear', ''),
		row('unknownAnswerToChange', UPDATE, answered(200, JSON.stringify(body)), 'done', ''),
		row('unknownAnswerToChange', DELETE, answered(200, JSON.stringify(body)), 'done', ''),
		row('success', GET, answered(200, JSON.stringify(body)), 'done', ''),
	]),
	...[false, 0, '0', 'N', 'no', 'False '].flatMap((no) =>
		['success', 'ok', 'isSuccess', 'Succeeded', 'is_success'].map((flag) =>
			row('refusedInBody', CREATE, answered(200, { [flag]: no }), 'refused', ''),
		),
	),
	// It may have been made although something beside it was refused, such as a payment.
	...[
		{ success: false, data: { id: 'S-1', amount: 25 } },
		{ id: 'S-1', payment: { success: false, message: 'Card declined' } },
		{ amount: 25, ok: 0 },
	].map((body) => row('failedCreate', CREATE, answered(201, body), 'unclear', '')),
	['refusedInBody', UPDATE, answered(200, { ok: false, id: 'S-1' }), 'refused', ''],
	['refusedInBody', UPDATE, answered(200, { error: 'Closed' }), 'refused', ''],
	['refusedInBody', GET, answered(200, { status: 'failed' }), 'refused', ''],
	['failedCreate', CREATE, answered(200, { error: 'Closed' }), 'unclear', ''],
	// The ID may be that of the refusal.
	['failedCreate', CREATE, answered(200, { id: 'r-1', error: 'Closed' }), 'unclear', ''],
	['refusedInBody', UPDATE, answered(200, { id: 'r-1', status: 'error' }), 'refused', ''],
	['success', UPDATE, answered(200, { amount: 5, status: 'error' }), 'done', ''],
	['success', GET, answered(200, { id: 'S-1', status: 'error' }), 'done', ''],
	['unknownAnswer', CREATE, answered(207, [{ status: 422 }]), 'unclear', ''],
	['refusedInBody', UPDATE, answered(207, [{ status: 422 }]), 'refused', ''],
	['refusedInBody', DELETE, answered(207, [{ status: 423 }]), 'refused', ''],
	['success', DELETE, answered(207, ''), 'done', ''],
	['refusedInBody', LIST, answered(200, { errors: ['down'] }), 'refused', ''],
	['refusedInBody', LIST, answered(200, { success: false }), 'refused', ''],
	...[301, 307, 308].map((status) => row('redirect', GET, answered(status), 'refused', '')),
	...[300, 302, 303, 304].map((status) =>
		row('unclearRedirect', CREATE, answered(status), 'unclear', ''),
	),
	['invalid', CREATE, answered(400), 'refused', ''],
	['invalid', LIST, answered(422), 'refused', ''],
	['invalidDeletion', DELETE, answered(400), 'refused', ''],
	['unauthorized', GET, answered(401), 'refused', '', 'tokenRefused'],
	['forbidden', GET, answered(403), 'refused', ''],
	['unknownReservation', LIST, answered(404), 'refused', ''],
	['unknownReservation', CREATE, answered(410), 'refused', ''],
	['notFound', UPDATE, answered(404), 'refused', ''],
	['notFound', DELETE, answered(410), 'refused', ''],
	['conflict', CREATE, answered(409), 'refused', ''],
	...[LIST, GET, UPDATE, DELETE].map((request) =>
		row('conflict', request, answered(409), 'refused', ''),
	),
	['throttled', CREATE, answered(429), 'refused', 'RCUD', 'throttled'],
	...[402, 405, 413, 418, 423, 428].map((status) =>
		row('refused', CREATE, answered(status), 'refused', ''),
	),
	...[408, 499, 502, 503, 504].map((status) =>
		row('unavailable', UPDATE, answered(status), 'unclear', 'RUD'),
	),
	...[100, 500, 501, 505, 599].map((status) =>
		row('serverError', GET, answered(status), 'unclear', ''),
	),
	...['ENOTFOUND', 'EAI_AGAIN'].map((code) =>
		row('unreachable', CREATE, broken(code, 'getaddrinfo'), 'refused', 'RCUD'),
	),
	...[
		'CERT_HAS_EXPIRED',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_SSL_WRONG_VERSION_NUMBER',
	].map((code) => row('badCertificate', CREATE, broken(code), 'refused', '')),
	...[
		'ECONNREFUSED',
		'ETIMEDOUT',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'EADDRNOTAVAIL',
		'ECONNRESET',
	].map((code) => row('unreachable', CREATE, broken(code, 'connect'), 'refused', 'RCUD')),
	...['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ERR_TIMEOUT'].map((code) =>
		row('timeout', CREATE, broken(code), 'unclear', 'RUD'),
	),
	...[
		'ECONNRESET',
		'EPROTO',
		'EPIPE',
		'EWHATEVER',
		'HPE_INVALID_CONSTANT',
		'ERR_BAD_RESPONSE',
		'NOT_ENOTFOUND',
		'ETIMEDOUT_NOT',
		'',
	].map((code) => row('connectionLost', CREATE, broken(code, 'read'), 'unclear', 'RUD')),
	['byN8n', CREATE, notSent('byN8n'), 'refused', '', 'cannotSend'],
	['loginThrottled', CREATE, notSent('loginThrottled'), 'refused', 'RCUD', 'throttled'],
	['loginUnavailable', CREATE, notSent('loginUnavailable'), 'refused', 'RCUD'],
	['loginRefused', CREATE, notSent('loginRefused'), 'refused', '', 'cannotSend'],
	['loginWithoutToken', CREATE, notSent('loginWithoutToken'), 'refused', '', 'cannotSend'],
	// What became of a login leaves nothing unclear: the request that needed it was not sent.
	['connectionLost', CREATE, notSent('connectionLost'), 'refused', 'RCUD'],
	['timeout', CREATE, notSent('timeout'), 'refused', 'RCUD'],
	['badCertificate', CREATE, notSent('badCertificate'), 'refused', '', 'cannotSend'],
];

function row(...cells: (typeof ROWS)[number]): (typeof ROWS)[number] {
	return cells;
}

function notSent(name: NotSentCase): NotSent {
	return { kind: 'notSent', case: name, told: { what: 'No token', advice: '' } };
}

function nameOf(outcome: Reply): string {
	if (outcome.kind === 'notSent') return outcome.case;
	if (outcome.kind === 'noAnswer') return `${outcome.trouble} ${outcome.code}`;
	return `${outcome.status} ${JSON.stringify(outcome.body) ?? ''}`;
}

const titled = ROWS.map((row) => ({ title: `${row[1].method} ${nameOf(row[2])}`, row }));

it.each(titled)('$title: $row.0', ({ row: [name, request, reply, outcome, resent, signal] }) => {
	expect(classOf(request, reply)).toMatchObject({ case: name, outcome });
	expect(classOf(request, reply).signal).toBe(signal);
	const letters = { R: GET, C: CREATE, U: UPDATE, D: DELETE };
	const again = Object.entries(letters).filter(([, each]) => classOf(each, reply).mayResend);
	expect(again.map(([letter]) => letter).join('')).toBe(resent);
});

it('the table has no row without a test of it', () => {
	const tested = new Set<string>(ROWS.map(([name]) => name));
	expect(Object.keys({ ...RESPONSES, ...NOT_SENT }).filter((name) => !tested.has(name))).toEqual([
		'alreadyDeleted',
	]);
});

it.each([404, 410])('%d is a delete that is done where the item may be gone already', (status) => {
	const done = { case: 'alreadyDeleted', outcome: 'done' };
	expect(classOf(DELETE, answered(status), true)).toMatchObject(done);
	expect(classOf(UPDATE, answered(status), true).outcome).toBe('refused');
});

it.each<[NotSentCase, number, boolean?]>([
	['loginThrottled', 429],
	['loginUnavailable', 500],
	...[408, 499, 503].map((status): [NotSentCase, number] => ['loginUnavailable', status]),
	['loginWithoutToken', 302],
	...[400, 401, 403, 422].map((status): [NotSentCase, number] => ['loginRefused', status]),
	['loginRefused', 200, true],
	['loginRefused', 409, true],
	['loginThrottled', 429, true],
	['loginUnavailable', 500, true],
	['loginWithoutToken', 404, true],
	['loginWithoutToken', 404],
	['loginWithoutToken', 200],
])('a login is %s after %d, success false: %s', (name, status, saysNo = false) => {
	expect(loginCaseOf(status, saysNo)).toBe(name);
});

it('exactly one row of the table holds for whatever comes back, so that their order means nothing', () => {
	const kinds: RequestKind[] = ['list', 'get', 'create', 'update', 'delete', 'deleteIfThere'];
	const bodies: BodyKind[] = ['understood', 'unknown', 'refusal', 'openRefusal', 'unreadable'];
	const all: Circumstances[] = [];
	for (const on of kinds) {
		for (let status = 100; status < 600; status++) {
			const isSuccess = status >= 200 && status < 300;
			if (isSuccess) all.push(...bodies.map((body) => ({ on, status, body })));
			else all.push({ on, status });
		}
	}
	for (const circumstances of all) {
		const names = Object.entries(RESPONSES).filter(([, row]) => holds(row, circumstances));
		expect({ ...circumstances, rows: names.map(([name]) => name) }).toMatchObject({
			rows: [expect.any(String)],
		});
	}
});

it('a create under a key is sent again when it is unclear, and not when it was refused', () => {
	const keyed = { ...CREATE, idempotencyKey: 'k-1' };
	const failed = answered(200, { error: 'Closed' });
	for (const outcome of [broken('ECONNRESET'), answered(503), failed]) {
		expect(classOf(keyed, outcome)).toMatchObject({ outcome: 'unclear', mayResend: true });
		expect(classOf(CREATE, outcome).mayResend).toBe(false);
	}
	expect(classOf(keyed, answered(400)).mayResend).toBe(false);
});

it('an answer that is no sign of too many requests or of trouble tells that the service works', () => {
	const outcomes = [answered(200), answered(404), answered(429), answered(500), broken('EPIPE')];
	const served = outcomes.filter((outcome) => classOf(GET, outcome).isServed);
	expect(served).toEqual(outcomes.slice(0, 2));
});

it('says how long the service asks to wait', () => {
	expect(classOf(GET, answered(503, '', { 'retry-after': '7' })).retryAfterMs).toBe(7_000);
	expect(classOf(GET, answered(503)).retryAfterMs).toBeUndefined();
	expect(classOf(GET, { ...notSent('loginThrottled'), retryAfterMs: 5 }).retryAfterMs).toBe(5);
});
