import type { FaultKind } from '../../service/faults';
import { expectThat, succeeded, type Stage } from '../stage';
import { miniatureOf } from './refusals';
import type { Scenario } from './scenario';

const protection = { preventDuplicates: 'reference', reference: '={{ $json.reference }}' };
const goOn = { onError: 'continueRegularOutput' } as const;
/** What an outage looks like from outside; those after which nobody knows what was done come along. */
const outage: readonly FaultKind[] = ['errorBefore', 'errorAfter', 'resetBefore', 'resetAfter'];

const outageInTheMiddle: Scenario = {
	name: 'Outage in the middle',
	onlyMiniature: 'a real one cannot be ordered to fail',
	async run(stage) {
		const { faults } = miniatureOf(stage);
		const charges = Array.from({ length: 12 }, (_, n) => stage.want('Dinner', 60 + n));
		for (const kind of outage)
			faults.add({ kind, method: 'POST', path: /^\/services/, after: 3, times: 2 });
		await stage.charge(charges, { ...protection, options: { maxRetries: 0 } }, goOn);
		faults.clear();
		succeeded(await stage.charge(charges, protection));
		return 'The service failed in the middle of 12 charges; run again, each was there once.';
	},
};

/**
 * Every hour from seven to ten in the evening some charges come in; on the miniature service a tenth of the requests go wrong.
 * At night all is run once more, as a night audit does.
 *
 * @param perHour how many charges come in
 */
export function hotelDay(perHour: number): readonly Scenario[] {
	return [
		outageInTheMiddle,
		{
			name: 'A day of the hotel',
			async run(stage) {
				const hours = Array.from({ length: 16 }, (_, n) => 7 + n);
				breakSometimes(stage);
				const day = [];
				for (const hour of hours) {
					const charges = Array.from({ length: perHour }, (_, n) =>
						stage.want(`${hour}:00, extra ${n + 1}`, 5 + ((hour * 7 + n * 3) % 90) + 0.5),
					);
					day.push(...charges);
					await stage.charge(charges, protection, goOn);
				}
				stage.target.miniature?.faults.clear();
				const audit = await stage.charge(day, protection);
				succeeded(audit);
				expectThat(audit.output().length === day.length, 'The night audit missed some');
				return `${day.length} charges from seven to ten in the evening, and a night audit: each was there once.`;
			},
		},
	];
}

function breakSometimes({ target }: Stage): void {
	target.miniature?.faults.random({
		seed: 14,
		rate: 0.1,
		kinds: outage,
		path: /^\/services/,
		delayMs: 20,
	});
}
