import { expectThat, succeeded, type Stage } from '../stage';
import type { MiniatureService } from '../../service/miniatureService';
import type { Scenario } from './scenario';

/** The miniature service of a scenario that is never run on another. */
export function miniatureOf({ target }: Stage): MiniatureService {
	if (target.miniature === undefined)
		throw new Error('This is shown on the miniature service only');
	return target.miniature;
}

/** What the service does not allow. */
export const refusals: readonly Scenario[] = [
	{
		name: 'Wrong key',
		async run(stage) {
			const credential = stage.save({ apiKey: 'no-such-key' });
			const charge = stage.want('Never charged', 1);
			stage.forget(charge);
			const run = await stage.charge([charge], {}, { credential });
			expectThat(run.status === 'error', 'A wrong key was accepted');
			expectThat(!run.stored.includes('no-such-key'), 'The key is shown');
			return `It was refused, nothing was charged, and no key is shown: “${run.error?.message}”.`;
		},
	},
	{
		name: 'Missing scope',
		onlyMiniature: 'a real one would have to issue a second key, with fewer scopes',
		async run(stage) {
			const reader = { accountId: 'reader', key: 'reader-key' };
			miniatureOf(stage).accounts.add({ ...reader, scopes: ['services:read'] });
			const credential = stage.save({ accountId: reader.accountId, apiKey: reader.key });
			const charge = stage.want('Never charged', 1);
			stage.forget(charge);
			const run = await stage.charge([charge], {}, { credential });
			expectThat(run.status === 'error', 'A charge was made without the scope for it');
			return `It was refused, and nothing was charged: “${run.error?.message}”.`;
		},
	},
	{
		name: 'Rate limit',
		onlyMiniature: 'a real one would have to be flooded',
		async run(stage) {
			const { faults } = miniatureOf(stage);
			faults.add({
				kind: 'tooManyRequests',
				method: 'POST',
				path: /^\/services/,
				retryAfter: 1,
				after: 1,
				times: 2,
			});
			const charges = [1, 2, 3, 4].map((n) => stage.want('Laundry', 6 + n));
			succeeded(await stage.charge(charges, { options: { maxConcurrency: 1 } }));
			faults.clear();
			return 'Asked twice to wait for a second, it waited, and made all 4 charges.';
		},
	},
	{
		name: 'Token expiry',
		onlyMiniature: 'a real token lives for a day',
		async run(stage) {
			const { tokens, log } = miniatureOf(stage);
			const before = log.tokenExchanges();
			tokens.expireAll();
			const charges = [1, 2, 3].map((n) => stage.want('Ski hire', 20 + n));
			succeeded(await stage.charge(charges));
			const logins = log.tokenExchanges() - before;
			expectThat(logins === 1, `There were ${logins} logins instead of one`);
			return 'The token had expired: one login, and all 3 charges were made.';
		},
	},
];
