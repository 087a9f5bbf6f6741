import fc from 'fast-check';

import type { ServiceAccess } from '../../../nodes/shared/credential/access';
import { Tokens } from '../../../nodes/shared/http/tokens';
import { accessWith } from '../support/http';
import { holdsAsync } from '../support/properties';
import { rejectionOf } from '../support/thrown';

const LIST = 'GET /services';
const CREATE = 'POST /services';

let tokens: Tokens;
let issued: number;
let stored: ServiceAccess;
let looks: number;
/** How many tokens were fetched for the request that was refused. */
let logins: number;

/** A token endpoint that counts: the tokens are T1, T2, … */
const exchange = async (): Promise<string> => await Promise.resolve(`T${++issued}`);
const readStored = async (): Promise<ServiceAccess> => {
	looks++;
	return await Promise.resolve(stored);
};

/** What our own nodes do after these were refused. */
async function renew(...refused: string[]) {
	return await tokens.renew(accessWith(), { by: 'node', refused: new Set(refused) }, exchange);
}

/** Whether it is worth going on after these were refused, however long the look takes. */
async function isWorthAnother(endpoint: string, ...refused: string[]): Promise<boolean> {
	const need = { endpoint, refused: new Set(refused), logins };
	const answer = tokens.isWorthAnother(accessWith(), need, readStored);
	await jest.runAllTimersAsync();
	return await answer;
}

const next = (...refused: string[]) => tokens.next(accessWith(), new Set(refused));

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	tokens = new Tokens();
	issued = 0;
	stored = accessWith();
	looks = 0;
	logins = 0;
});

afterEach(() => {
	jest.useRealTimers();
});

describe('requests that need a token at the same time', () => {
	it.each([
		['have none yet', []],
		['find theirs expired', ['T0']],
	])('share one exchange when they %s', async (_why, refused) => {
		const given = await Promise.all(Array.from({ length: 50 }, () => renew(...refused)));
		expect(issued).toBe(1);
		expect(new Set(given.map(({ token }) => token))).toEqual(new Set(['T1']));
		expect(given.filter(({ source }) => source === 'exchange')).toHaveLength(1);
	});

	it('share the reason when the exchange is refused, and the next one asks again', async () => {
		const refuse = jest.fn(() => Promise.reject(new Error('refused')));
		const need = { by: 'node', refused: new Set<string>() } as const;
		const parallel = [1, 2, 3].map(() => tokens.renew(accessWith(), need, refuse));
		for (const renewal of parallel) expect((await rejectionOf(renewal)).message).toBe('refused');
		expect(refuse).toHaveBeenCalledTimes(1);
		expect(await renew()).toEqual({ token: 'T1', source: 'exchange' });
	});

	it('share nothing between accounts, keys and addresses', async () => {
		const others = [{}, { accountId: 'b' }, { apiKey: 'b' }, { environment: 'test' as const }];
		const need = { by: 'node', refused: new Set<string>() } as const;
		const given = await Promise.all(
			others.map((other) => tokens.renew(accessWith(other), need, exchange)),
		);
		expect(new Set(given.map(({ token }) => token)).size).toBe(4);
	});

	it('share the token of an address, whatever its query', async () => {
		await renew();
		const baseUrl = `${accessWith().baseUrl}?hotel=7`;
		expect(tokens.next(accessWith({ baseUrl }), new Set())).toBe('T1');
	});
});

describe('the token to send', () => {
	it('is the stored one, also when another process has fetched it', async () => {
		await renew();
		expect(tokens.next(accessWith({ accessToken: 'other' }), new Set())).toBe('other');
	});

	it('is the newest one when the stored one was replaced, or there is none', async () => {
		await renew('T0');
		expect(tokens.next(accessWith({ accessToken: 'T0' }), new Set())).toBe('T1');
		expect(next()).toBe('T1');
	});

	it('is none when the stored one belongs to something else, or all were refused', () => {
		const access = accessWith({ accessToken: 'T0' });
		expect(tokens.next({ ...access, apiKey: 'changed' }, new Set())).toBe('');
		expect(tokens.next({ ...access, accountId: 'changed' }, new Set())).toBe('');
		expect(tokens.next({ ...access, environment: 'test' }, new Set())).toBe('');
		expect(tokens.next({ ...access }, new Set(['T0']))).toBe('');
		expect(tokens.next({ ...access }, new Set())).toBe('T0');
	});

	it('stays good when the service hands out the same one again', async () => {
		const again = () => Promise.resolve('T0');
		const access = accessWith({ accessToken: 'T0' });
		await tokens.renew(access, { by: 'node', refused: new Set(['T0']) }, again);
		expect(tokens.next(access, new Set())).toBe('T0');
	});

	it('of a late comer is the one that a neighbour has fetched meanwhile', async () => {
		await renew('T0');
		expect(await renew('T0')).toEqual({ token: 'T1', source: 'memory' });
		expect(issued).toBe(1);
	});
});

describe('after a 401', () => {
	it('the token that another process has stored serves, without a login', async () => {
		stored = accessWith({ accessToken: 'other' });
		expect(await isWorthAnother(LIST, 'T0')).toBe(true);
		expect(next('T0')).toBe('other');
		expect(issued).toBe(0);
	});

	it('one of another account, key or address does not', async () => {
		stored = accessWith({ accessToken: 'other', accountId: 'villa' });
		expect(await isWorthAnother(LIST, 'T0')).toBe(true);
		expect(next('T0')).toBe('');
	});

	it('those refused together look once', async () => {
		await Promise.all(Array.from({ length: 20 }, () => isWorthAnother(LIST, 'T0')));
		expect(looks).toBe(1);
	});

	it('a look that cannot be taken is told, and the next one looks again', async () => {
		const need = { endpoint: LIST, refused: new Set(['T0']), logins };
		const gone = () => Promise.reject(new Error('The database is gone'));
		const answer = tokens.isWorthAnother(accessWith(), need, gone);
		expect((await rejectionOf(answer)).message).toBe('The database is gone');
		expect(await isWorthAnother(LIST, 'T0')).toBe(true);
	});

	it('the other process has time to store what it was given in the same instant', async () => {
		await renew('T0');
		setTimeout(() => (stored = accessWith({ accessToken: 'other' })), 400);
		expect(await isWorthAnother(LIST, 'T0', 'T1')).toBe(true);
		expect(next('T0', 'T1')).toBe('other');
	});

	it('with a token of an hour ago nobody waits for that', async () => {
		await renew('T0');
		jest.setSystemTime(Date.now() + 3_600_000);
		const need = { endpoint: LIST, refused: new Set(['T1']), logins };
		expect(await tokens.isWorthAnother(accessWith(), need, readStored)).toBe(true);
	});

	it('on an endpoint that was allowed, the token has ended, however often', async () => {
		tokens.markAllowed(accessWith(), LIST);
		let used = 'T0';
		for (let expiry = 1; expiry <= 5; expiry++) {
			expect(await isWorthAnother(LIST, used)).toBe(true);
			used = (await renew(used)).token;
		}
		expect(issued).toBe(5);
	});

	it('on another one, two fresh tokens in vain are a missing scope, for half a minute', async () => {
		for (logins = 1; logins <= 2; logins++) {
			const { token } = await renew(`T${logins - 1}`);
			expect(await isWorthAnother(CREATE, token)).toBe(logins === 1);
		}
		logins = 0;
		looks = 0;
		expect(await isWorthAnother(CREATE, 'T2')).toBe(false);
		expect(looks).toBe(0);
		expect(await isWorthAnother(LIST, 'T2')).toBe(true);

		jest.setSystemTime(Date.now() + 31_000);
		expect(await isWorthAnother(CREATE, 'T2')).toBe(true);
	});

	it('a token that nobody has fetched here says nothing about scopes', async () => {
		for (let refusal = 0; refusal < 5; refusal++) {
			expect(await isWorthAnother(CREATE, `stored-${refusal}`)).toBe(true);
		}
	});

	it('a scope that is missing is no longer so once the endpoint was allowed', async () => {
		logins = 2;
		expect(await isWorthAnother(CREATE, 'T2')).toBe(false);
		tokens.markAllowed(accessWith(), CREATE);
		expect(await isWorthAnother(CREATE, 'T2')).toBe(true);
	});
});

describe('the Test button', () => {
	const test = async () => await tokens.renew(accessWith(), { by: 'test' }, exchange);

	it('asks the service, though a good token is known', async () => {
		await renew();
		expect(await test()).toEqual({ token: 'T2', source: 'exchange' });
	});

	it('leaves the known token in use when it is refused', async () => {
		await renew();
		const refused = tokens.renew(accessWith(), { by: 'test' }, () =>
			Promise.reject(new Error('no')),
		);
		await rejectionOf(refused);
		expect(next()).toBe('T1');
	});
});

describe('the HTTP Request node, which asks for a new token after any failing status', () => {
	const renewAfter = async (accessToken: string) =>
		(await tokens.renew(accessWith({ accessToken }), { by: 'otherNode' }, exchange)).token;

	it('gets one for all it sends in half a minute', async () => {
		let used = 'T0';
		for (let request = 0; request < 20; request++) used = await renewAfter(used);
		expect(issued).toBe(1);
		jest.setSystemTime(Date.now() + 31_000);
		expect(await renewAfter(used)).toBe('T2');
	});

	it('gets the newest when it has none, or an old one', async () => {
		await renew('T0');
		expect(await renewAfter('')).toBe('T1');
		expect(await renewAfter('T0')).toBe('T1');
	});
});

it('knows all tokens this process has had, for texts', async () => {
	for (const used of ['T0', 'T1', 'T2']) await renew(used);
	expect(tokens.issued(accessWith()).sort()).toEqual(['T0', 'T1', 'T2', 'T3']);
});

it('forgets accounts that many others have come after', async () => {
	await renew();
	for (let n = 0; n < 1_000; n++) tokens.next(accessWith({ accountId: `other-${n}` }), new Set());
	expect(next()).toBe('');
});

/** A process of n8n beside others, at a service where a login ends the token of the one before. */
class World {
	valid = 'none';
	logins = 0;
	stored = accessWith();

	constructor(private readonly scheduler: fc.Scheduler) {}

	/** Sends requests, one after the other, as the client does. @returns how many got through */
	async run(endpoints: string[]): Promise<number> {
		const known = new Tokens();
		const access = this.stored;
		let done = 0;
		for (const endpoint of endpoints) {
			const refused = new Set<string>();
			for (let logins = 0; ; ) {
				let token = known.next(access, refused);
				if (token === '') {
					logins++;
					const need = { by: 'node', refused } as const;
					const given = await known.renew(access, need, this.logIn);
					token = given.token;
					if (given.source === 'exchange') await this.store(token);
				}
				await this.step(`${endpoint} with ${token}`);
				if (token === this.valid) {
					known.markAllowed(access, endpoint);
					done++;
					break;
				}
				refused.add(token);
				const read = async () => await this.step('read').then(() => this.stored);
				const isWorth =
					logins < 3 && (await known.isWorthAnother(access, { endpoint, refused, logins }, read));
				if (!isWorth) return done;
			}
		}
		return done;
	}

	private readonly logIn = async (): Promise<string> => {
		await this.step('login');
		this.valid = `T${++this.logins}`;
		const token = this.valid;
		await this.step('its answer');
		return token;
	};

	private async store(accessToken: string): Promise<void> {
		await this.step('write');
		this.stored = accessWith({ accessToken });
	}

	/** Anything may happen before or after it, but nothing takes longer than a look waits. */
	private async step(what: string): Promise<void> {
		await this.scheduler.schedule(Promise.resolve(), what);
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

it('two processes that log in at the same instant succeed, whichever token is stored last', async () => {
	jest.useRealTimers();
	jest.useFakeTimers({ advanceTimers: 50, now: Date.UTC(2026, 10, 21) });
	await holdsAsync(
		fc.asyncProperty(
			fc.scheduler(),
			fc.array(fc.constantFrom(LIST, CREATE), { minLength: 1, maxLength: 3 }),
			async (scheduler, endpoints) => {
				const world = new World(scheduler);
				const runs = [world.run(endpoints), world.run(endpoints)];
				const all = Promise.all(runs);
				let isOver = false;
				void all.finally(() => (isOver = true));
				while (!isOver) {
					if (scheduler.count() > 0) await scheduler.waitOne();
					else await jest.advanceTimersByTimeAsync(50);
				}
				expect(await all).toEqual([endpoints.length, endpoints.length]);
				expect(world.logins).toBeLessThanOrEqual(6);
			},
		),
		100,
	);
});
