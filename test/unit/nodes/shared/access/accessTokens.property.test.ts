import fc from 'fast-check';

import { AccessTokens } from '../../../../../nodes/shared/access/accessTokens';
import { accessWith } from '../../../support/access';
import { holdsAsync } from '../../../support/properties';

const ENDPOINTS = ['GET /services', 'POST /services', 'PATCH /services/{id}'];
/** More tries than any request of these tests needs: one that does not come to an end is told so. */
const ENDLESS = 100;

/** The token n8n has stored when a run begins: none before the first login, or one that no longer holds. */
const storedToken = fc.constantFrom('', 'expired');
/** The endpoints that the requests of a run go to. */
const requests = fc.array(fc.constantFrom(...ENDPOINTS), { minLength: 1, maxLength: 12 });

/** A service that knows one valid token, and whose every answer the scheduler may hold up. */
class SlowService {
	exchanges = 0;
	private valid = 'none';

	constructor(
		private readonly scheduler: fc.Scheduler,
		private readonly tokens: AccessTokens,
	) {}

	/** Sends a request as our nodes do: once with what there is, and after a 401 with what `renew` gives. */
	async send(stored: string, endpoint: string): Promise<number> {
		const access = accessWith({ accessToken: stored });
		let used = this.tokens.current(access);
		const refused = new Set<string>();
		for (let tries = 1; tries <= ENDLESS; tries++) {
			await this.scheduler.schedule(Promise.resolve(), `${endpoint} with ${used}`);
			if (used === this.valid) {
				this.tokens.noteAllowed(access, endpoint);
				return tries;
			}
			if (used !== '') refused.add(used);
			const renewed = await this.tokens.renew(access, { refused }, this.exchange);
			used = renewed.token;
		}
		throw new Error('The request is sent without end');
	}

	expire(): void {
		this.valid = 'none';
	}

	private readonly exchange = async (): Promise<string> => {
		this.exchanges++;
		await this.scheduler.schedule(Promise.resolve(), 'POST /token');
		this.valid = `T${this.exchanges}`;
		return this.valid;
	};
}

it('fetches one token for all requests of a run, in whatever order they are answered', async () => {
	await holdsAsync(
		fc.asyncProperty(fc.scheduler(), storedToken, requests, async (scheduler, stored, all) => {
			const service = new SlowService(scheduler, new AccessTokens());
			const sent = Promise.all(all.map(async (endpoint) => await service.send(stored, endpoint)));
			const tries = await scheduler.waitFor(sent);

			expect(service.exchanges).toBe(1);
			expect(Math.max(...tries)).toBe(2);
		}),
	);
});

it('fetches no more tokens than expire, whenever that happens', async () => {
	await holdsAsync(
		fc.asyncProperty(
			fc.scheduler(),
			storedToken,
			requests,
			fc.nat(3),
			async (scheduler, stored, all, expiries) => {
				const tokens = new AccessTokens();
				for (const endpoint of ENDPOINTS) tokens.noteAllowed(accessWith(), endpoint);
				const service = new SlowService(scheduler, tokens);
				const sent = Promise.all(all.map(async (endpoint) => await service.send(stored, endpoint)));
				for (let expiry = 1; expiry <= expiries; expiry++) {
					void scheduler.schedule(Promise.resolve(), 'expiry').then(() => service.expire());
				}
				await scheduler.waitFor(sent);

				expect(service.exchanges).toBeGreaterThanOrEqual(1);
				expect(service.exchanges).toBeLessThanOrEqual(1 + expiries);
			},
		),
	);
});
