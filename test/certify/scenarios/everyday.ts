import { expectThat, succeeded } from '../stage';
import type { Scenario } from './scenario';

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });

/** What is done with charges every day, and nothing goes wrong. */
export const everyday: readonly Scenario[] = [
	{
		name: 'Create',
		async run(stage) {
			const charge = stage.want('Late checkout', 25.5);
			const run = await stage.charge([charge], { options: { simplify: true } });
			succeeded(run);
			expectThat(run.json()[0]?.amount === 25.5, 'The answer shows another amount');
			return 'A charge of 25.50 was made, and answered with its ID.';
		},
	},
	{
		name: 'Read',
		async run(stage) {
			const [first] = await stage.held();
			const run = await stage.run('get', {
				serviceId: byId(first?.id),
				options: { simplify: true },
			});
			succeeded(run);
			expectThat(run.json()[0]?.description === first?.description, 'It is another charge');
			return 'The charge was read by its ID, the same as in the list.';
		},
	},
	{
		name: 'Change',
		async run(stage) {
			const charge = stage.want('Minibar', 9);
			const options = { simplify: true };
			const made = await stage.charge([charge], { options });
			succeeded(made);
			const serviceId = byId(made.json()[0]?.id);
			succeeded(await stage.run('update', { serviceId, updateFields: { amount: '12.75' } }));
			stage.wanted.set(charge.description, { ...charge, amount: 12.75 });
			const [read] = (await stage.run('get', { serviceId, options })).json();
			expectThat(read?.amount === 12.75 && read.date === charge.date, 'More or less was changed');
			return 'The amount was changed from 9.00 to 12.75, and nothing else.';
		},
	},
	{
		name: 'Void',
		async run(stage) {
			const charge = stage.want('Breakfast', 18);
			const made = await stage.charge([charge], { options: { simplify: true } });
			succeeded(made);
			succeeded(await stage.run('delete', { serviceId: byId(made.json()[0]?.id) }));
			stage.forget(charge);
			const left = (await stage.held()).some(
				({ description }) => description === charge.description,
			);
			expectThat(!left, 'The charge is still there');
			return 'A charge was removed, and is gone from the list.';
		},
	},
	{
		name: 'List in pages',
		async run(stage) {
			const charges = [1, 2, 3, 4, 5, 6, 7].map((n) => stage.want('Spa treatment', 40 + n));
			succeeded(await stage.charge(charges));
			const held = new Set((await stage.held()).map(({ description }) => description));
			expectThat(
				charges.every(({ description }) => held.has(description)),
				'Some are missing',
			);
			return `${held.size} charges were listed, none missing.`;
		},
	},
	{
		name: 'Duplicate webhook',
		async run(stage) {
			const order = stage.want('Airport transfer', 45);
			const protection = { preventDuplicates: 'reference', reference: order.reference };
			const runs = await Promise.all([1, 2, 3].map(() => stage.charge([order], protection)));
			runs.forEach(succeeded);
			return 'The same order came three times at once, and was charged once.';
		},
	},
	{
		name: 'Day change',
		async run(stage) {
			// Half past eleven in the evening in New York is the next day in UTC.
			const charge = stage.want('Bar', 14, '2026-11-20');
			const item = { ...charge, date: '2026-11-21T04:30:00Z' };
			succeeded(await stage.charge([item], {}, { timezone: 'America/New_York' }));
			return 'A drink at 23:30 in New York was charged for that day, not for the next one of UTC.';
		},
	},
	{
		name: 'Daylight saving',
		async run(stage) {
			const nights: Array<[string, string]> = [
				['2026-03-28T23:30:00Z', '2026-03-29'],
				['2026-03-29T22:30:00Z', '2026-03-30'],
				['2026-10-24T22:30:00Z', '2026-10-25'],
				['2026-10-25T22:59:00Z', '2026-10-25'],
			];
			const items = nights.map(([date, day]) => ({ ...stage.want('Parking', 15, day), date }));
			succeeded(await stage.charge(items, {}, { timezone: 'Europe/Berlin' }));
			return 'In the nights in which clocks change, each charge got the day of the hotel.';
		},
	},
];
