import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import { Tries } from '../../../../../nodes/shared/client/tries';
import { note } from '../../../support/accountLimits';
import { answered, judged, withoutToken } from '../../../support/outcomes';

const refused = answered(429);
const down = answered(503);
const loginRefused = withoutToken(true, undefined, true);

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

/** Tries of one request, beside which others of the account get through as they are told to. */
function triesOf(maxRetries: number) {
	const limiter = new AccountLimiter();
	const tries = new Tries(maxRetries, limiter);
	return {
		mayTryAfter: (outcome: Outcome) =>
			tries.nextWait(outcome, judged('GET', outcome)) !== undefined,
		serveAnother: () => note(limiter, answered(200), Date.now()),
	};
}

it.each([
	['a refusal', refused],
	['a refusal of the login', loginRefused],
	['a failure', down],
])('%s is followed by as many tries as are set', (_, outcome) => {
	const { mayTryAfter } = triesOf(2);
	expect([1, 2, 3].map(() => mayTryAfter(outcome))).toEqual([true, true, false]);
});

it.each([
	['a refusal', refused],
	['a refusal of the login', loginRefused],
])('%s is no try when somebody else got through since the last', (_, outcome) => {
	const { mayTryAfter, serveAnother } = triesOf(0);
	for (let refusal = 0; refusal < 10; refusal++) {
		serveAnother();
		expect(mayTryAfter(outcome)).toBe(true);
	}
	expect(mayTryAfter(outcome)).toBe(false);
});

it('a login is one request for all who wait for it, and takes nothing from what others may send again', () => {
	const limiter = new AccountLimiter();
	for (let execution = 0; execution < 100; execution++) {
		const tries = new Tries(3, limiter);
		expect(tries.nextWait(loginRefused, judged('GET', loginRefused))).toBeDefined();
	}
});

it('a failure is a try whoever got through', () => {
	const { mayTryAfter, serveAnother } = triesOf(0);
	serveAnother();
	expect(mayTryAfter(down)).toBe(false);
});

it('refusals are waited out for two minutes, from the first on', () => {
	const { mayTryAfter, serveAnother } = triesOf(0);
	const mayTryAt = (ms: number) => {
		jest.advanceTimersByTime(ms);
		serveAnother();
		return mayTryAfter(refused);
	};
	expect([60_000, 120_000, 1].map(mayTryAt)).toEqual([true, true, false]);
});

it('a pause that does not fit into that time is not begun', () => {
	const { mayTryAfter, serveAnother } = triesOf(3);
	serveAnother();
	expect(mayTryAfter(answered(429, '', { 'retry-after': '121' }))).toBe(false);
	expect(mayTryAfter(answered(429, '', { 'retry-after': '120' }))).toBe(true);
});

it.each([
	['as long as is waited for', '60', true],
	['longer', '61', false],
])('a service that is down and asks for %s', (_, seconds, isWaitedOut) => {
	const { mayTryAfter } = triesOf(3);
	expect(mayTryAfter(answered(503, '', { 'retry-after': seconds }))).toBe(isWaitedOut);
});
