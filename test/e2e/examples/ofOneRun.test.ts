import { BY_HAND, renewPicture, useExampleStage } from '../support/exampleStage';
import { editNode, fillFields } from '../support/exampleWorkflow';
import { book, credentialFor } from '../support/stage';
import { credentialType, readJson } from '../support/workflows';

describe('the example', () => {
	const stage = useExampleStage();

	beforeEach(() => book(stage.service));

	it('add-late-checkout charges the late checkout at the member rate, once however often it is run', async () => {
		const { api, service } = stage;
		const before = service.books.all();
		const workflow = await stage.importExample('add-late-checkout');

		const result = await api.runWorkflow(workflow, BY_HAND);
		const again = await api.runWorkflow(workflow, BY_HAND);

		expect(result.data.resultData.error).toBeUndefined();
		expect(again.data.resultData.error).toBeUndefined();
		const [{ date } = {}] = readJson(result, 'Late Checkout Request');
		expect(Date.parse(String(date))).toBeGreaterThan(Date.now());
		const after = service.books.all();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after.slice(before.length)).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1002',
				amount: 28,
				date,
				description: `Late checkout until 14:00 [ref:late-checkout-${String(date)}]`,
			}),
		]);
		await renewPicture('add-late-checkout', result);
	});

	it('charge-per-night charges every night once, and only the new ones of a longer stay', async () => {
		const { api, service } = stage;
		const before = service.books.all('RES-1002').length;
		const run = async (departure: string) => {
			const workflow = await stage.importExample('charge-per-night', (example) =>
				fillFields(example, 'Stay', { arrival: '2026-12-30', departure }),
			);
			return await api.runWorkflow(workflow, BY_HAND);
		};

		const result = await run('2027-01-01');
		await run('2027-01-02');

		expect(result.data.resultData.error).toBeUndefined();
		const nights = service.books.all('RES-1002').slice(before);
		expect(nights.map(({ date, amount }) => [date, amount])).toEqual([
			['2026-12-30', 25],
			['2026-12-31', 25],
			['2027-01-01', 25],
		]);
		await renewPicture('charge-per-night', result);
	});

	it('two-hotels charges each row at its own hotel', async () => {
		const { api, service } = stage;
		for (const accountId of ['lakeside', 'harbour']) {
			service.accounts.add({ accountId, key: `key-of-${accountId}` });
		}
		const byRow = { accountId: '={{ $json.hotel }}', apiKey: '=key-of-{{ $json.hotel }}' };
		const credential = credentialFor(service, byRow);
		const id = await api.createCredential(credential);
		const workflow = await stage.importExample('two-hotels', (example) =>
			editNode(example, 'Charge at Its Hotel', (node) => {
				node.credentials = { [credentialType]: { id, name: credential.name } };
			}),
		);
		service.log.clear();

		const result = await api.runWorkflow(workflow, BY_HAND);

		expect(result.data.resultData.error).toBeUndefined();
		const creates = service.log.entries.filter(
			({ method, path }) => method === 'POST' && path.startsWith('/services'),
		);
		expect(creates.map(({ account }) => account).sort()).toEqual(['harbour', 'lakeside']);
		await renewPicture('two-hotels', result);
	});

	it('monthly-statement adds up the month’s extras of each reservation by account code', async () => {
		const { api, service } = stage;
		service.books.add('RES-1001', { amount: 0.1, date: '2026-12-31', description: 'Postcard' });
		service.books.add('RES-1001', { amount: 0.2, date: '2026-12-31', description: 'Stamp' });
		for (const date of ['2027-01-01', '2026-11-30']) {
			service.books.add('RES-1003', { amount: 99, date, description: 'Of another month' });
		}
		const month = '2026-12';
		const workflow = await stage.importExample('monthly-statement', (example) =>
			fillFields(example, 'Month and Reservations', { month }),
		);

		const result = await api.runWorkflow(workflow, 'On the First of the Month');

		const lines = [
			'4310: 45.00 (1)\n4200: 89.50 (1)\n4010: 35.00 (1)\nNo account code: 0.30 (2)\nTotal: 169.80',
			'4100: 128.40 (1)\n4320: 40.00 (2)\nTotal: 168.40',
			'4330: 24.00 (1)\n4020: 50.00 (1)\nTotal: 74.00',
		];
		expect(readJson(result, 'Send the Statement')).toEqual(
			[169.8, 168.4, 74].map((total, n) => {
				return { reservationId: `RES-100${n + 1}`, month, total, text: lines[n] };
			}),
		);
		expect(service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
		await renewPicture('monthly-statement', result);
	});

	it('check-api-format says first that something is to change, at a service whose names nobody has told n8n', async () => {
		const names = { amountField: 'price.gross', descriptionField: 'label', itemsField: 'data' };
		Object.assign(stage.service.dialect, names);
		book(stage.service);
		const workflow = await stage.importExample('check-api-format');
		const result = await stage.api.runWorkflow(workflow, BY_HAND);

		const [first] = readJson(result, 'Check API Format');
		expect(first).toMatchObject({ setting: 'Custom API Format', verdict: 'change' });
		expect(readJson(result, 'What to Change')[0]).toEqual(first);
		await renewPicture('check-api-format', result);
	});
});
