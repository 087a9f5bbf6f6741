import { AccessTokens } from '../../../../../nodes/shared/access/accessTokens';
import type { ServiceAccess } from '../../../../../nodes/shared/access/credential';
import { accessWith, TokenDesk } from '../../../support/access';

const READ = 'GET /services';

let tokens: AccessTokens;
let desk: TokenDesk;
/** What n8n has stored, read after read; the last one stays. */
let stored: ServiceAccess[];
let looks: number;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	tokens = new AccessTokens();
	desk = new TokenDesk();
	stored = [accessWith()];
	looks = 0;
});

afterEach(() => {
	jest.useRealTimers();
});

const readStored = (): Promise<ServiceAccess> =>
	Promise.resolve(stored[Math.min(looks++, stored.length - 1)] ?? accessWith());

/** Asks whether to go on after `refused`, however long the looks take. */
async function isWorthAnother(...refused: string[]): Promise<boolean> {
	const answer = tokens.isWorthAnother(accessWith(), READ, new Set(refused), readStored);
	await jest.runAllTimersAsync();
	return await answer;
}

/** Logs in after `refused`, as the request that got a 401 does. */
async function renew(...refused: string[]): Promise<string> {
	const request = { endpoint: READ, refused: new Set(refused), access: accessWith() };
	return (await tokens.renew(accessWith(), request, desk.exchange)).token;
}

/** Logs in for a key that was allowed to read before. */
async function renewAllowed(): Promise<string> {
	const token = await renew(tokens.current(accessWith()));
	tokens.noteAllowed(accessWith(), READ);
	return token;
}

const after = (...refused: string[]) => tokens.after(accessWith(), new Set(refused));

it('the token that another process has stored serves, without a login', async () => {
	stored = [accessWith({ accessToken: 'of-another' })];

	expect(await isWorthAnother('T0')).toBe(true);
	expect(after('T0')).toBe('of-another');
	expect(tokens.current(accessWith({ accessToken: 'T0' }))).toBe('of-another');
	expect(desk.issued).toBe(0);
});

it('a stored token of another account, key or address does not', async () => {
	stored = [accessWith({ accessToken: 'of-another', accountId: 'villa' })];

	expect(await isWorthAnother('T0')).toBe(true);
	expect(after('T0')).toBe('');
});

it('a login that another process has ended is waited for until it is stored', async () => {
	const own = await renew('T0');
	stored = [accessWith({ accessToken: own }), accessWith({ accessToken: 'of-another' })];

	expect(await isWorthAnother('T0', own)).toBe(true);
	expect(after('T0', own)).toBe('of-another');
	expect(looks).toBe(2);
});

it('a missing scope is waited for once, and then said at once', async () => {
	const own = await renew('T0');
	stored = [accessWith({ accessToken: own })];

	expect(await isWorthAnother('T0', own)).toBe(false);
	const patient = looks;
	expect(await isWorthAnother(own)).toBe(false);
	expect(patient).toBeGreaterThan(1);
	expect(looks).toBe(patient);
});

it('a login that another process has ended is waited for longer where the key has the scope', async () => {
	const own = await renew('T0');
	stored = [accessWith({ accessToken: own })];
	await isWorthAnother('T0', own);
	const [unknown, again] = [looks, await renewAllowed()];
	looks = 0;
	stored = [...Array<ServiceAccess>(unknown).fill(accessWith({ accessToken: again }))];
	stored.push(accessWith({ accessToken: 'of-another' }));

	expect(await isWorthAnother(own, again)).toBe(true);
	expect(after(own, again)).toBe('of-another');
	expect(looks).toBe(unknown + 1);
});

it('a token that has served for a while is looked for once before a login', async () => {
	await renew('T0');
	jest.setSystemTime(Date.now() + 3_600_000);
	stored = [accessWith({ accessToken: 'T1' })];

	expect(await isWorthAnother('T1')).toBe(true);
	expect(after('T1')).toBe('');
	expect(looks).toBe(1);
});

it('requests refused together share the looks', async () => {
	const readStored = () => Promise.resolve((looks++, accessWith({ accessToken: 'T0' })));
	const refused = new Set(['T0']);
	await Promise.all(
		Array.from({ length: 20 }, () =>
			tokens.isWorthAnother(accessWith(), READ, refused, readStored),
		),
	);

	expect(looks).toBe(1);
});

it('two tokens that are refused in turn are not sent in turn for ever', async () => {
	const own = await renew('T0');
	stored = [accessWith({ accessToken: 'of-another' })];
	await isWorthAnother(own);

	expect(await isWorthAnother(own, 'of-another')).toBe(false);
});

describe('a token that was just fetched', () => {
	const isDue = (token: string) => tokens.mayBeStoredOver(accessWith(), token);

	/** What is said about the stored token each time a look is due while the token serves, every 50 ms. */
	async function serve(token: string, milliseconds: number): Promise<boolean[]> {
		const found: boolean[] = [];
		const end = Date.now() + milliseconds;
		while (Date.now() < end) {
			const look = isDue(token) ? tokens.isStoredOver(accessWith(), readStored) : undefined;
			await jest.advanceTimersByTimeAsync(look ? 100 : 50);
			if (look) found.push(await look);
		}
		return found;
	}

	it('is looked for a few times in its first moments, and never again', async () => {
		const own = await renew('T0');
		stored = [accessWith({ accessToken: own })];

		expect(await serve(own, 4_000)).toEqual([false, false, false]);
		expect(await serve(own, 60_000)).toEqual([]);
	});

	it('is found out to be stored over', async () => {
		const own = await renew('T0');
		stored = [accessWith({ accessToken: own }), accessWith({ accessToken: 'of-another' })];

		expect((await serve(own, 1_000)).slice(0, 2)).toEqual([false, true]);
	});

	it.each([
		['nothing', {}],
		['one of another account, key or address', { accessToken: 'of-another', accountId: 'villa' }],
	])('is left alone where %s is stored', async (_, changes) => {
		const own = await renew('T0');
		stored = [accessWith(changes)];

		expect(await serve(own, 1_000)).not.toContain(true);
	});

	it('is not looked for when it has served only after a while', async () => {
		const own = await renew('T0');
		await jest.advanceTimersByTimeAsync(3_600_000);

		expect(isDue(own)).toBe(false);
	});

	it('is not looked for when another process has stored it', async () => {
		stored = [accessWith({ accessToken: 'of-another' })];
		await isWorthAnother('T0');

		expect(isDue('of-another')).toBe(false);
	});
});
