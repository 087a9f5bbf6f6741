import { AccessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { accessWith, TokenDesk } from '../../../support/access';
import { rejectionOf } from '../../../support/thrown';

const CREATE = 'POST /services';
const LIST = 'GET /services';

let tokens: AccessTokens;
let desk: TokenDesk;

async function renew(used: string, endpoint: string): Promise<string> {
	const access = accessWith({ accessToken: used });
	return (await tokens.renew(access, { endpoint }, desk.exchange)).token;
}

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	tokens = new AccessTokens();
	desk = new TokenDesk();
});

afterEach(() => {
	jest.useRealTimers();
});

describe('a key that lacks the scope for an endpoint', () => {
	it('fetches one token, not one per request', async () => {
		let used = 'T0';
		for (let request = 0; request < 20; request++) used = await renew(used, CREATE);

		expect(desk.issued).toBe(1);
		expect(tokens.isRefused(accessWith(), CREATE)).toBe(true);
	});

	it('fetches one token when all requests are refused at the same time, again and again', async () => {
		await Promise.all(Array.from({ length: 20 }, () => renew('T0', CREATE)));
		await Promise.all(Array.from({ length: 20 }, () => renew('T1', CREATE)));
		expect(desk.issued).toBe(1);
	});

	it('may still renew its token for the other endpoints', async () => {
		await renew('T0', CREATE);

		expect(tokens.isRefused(accessWith(), LIST)).toBe(false);
		expect(await renew('T1', LIST)).toBe('T2');
	});

	it('says nothing about another key of the account', async () => {
		await renew('T0', CREATE);
		expect(tokens.isRefused(accessWith({ apiKey: 'with-more-scopes' }), CREATE)).toBe(false);
	});

	it('is asked about again after a while', async () => {
		await renew('T0', CREATE);
		jest.setSystemTime(Date.now() + 3_600_000);

		expect(tokens.isRefused(accessWith(), CREATE)).toBe(false);
		expect(await renew('T1', CREATE)).toBe('T2');
	});
});

describe('an endpoint the service has let through', () => {
	it('renews as often as its token expires', async () => {
		tokens.noteAllowed(accessWith(), CREATE);
		let used = 'T0';
		for (let expiry = 0; expiry < 5; expiry++) used = await renew(used, CREATE);

		expect(desk.issued).toBe(5);
		expect(tokens.isRefused(accessWith(), CREATE)).toBe(false);
	});

	it('is no longer taken for refused', async () => {
		await renew('T0', CREATE);
		tokens.noteAllowed(accessWith(), CREATE);

		expect(tokens.isRefused(accessWith(), CREATE)).toBe(false);
		expect(await renew('T1', CREATE)).toBe('T2');
	});
});

describe('an exchange that brought no token', () => {
	it('says nothing about scopes: the next try asks again', async () => {
		await renew('T0', LIST);
		tokens.noteAllowed(accessWith(), LIST);
		const access = accessWith({ accessToken: 'T1' });
		const unavailable = () => Promise.reject(new Error('unavailable'));
		await rejectionOf(tokens.renew(access, { endpoint: CREATE }, unavailable));

		expect(tokens.isRefused(access, CREATE)).toBe(false);
		expect(await renew('T1', CREATE)).toBe('T2');
	});
});
