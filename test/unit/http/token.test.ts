import type { Answer } from '../../../nodes/shared/http/reply';
import { noAnswer } from '../../../nodes/shared/http/reply';
import { AccountToken } from '../../../nodes/shared/http/token';
import { letPass, useFakeClock } from '../support/fakeClock';
import { answered } from '../support/http';

useFakeClock(Date.UTC(2026, 10, 21));

const DAY_MS = 86_400_000;

/** An account whose logins give T1, T2, …, or what is set as the answer. */
function account({ lifeMs = DAY_MS } = {}) {
	const token = new AccountToken();
	const state: { logins: number; refusal?: Answer } = { logins: 0 };
	const login = () => {
		state.logins++;
		return Promise.resolve(state.refusal ?? { token: `T${state.logins}`, lifeMs });
	};
	return {
		state,
		get: async () => await token.get(login),
		after: async (refused: string) => await token.get(login, refused),
	};
}

it.each([
	['a day', DAY_MS, DAY_MS - 60_000],
	['five minutes', 300_000, 240_000],
	['less than a minute, where it serves for ten seconds', 30_000, 10_000],
])('a token for %s is renewed a minute before its end', async (_, lifeMs, renewedAt) => {
	const { get } = account({ lifeMs });
	await get();
	await letPass(renewedAt - 1);
	expect(await get()).toBe('T1');
	await letPass(1);
	expect(await get()).toBe('T2');
});

it('after a 401, one login serves all who were refused, and those who come late take its token', async () => {
	const { get, after, state } = account();
	await get();
	await letPass(9_999);
	expect(await after('T1')).toBe('');
	await letPass(1);
	expect(await Promise.all([after('T1'), after('T1')])).toEqual(['T2', 'T2']);
	expect(await after('T1')).toBe('T2');
	expect(state.logins).toBe(2);
});

it('a refused login is not repeated for five seconds, then tried again', async () => {
	const { get, state } = account();
	state.refusal = { ...answered(401, {}), isLogin: true };
	for (let n = 0; n < 3; n++) expect(await get()).toBe(state.refusal);
	expect(state.logins).toBe(1);
	await letPass(5_000);
	state.refusal = undefined;
	expect(await get()).toBe('T2');
});

it.each([answered(429), answered(503), noAnswer('lost'), noAnswer('unreachable')])(
	'a login that may help the next time is not held back: %j',
	async (answer) => {
		const { get, state } = account();
		state.refusal = { ...answer, isLogin: true };
		await get();
		state.refusal = undefined;
		expect(await get()).toBe('T2');
	},
);
