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
			await stage.expectBooked([charge]);
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
			const before = stage.count('list');
			const held = await stage.held();
			const pages = stage.count('list') - before;
			await stage.expectBooked(charges);
			return `${held.length} charges were listed in ${pages} ${pages === 1 ? 'page' : 'pages'}, none missing.`;
		},
	},
];
