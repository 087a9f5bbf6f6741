import type { Answer } from '../../../nodes/shared/http/reply';
import { noAnswer } from '../../../nodes/shared/http/reply';
import { AccountToken } from '../../../nodes/shared/http/token';
import { letPass, useFakeClock } from '../support/fakeClock';
import { answered } from '../support/http';

useFakeClock(Date.UTC(2026, 10, 21));

const DAY_MS = 86_400_000;

/** An account whose logins give T1, T2, …, or what is set as the answer. */
function account({ lifeMs = DAY_MS, takesMs = 0 } = {}) {
	const token = new AccountToken();
	const state: { logins: number; refusal?: Answer } = { logins: 0 };
	const login = async () => {
		state.logins++;
		if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
		if (state.refusal) return state.refusal;
		return { token: `T${state.logins}`, lifeMs };
	};
	return {
		state,
		get: async () => await token.get(login),
		after: async (refused: string) => await token.get(login, refused),
	};
}

it('one login serves all who wait, and all after them', async () => {
	const { get, state } = account({ takesMs: 50 });
	const waiting = Promise.all([get(), get(), get()]);
	await letPass(50);
	expect(await waiting).toEqual(['T1', 'T1', 'T1']);
	expect(await get()).toBe('T1');
	expect(state.logins).toBe(1);
});

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

describe('after a 401', () => {
	it('the answer stands where the token is younger than ten seconds: a scope is missing', async () => {
		const { get, after, state } = account();
		await get();
		await letPass(9_999);
		expect(await after('T1')).toBe('');
		expect(state.logins).toBe(1);
	});

	it('one login serves all who were refused, and those who come late take its token', async () => {
		const { get, after, state } = account();
		await get();
		await letPass(10_000);
		expect(await Promise.all([after('T1'), after('T1')])).toEqual(['T2', 'T2']);
		expect(await after('T1')).toBe('T2');
		expect(state.logins).toBe(2);
	});
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
