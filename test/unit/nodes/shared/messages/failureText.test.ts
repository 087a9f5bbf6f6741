import { failureTextOf } from '../../../../../nodes/shared/messages/failureText';
import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import type { RequestPurpose } from '../../../../../nodes/shared/client/requestPurpose';
import type { ServiceRequest } from '../../../../../nodes/shared/client/serviceRequest';
import { answered, broken, failedWith, withoutToken } from '../../../support/outcomes';
import { BANNED_WORDS } from '../../../support/wording';

const SECRETS = ['key-of-hotel-1', 'T1-token'];

type AnyRequest = ServiceRequest & RequestPurpose;

const LIST: AnyRequest = { method: 'GET', reservationId: 'R-1' };
const GET: AnyRequest = { method: 'GET', serviceId: 'S-1' };
const CREATE: AnyRequest = { method: 'POST', reservationId: 'R-1', body: {} };
const UPDATE: AnyRequest = { method: 'PATCH', serviceId: 'S-1', body: {} };
const DELETE: AnyRequest = { method: 'DELETE', serviceId: 'S-1' };
const REQUESTS = [LIST, GET, CREATE, UPDATE, DELETE];

function textOf(request: AnyRequest, outcome: Outcome, unclear?: boolean) {
	return failureTextOf(failedWith(request, outcome, SECRETS, unclear));
}

function isUnclear(request: AnyRequest, outcome: Outcome): boolean {
	return failedWith(request, outcome).isUnclear;
}

const PAGE = '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>';

/** Every status with words of the service, without any, and with HTML; and everything that is no answer. */
const STATUSES = [
	302, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 422, 423, 425, 428, 429, 500, 502, 503,
	504,
];
const OUTCOMES: Array<[string, Outcome]> = [
	...STATUSES.flatMap(
		(status): Array<[string, Outcome]> => [
			[`${status} with words`, answered(status, { message: 'Sorry, no' })],
			[`${status} with nothing`, answered(status)],
			[`${status} with HTML`, answered(status, '<html><h1>Oops</h1></html>')],
		],
	),
	['200 and success false with words', answered(200, { success: false, message: 'Sorry, no' })],
	['200 and a failure', answered(200, { status: 'failed' })],
	['400 with null', answered(400, 'null')],
	['an unreadable answer', answered(200, '<html>Welcome</html>')],
	['half an answer', answered(201, '{"id":"S-1","am')],
	['a timeout', broken('ECONNABORTED')],
	['an unknown host', broken('ENOTFOUND', 'getaddrinfo')],
	['a refused connection', broken('ECONNREFUSED', 'connect')],
	['a reset', broken('ECONNRESET', 'read')],
	['an untrusted certificate', broken('CERT_HAS_EXPIRED')],
	['no token', withoutToken(false)],
];

describe.each(OUTCOMES)('%s', (name, outcome) => {
	const texts = REQUESTS.map((request) => textOf(request, outcome));

	it('is told with what happened, and what to do in the message and in the description', () => {
		for (const { message, description } of texts) {
			expect(message.length).toBeGreaterThan(20);
			expect(description.length).toBeGreaterThan(5);
			expect(description).not.toBe(message);
			if (outcome.kind !== 'notSent') {
				expect(message).toMatch(
					/Check|Put|Try|Look|Read|Wait|Set|asks to wait|new API key|run this again/,
				);
			}
		}
	});

	it('is told in decent words', () => {
		for (const { message, description } of texts) {
			expect(`${message} ${description}`).not.toMatch(BANNED_WORDS);
			expect(`${message} ${description}`).not.toMatch(
				/undefined|null|NaN|\[object|<|Oops|\s\s|\.\.|:\s*[.:]/,
			);
		}
	});

	it("has the service's own words where it gave any", () => {
		const said = texts.filter(({ message }) => message.includes('Sorry, no'));
		// A redirect speaks of itself, but for a create it may also mean that it was done.
		const count = name === '302 with words' ? 1 : texts.length;
		expect(said).toHaveLength(name.endsWith('with words') ? count : 0);
	});
});

describe('a create whose outcome is unclear', () => {
	const unclear = OUTCOMES.filter(([, outcome]) => isUnclear(CREATE, outcome));

	it.each(unclear)('says after %s that the item may exist, and where to look', (_name, outcome) => {
		const { message, description } = textOf(CREATE, outcome);

		expect(message).toMatch(/may or may not have been created on reservation 'R-1'/);
		expect(message).toMatch(/Look at the reservation/);
		expect(description).toMatch(/not charged twice/);
		expect(`${message} ${description}`).not.toMatch(/was not created|[Nn]othing was sent/);
	});

	it('still says so when a later try was refused outright', () => {
		for (const [, outcome] of OUTCOMES) {
			const { message, description } = textOf(CREATE, outcome, true);
			expect(message).toMatch(/may or may not have been created/);
			expect(`${message} ${description}`).not.toMatch(/safe to run this again|twice has the same/);
		}
	});

	it('is not claimed when the service certainly did nothing', () => {
		for (const [, outcome] of OUTCOMES.filter(([, each]) => !isUnclear(CREATE, each))) {
			expect(textOf(CREATE, outcome).message).not.toMatch(/may or may not/);
		}
	});
});

describe('a change whose outcome is unclear', () => {
	it.each([
		[UPDATE, 'updated'],
		[DELETE, 'deleted'],
	])('says so, and that it is safe to repeat: %p', (request, done) => {
		for (const outcome of [answered(503), answered(200, '<html>'), broken('ECONNRESET')]) {
			const { message, description } = textOf(request, outcome);
			expect(message).not.toMatch(/was not (updated|deleted)/);
			expect(`${message} ${description}`).toMatch(
				new RegExp(`may or may not have been ${done}|safe to run this again`),
			);
		}
	});

	it.each<[string, Outcome]>([
		['429', answered(429)],
		['a refused connection', broken('ECONNREFUSED', 'connect')],
		['no token', withoutToken(false)],
	])('is not forgotten when a later try of it ended with %s', (_name, outcome) => {
		const { message, description } = textOf(UPDATE, outcome, true);
		expect(`${message} ${description}`).toMatch(
			/may (or may not )?have been|safe to run this again/,
		);
		expect(`${message} ${description}`).not.toMatch(/[Nn]othing was sent|before doing anything/);
	});
});

describe('a read that got no answer before', () => {
	it.each(OUTCOMES.filter(([, outcome]) => !isUnclear(GET, outcome)))(
		'is told like any other: %s',
		(_name, outcome) => {
			for (const request of [LIST, GET]) {
				expect(textOf(request, outcome, true)).toEqual(textOf(request, outcome, false));
			}
		},
	);
});

describe('the advice', () => {
	it.each<[string, AnyRequest, Outcome, RegExp]>([
		['400', CREATE, answered(400), /values.*Check the fields/],
		['422', UPDATE, answered(422), /values.*Check the fields/],
		['401', LIST, answered(401), /scope/],
		['403', DELETE, answered(403), /scope.*new API key/],
		['404 of an item', GET, answered(404), /'S-1' was not found.*'Service Item'/],
		['404 of a list', LIST, answered(404), /'Reservation ID'.*'Base URL'/],
		['404 of a create', CREATE, answered(404), /'Reservation ID'.*'Base URL'/],
		['410 of an item', DELETE, answered(410), /'S-1' was not found/],
		['207', UPDATE, answered(207, [{ status: 422 }]), /may or may not.*207.*Look at/],
		['409', UPDATE, answered(409), /'S-1' was not updated.*conflicts/],
		['429', LIST, answered(429), /too many requests.*Wait/],
		['503', LIST, answered(503), /could not be read.*503.*Try again later/],
		['a redirect', CREATE, answered(301), /redirect.*'Base URL'/],
		['a timeout', GET, broken('ECONNABORTED'), /in time.*Try again/],
		['an unknown host', GET, broken('ENOTFOUND'), /host name.*not found.*address/],
		['a refused connection', DELETE, broken('ECONNREFUSED'), /'S-1' was not deleted.*refused/],
		['an untrusted certificate', GET, broken('CERT_HAS_EXPIRED'), /certificate/],
		['an unreadable answer', LIST, answered(200, '{"a"'), /could not be read.*'Base URL'/],
		['a web page', LIST, answered(200, PAGE), /web page came in place of.*'Base URL'.*sign-in/],
		['a web page', CREATE, answered(200, PAGE), /may or may not.*a web page came in place/],
		['no token', LIST, withoutToken(false), /login did not succeed/],
	])(
		'for %s is in the message, as an AI agent sees nothing else',
		(_what, request, outcome, words) => {
			expect(textOf(request, outcome).message).toMatch(words);
		},
	);

	it.each([200, 403, 404, 500, 502])(
		'of a web page with status %d says that it may not be of the service',
		(status) => {
			expect(textOf(LIST, answered(status, PAGE)).description).toMatch(/sign-in page, a proxy/);
			expect(textOf(LIST, answered(status, '<a>')).description).not.toMatch(/web page/);
		},
	);

	it.each([401, 403])(
		'for %d says that scopes are fixed, so that a new key is needed',
		(status) => {
			const { description } = textOf(CREATE, answered(status));
			expect(description).toMatch(/fixed when it is generated.*new API key/);
			expect(textOf(UPDATE, answered(status), true).description).toMatch(/new API key/);
		},
	);

	it('for 401 names the fields of the credential', () => {
		const { message, description } = textOf(CREATE, answered(401));
		expect(`${message} ${description}`).toMatch(/'Account ID', 'API Key'/);
	});

	it('for a timeout names the option that helps', () => {
		const { message, description } = textOf(GET, broken('ECONNABORTED'));
		expect(`${message} ${description}`).toContain(`'Timeout'`);
	});

	it('for 429 names the options that help', () => {
		expect(textOf(CREATE, answered(429)).description).toMatch(
			/'Max Concurrency' and 'Requests per Second'/,
		);
	});

	it.each([412, 423, 425, 428])('for %d is about the state, not the fields', (status) => {
		const { message, description } = textOf(CREATE, answered(status, { message: 'Locked' }));
		expect(message).toMatch(/was not created: .* for now.*state.*: Locked\. Try again later/);
		expect(description).toMatch(/Nothing was changed/);
		expect(message).not.toMatch(/Check the fields/);
	});

	it.each([
		['7', /wait 7 seconds/],
		['1.2', /wait 2 seconds/],
		['99999999999999999999', /wait more than a day, which is too long/],
		['3600', /wait 3600 seconds.*too long.*run the workflow again after/],
	])('for 429 passes on a Retry-After of %s', (seconds, words) => {
		expect(textOf(LIST, answered(429, '', { 'retry-after': seconds })).message).toMatch(words);
	});
});

it('never repeats a secret, wherever the service has put it', () => {
	const leak = `${SECRETS.join(' and ')} refused`;
	const bodies = [leak, { message: leak }, { errors: { [leak]: [leak] } }, `<html>${leak}`];
	for (const status of STATUSES) {
		for (const body of bodies) {
			for (const request of REQUESTS) {
				const { message, description } = textOf(request, answered(status, body));
				for (const secret of SECRETS) expect(`${message} ${description}`).not.toContain(secret);
			}
		}
	}
});
