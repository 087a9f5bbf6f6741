import { OUTAGE } from '../faults';
import { expectThat, succeeded } from '../stage';
import type { Scenario } from './scenario';

const protection = { preventDuplicates: 'reference', reference: '={{ $json.reference }}' };
const goOn = { onError: 'continueRegularOutput' } as const;

/** What goes wrong on the way, and must not cost a guest anything. */
export const troubles: readonly Scenario[] = [
	{
		name: 'Duplicate webhook',
		async run(stage) {
			const order = stage.want('Airport transfer', 45);
			const runs = await Promise.all([1, 2, 3].map(() => stage.charge([order], protection)));
			runs.forEach(succeeded);
			await stage.expectBooked([order]);
			return 'The same order came three times at once, and was charged once.';
		},
	},
	{
		name: 'Outage in the middle',
		async run(stage) {
			const charges = Array.from({ length: 12 }, (_, n) => stage.want('Dinner', 60 + n));
			for (const fault of OUTAGE) stage.faults.order(fault, { on: 'create', after: 1, times: 2 });
			await stage.charge(charges, { ...protection, options: { maxRetries: 0 } }, goOn);
			stage.faults.clear();
			succeeded(await stage.charge(charges, protection));
			await stage.expectBooked(charges);
			return 'In the middle of 12 charges requests were refused, cut off, and answers lost after the charge was made; run again, each was there once.';
		},
	},
	{
		name: 'Token expiry',
		async run(stage) {
			const before = stage.count('login');
			stage.faults.expireToken();
			const charges = [1, 2, 3].map((n) => stage.want('Ski hire', 20 + n));
			succeeded(await stage.charge(charges));
			const logins = stage.count('login') - before;
			expectThat(logins === 1, `There were ${logins} logins instead of one`);
			await stage.expectBooked(charges);
			return 'The token had expired: one login, and all 3 charges were made.';
		},
	},
];
