import { DataTable } from '../support/dataTable';
import { ExampleStage } from '../support/exampleStage';
import type { ExecutionResult } from '../support/execution';
import { readJson } from '../support/workflows';

const breakfast = { reservationId: 'RES-1001', amount: 18 };
const sauna = { reservationId: 'RES-1003', amount: 45 };

/** One table over several nights: the steps build on each other. */
describe('the example nightly-sync', () => {
	let stage: ExampleStage;
	let workflow: string;
	let table: DataTable;

	beforeAll(async () => {
		stage = await ExampleStage.open();
		workflow = await stage.importExample('nightly-sync.json');
		const first = await runNight();
		const [created = {}] = readJson(first, 'Create the Table');
		table = DataTable.of(stage.api, created);
		expect(readJson(first, 'Add Sample Rows')).toHaveLength(2);
		expect(managed()).toEqual([]);
	});

	beforeEach(() => stage.service.log.clear());

	afterAll(async () => {
		await table.drop();
		await stage.close();
	});

	it('charges what is in the table and leaves all else alone', async () => {
		const before = stage.service.books.all();

		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes')).toEqual(['created', 'created']);
		// Reservations are worked on side by side, so which of the two comes first is open.
		const made = stage.service.books.all();
		expect(made).toHaveLength(before.length + 2);
		expect(made).toEqual(
			expect.arrayContaining([
				...before,
				expect.objectContaining({
					...breakfast,
					description: 'Breakfast in the room [ref:extras-1]',
				}),
				expect.objectContaining({ ...sauna, description: 'Sauna, private [ref:extras-2]' }),
			]),
		);
	});

	it('changes nothing when the table is as it was', async () => {
		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes')).toEqual(['unchanged', 'unchanged']);
		expect(stage.service.log.entries.every(({ method }) => method === 'GET')).toBe(true);
	});

	it('corrects, adds and removes what was changed in the table', async () => {
		await table.updateRow(1, { amount: 20 });
		await table.updateRow(2, { extra: '' });
		await table.insertRow({
			reservation: 'RES-1001',
			date: '2026-12-07',
			extra: 'Packed lunch',
			amount: 12.5,
		});

		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes').sort()).toEqual(['created', 'removed', 'updated']);
		expect(managed()).toEqual([
			expect.objectContaining({ ...breakfast, amount: 20 }),
			expect.objectContaining({ amount: 12.5, description: 'Packed lunch [ref:extras-3]' }),
		]);
		await stage.renewPicture('nightly-sync', result);
	});

	it('removes the charge of a row that was deleted', async () => {
		await table.deleteRow(3);

		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes')).toEqual(['unchanged', 'removed']);
		expect(managed()).toEqual([expect.objectContaining({ ...breakfast, amount: 20 })]);
	});

	it('stops before it removes suspiciously many charges', async () => {
		for (let row = 100; row <= 120; row++) {
			const description = `Minibar [ref:extras-${row}]`;
			stage.service.books.add('RES-1001', { amount: 4, date: '2026-12-06', description });
		}
		const before = stage.service.books.all();

		const result = await runNight();

		expect(result.status).toBe('error');
		expect(result.data.resultData.error?.message).toMatch(/would delete 21 .*'Most Removals'/);
		expect(stage.service.books.all()).toEqual(before);
	});

	it('adds sample rows to an empty table by hand, and leaves the charges of it alone', async () => {
		const before = stage.service.books.all();
		await table.deleteRow(1);
		await table.deleteRow(2);

		const result = await runNight();

		expect(readJson(result, 'Add Sample Rows')).toHaveLength(2);
		expect(stage.service.books.all()).toEqual(before);
	});

	async function runNight(): Promise<ExecutionResult> {
		return await stage.api.runWorkflow(workflow, 'Every Night at 2:00');
	}

	function managed() {
		return stage.service.books.all().filter(({ description }) => description?.includes('[ref:'));
	}
});

function actionsOf(result: ExecutionResult, node: string): unknown[] {
	return readJson(result, node).map(({ action }) => action);
}
