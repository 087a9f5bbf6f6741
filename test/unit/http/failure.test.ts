import type { Reply } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { answered, broken, CREATE, DELETE, failureOf, GET, LIST, UPDATE } from '../support/http';
import { joined } from '../../../nodes/shared/n8n/userError';
import { BANNED_WORDS } from '../support/errors';

const REQUESTS = [LIST, GET, CREATE, UPDATE, DELETE];
const SECRETS = ['key-of-hotel-1', 'T1-token'];
const NO_TOKEN: Reply = {
	kind: 'notSent',
	case: 'loginRefused',
	told: {
		what: 'The service refused the login',
		advice: "Check 'Account ID'",
		more: 'Both belong together.',
	},
};

function textOf(request: ServiceRequest, outcome: Reply, isUnclear?: boolean) {
	const { told } = failureOf(request, outcome, { secrets: SECRETS, isUnclear });
	return { message: joined(told), description: told.more ?? '' };
}

/** Every status with words of the service, without any, and with HTML; and everything that is no answer. */
const STATUSES = [302, 307, 400, 401, 403, 404, 405, 408, 409, 410, 412, 429, 500, 502, 503, 504];
const OUTCOMES: Array<[string, Reply]> = [
	...STATUSES.flatMap((status): Array<[string, Reply]> => [
		[`${status} with words`, answered(status, { message: 'Sorry, no' })],
		[`${status} with nothing`, answered(status)],
		[`${status} with HTML`, answered(status, '<html><h1>Oops</h1></html>')],
	]),
	['200 and success false with words', answered(200, { success: false, message: 'Sorry, no' })],
	['a web page', answered(200, '<html>Welcome</html>')],
	['half an answer', answered(201, '{"id":"S-1","am')],
	['a timeout', broken('ECONNABORTED')],
	['a timeout of connecting', broken('ETIMEDOUT', 'connect')],
	['an unknown host', broken('ENOTFOUND', 'getaddrinfo')],
	['a refused connection', broken('ECONNREFUSED', 'connect')],
	['a reset', broken('ECONNRESET', 'read')],
	['an untrusted certificate', broken('CERT_HAS_EXPIRED')],
	['no TLS', broken('EPROTO', 'write')],
	['no token', NO_TOKEN],
];

describe.each(OUTCOMES)('%s', (name, outcome) => {
	const texts = REQUESTS.map((request) => textOf(request, outcome));

	it('is told with what to do, in decent words, with no blank left', () => {
		for (const { message, description } of texts) {
			expect(message).toMatch(
				/.{10}\. (.*Check|Put|Try|Look|Read|Wait|Set|It asks to wait|.*new API key|It is safe)/,
			);
			const text = `${message} ${description}`;
			expect(text).not.toMatch(BANNED_WORDS);
			expect(text).not.toMatch(/undefined|null|NaN|\[object|<|Oops|\s\s|\.\.|:\s*[.:]|[{}]/);
		}
	});

	it("has the service's own words where it gave any", () => {
		const said = texts.filter(({ message }) => message.includes('Sorry, no'));
		expect(said).toHaveLength(name.endsWith('with words') ? texts.length : 0);
	});
});

describe('a create whose outcome is unclear', () => {
	const unclear = OUTCOMES.filter(([, outcome]) => failureOf(CREATE, outcome).isUnclear);

	it.each(unclear)('says after %s that the item may exist, and where to look', (_name, outcome) => {
		const { message, description } = textOf(CREATE, outcome);

		expect(message).toMatch(
			/^The service item may or may not have been created on reservation 'R-1': \S.*Look at the reservation/,
		);
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

	it('is safe to run again where it can be recognized', () => {
		const { message } = textOf({ ...CREATE, isProtected: true }, broken('ECONNRESET'));
		expect(message).toBe(
			"The service item may or may not have been created on reservation 'R-1': the connection broke off. It is safe to run this again: an item that is there already will be recognized",
		);
	});

	it('is not claimed when the service certainly did nothing', () => {
		for (const [, outcome] of OUTCOMES.filter(([, each]) => !failureOf(CREATE, each).isUnclear)) {
			expect(textOf(CREATE, outcome).message).not.toMatch(/may or may not/);
		}
	});
});

it('an unclear outcome is not forgotten when a later try was refused, or not sent', () => {
	for (const outcome of [answered(429), broken('ECONNREFUSED', 'connect'), NO_TOKEN]) {
		const { message, description } = textOf(UPDATE, outcome, true);
		expect(description).toMatch(/earlier try may have been carried out\. It is safe to run this/);
		expect(`${message} ${description}`).not.toMatch(/[Nn]othing was sent|before doing anything/);
	}
});

it.each<[string | undefined, RegExp]>([
	[undefined, /too many requests\. Try again later$/],
	['1.2', /asks to wait 2 seconds: run the workflow again after that$/],
])('a service that asks to wait %p is told with that', (retryAfter, words) => {
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	expect(textOf(LIST, answered(429, '', headers)).message).toMatch(words);
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

it('that a service item was not found is said once', () => {
	const { message } = textOf(GET, answered(404, { message: 'Service item not found.' }));
	expect(message.match(/not found/g)).toHaveLength(1);
	const other = textOf(GET, answered(404, { message: 'It is of another hotel' }));
	expect(other.message).toContain('It is of another hotel');
});
