import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import {
	type AnyRequest,
	CREATE,
	DELETE,
	GET,
	LIST,
	SECRETS,
	textOf,
	UPDATE,
} from '../../../support/failedRequests';
import { answered, broken, failedWith, withoutToken } from '../../../support/outcomes';
import { BANNED_WORDS } from '../../../support/wording';

const REQUESTS = [LIST, GET, CREATE, UPDATE, DELETE];

function isUnclear(request: AnyRequest, outcome: Outcome): boolean {
	return failedWith(request, outcome).isUnclear;
}

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
