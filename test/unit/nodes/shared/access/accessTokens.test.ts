import { AccessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { accessWith, TokenDesk } from '../../../support/access';
import { rejectionOf } from '../../../support/thrown';

let tokens: AccessTokens;
let desk: TokenDesk;

/** What a request sent with `used` gets after a 401. */
async function renew(used: string) {
	const refused = new Set(used === '' ? [] : [used]);
	return await tokens.renew(accessWith({ accessToken: used }), { refused }, desk.exchange);
}

beforeEach(() => {
	tokens = new AccessTokens();
	desk = new TokenDesk();
});

describe('requests that need a token at the same time', () => {
	it.each([
		['have none yet', ''],
		['find theirs expired', 'T0'],
	])('share one exchange when they %s', async (_why, used) => {
		const renewals = Array.from({ length: 50 }, () => renew(used));
		const given = await Promise.all(renewals);

		expect(desk.issued).toBe(1);
		expect(new Set(given.map(({ token }) => token))).toEqual(new Set(['T1']));
	});

	it('share the reason when the exchange is refused, and the next one asks again', async () => {
		const refuse = jest.fn(() => Promise.reject(new Error('refused')));
		const parallel = [1, 2, 3].map(() => tokens.renew(accessWith(), {}, refuse));

		for (const renewal of parallel) expect((await rejectionOf(renewal)).message).toBe('refused');
		expect(refuse).toHaveBeenCalledTimes(1);
		expect(await renew('')).toEqual({ token: 'T1', source: 'exchange' });
	});

	it('do not share anything between accounts, keys and addresses', async () => {
		const others = [
			{ accountId: 'hotel-2' },
			{ apiKey: 'other' },
			{ environment: 'test' as const },
		];
		const given = await Promise.all(
			[{}, ...others].map((other) => tokens.renew(accessWith(other), {}, desk.exchange)),
		);
		expect(new Set(given.map(({ token }) => token)).size).toBe(4);
	});
});

describe('a request that comes late', () => {
	it('gets the token that a neighbour has fetched meanwhile', async () => {
		await renew('T0');

		expect(await renew('T0')).toEqual({ token: 'T1', source: 'memory' });
		expect(desk.issued).toBe(1);
	});

	it('gets the newest token, however old its own is', async () => {
		for (const used of ['T0', 'T1', 'T2']) await renew(used);

		expect((await renew('T0')).token).toBe('T3');
		expect((await renew('')).token).toBe('T3');
		expect(desk.issued).toBe(3);
	});

	it('gets a new token when the newest one is refused', async () => {
		await renew('');
		expect(await renew('T1')).toEqual({ token: 'T2', source: 'exchange' });
	});
});

describe('the token to send', () => {
	it('is the stored one, also when another process has fetched it', async () => {
		await renew('');
		expect(tokens.current(accessWith({ accessToken: 'from-elsewhere' }))).toBe('from-elsewhere');
	});

	it('is the newest one when the stored one was replaced, or there is none', async () => {
		await renew('T0');
		expect(tokens.current(accessWith({ accessToken: 'T0' }))).toBe('T1');
		expect(tokens.current(accessWith())).toBe('T1');
	});

	it('is none when the stored one belongs to something else', () => {
		const stored = accessWith({ accessToken: 'T0' });
		expect(tokens.current({ ...stored, apiKey: 'changed' })).toBe('');
		expect(tokens.current({ ...stored, accountId: 'changed' })).toBe('');
		expect(tokens.current({ ...stored, environment: 'test' })).toBe('');
		expect(tokens.current(stored)).toBe('T0');
	});

	it('stays good when the service hands out the same one again, and can be renewed again', async () => {
		const again = jest.fn(() => Promise.resolve('same'));
		const stored = accessWith({ accessToken: 'same' });
		for (let expiry = 1; expiry <= 3; expiry++) {
			await tokens.renew(stored, { refused: new Set(['same']) }, again);
			expect(tokens.current(stored)).toBe('same');
			expect(again).toHaveBeenCalledTimes(expiry);
		}
	});
});

describe('the Test button', () => {
	const test = async () => await tokens.renew(accessWith(), { mustExchange: true }, desk.exchange);

	it('asks the service, though a good token is known', async () => {
		await renew('');
		expect(await test()).toEqual({ token: 'T2', source: 'exchange' });
	});

	it('is told a refusal, and leaves the known token in use', async () => {
		await renew('');
		const refusal = tokens.renew(accessWith(), { mustExchange: true }, () =>
			Promise.reject(new Error('wrong key')),
		);

		expect((await rejectionOf(refusal)).message).toBe('wrong key');
		expect(tokens.current(accessWith())).toBe('T1');
	});
});
