import { OUTAGE } from '../faults';
import { expectThat, succeeded } from '../stage';
import type { Scenario } from './scenario';

const protection = { preventDuplicates: 'reference', reference: '={{ $json.reference }}' };
const goOn = { onError: 'continueRegularOutput' } as const;

/**
 * Every hour from seven to ten in the evening some charges come in, and a request goes wrong. At night all is run once more, as a night
 * audit does.
 *
 * @param perHour how many charges come in
 */
export function hotelDay(perHour: number): readonly Scenario[] {
	return [
		{
			name: 'A day of the hotel',
			async run(stage) {
				const hours = Array.from({ length: 16 }, (_, n) => 7 + n);
				const day = [];
				for (const hour of hours) {
					const charges = Array.from({ length: perHour }, (_, n) =>
						stage.want(`${hour}:00, extra ${n + 1}`, 5 + ((hour * 7 + n * 3) % 90) + 0.5),
					);
					day.push(...charges);
					stage.faults.order(OUTAGE[hour % OUTAGE.length] ?? 'refused', { on: 'create' });
					await stage.charge(charges, protection, goOn);
				}
				stage.faults.clear();
				const audit = await stage.charge(day, protection);
				succeeded(audit);
				expectThat(audit.output().length === day.length, 'The night audit missed some');
				await stage.expectBooked(day);
				return `${day.length} charges from seven to ten in the evening, with a fault in every hour, and a night audit: each was there once.`;
			},
		},
	];
}
