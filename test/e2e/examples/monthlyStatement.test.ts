import { renewPicture, useExampleStage } from '../support/exampleStage';
import { fillField } from '../support/exampleWorkflow';
import { readJson } from '../support/workflows';

describe('the example monthly-statement', () => {
	const stage = useExampleStage();

	it('adds up the month’s extras of each reservation by account code', async () => {
		const { api, service } = stage;
		service.books.add('RES-1001', { amount: 0.1, date: '2026-12-31', description: 'Postcard' });
		service.books.add('RES-1001', { amount: 0.2, date: '2026-12-31', description: 'Stamp' });
		service.books.add('RES-1003', {
			amount: 99,
			date: '2027-01-01',
			description: 'New Year’s tour',
		});
		service.books.add('RES-1003', {
			amount: 99,
			date: '2026-11-30',
			description: 'Early transfer',
		});
		const workflow = await stage.importExample('monthly-statement', (example) =>
			fillField(example, 'Month and Reservations', 'month', '2026-12'),
		);

		const result = await api.runWorkflow(workflow, 'On the First of the Month');

		expect(readJson(result, 'Send the Statement')).toEqual([
			{
				reservationId: 'RES-1001',
				month: '2026-12',
				total: 169.8,
				text: [
					'4310: 45.00 (1)',
					'4200: 89.50 (1)',
					'4010: 35.00 (1)',
					'No account code: 0.30 (2)',
					'Total: 169.80',
				].join('\n'),
			},
			{
				reservationId: 'RES-1002',
				month: '2026-12',
				total: 168.4,
				text: '4100: 128.40 (1)\n4320: 40.00 (2)\nTotal: 168.40',
			},
			{
				reservationId: 'RES-1003',
				month: '2026-12',
				total: 74,
				text: '4330: 24.00 (1)\n4020: 50.00 (1)\nTotal: 74.00',
			},
		]);
		expect(service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
		await renewPicture('monthly-statement', result);
	});
});
