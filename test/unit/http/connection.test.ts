import type { Access } from '../../../nodes/shared/credential/access';
import { Connection, type Helpers } from '../../../nodes/shared/http/connection';
import { letPass, useFakeClock } from '../support/fakeClock';
import { systemError } from '../support/http';

useFakeClock(Date.UTC(2026, 10, 21));

const DAY_S = 86_400;

/** An account whose logins give T1, T2, …, unless a status or an error is set. */
function account(seconds = DAY_S) {
	const connection = new Connection({ base: 'https://a.example', apiKey: 'key' } as Access);
	const state: { logins: number; fails?: number | Error } = { logins: 0 };
	const helpers = {
		httpRequest() {
			const { fails: statusCode = 200 } = state;
			if (statusCode instanceof Error) return Promise.reject(statusCode);
			const answer = { success: true, token: `T${++state.logins}`, expires_in: seconds };
			const body = Buffer.from(statusCode === 200 ? JSON.stringify(answer) : '{}');
			return Promise.resolve({ statusCode, headers: {}, body });
		},
	} as unknown as Helpers;
	return { state, get: async (refused?: string) => await connection.getToken(helpers, refused) };
}

it.each([
	['a day', DAY_S, DAY_S - 60],
	['five minutes', 300, 240],
	['less than a minute, where it serves for ten seconds', 30, 10],
])('a token for %s is renewed a minute before its end', async (_, seconds, renewedAfter) => {
	const { get } = account(seconds);
	await get();
	await letPass(renewedAfter * 1000 - 1);
	expect(await get()).toBe('T1');
	await letPass(1);
	expect(await get()).toBe('T2');
});

it('after a 401, one login serves all who were refused, and those who come late take its token', async () => {
	const { get, state } = account();
	await get();
	await letPass(9_999);
	expect(await get('T1')).toBe('T1');
	await letPass(1);
	expect(await Promise.all([get('T1'), get('T1')])).toEqual(['T2', 'T2']);
	expect(await get('T1')).toBe('T2');
	expect(state.logins).toBe(2);
});

it('a refused login is not repeated for five seconds, then tried again', async () => {
	const { get, state } = account();
	state.fails = 401;
	for (let n = 0; n < 3; n++) expect(await get()).toMatchObject({ kind: 'login 401', status: 0 });
	expect(state.logins).toBe(1);
	await letPass(5_000);
	state.fails = undefined;
	expect(await get()).toBe('T2');
});

it.each([429, 503, systemError('ECONNRESET'), systemError('ECONNREFUSED')])(
	'a login that may help the next time is not held back: %s',
	async (fails) => {
		const { get, state } = account();
		state.fails = fails;
		expect(await get()).toHaveProperty('kind');
		state.fails = undefined;
		expect(await get()).toMatch(/^T\d$/);
	},
);
