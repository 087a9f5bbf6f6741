import { expectThat, succeeded } from '../stage';
import type { Scenario } from './scenario';

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
		lacks: ({ limited }) =>
			limited ? undefined : 'give a key that may not create charges as CERTIFY_LIMITED_KEY',
		async run(stage) {
			const credential = stage.save({ ...stage.target.limited });
			const charge = stage.want('Never charged', 1);
			stage.forget(charge);
			const run = await stage.charge([charge], {}, { credential });
			expectThat(run.status === 'error', 'A charge was made without the scope for it');
			return `It was refused, and nothing was charged: “${run.error?.message}”.`;
		},
	},
	{
		name: 'Rate limit obeyed',
		async run(stage) {
			stage.faults.order('slowDown', { on: 'create', after: 1, times: 2 });
			const charges = [1, 2, 3, 4].map((n) => stage.want('Laundry', 6 + n));
			succeeded(await stage.charge(charges, { options: { maxConcurrency: 1 } }));
			await stage.expectBooked(charges);
			return 'Asked twice to wait for a second, it waited, and made all 4 charges.';
		},
	},
];
