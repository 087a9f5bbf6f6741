import { useExampleStage } from '../support/exampleStage';
import type { ExecutionResult } from '../support/execution';
import type { N8nApi } from '../support/n8nApi';
import { readJson } from '../support/workflows';

const breakfast = { reservationId: 'RES-1001', amount: 18 };
const sauna = { reservationId: 'RES-1003', amount: 45 };

/** One table over several nights: the steps build on each other. */
describe('the example nightly-sync', () => {
	const stage = useExampleStage();
	let workflow: string;
	let table: DataTable;

	beforeAll(async () => {
		workflow = await stage.importExample('nightly-sync.json');
		const first = await runNight();
		const [created = {}] = readJson(first, 'Create the Table');
		table = DataTable.of(stage.api, created);
		expect(readJson(first, 'Add Sample Rows')).toHaveLength(2);
		expect(managed()).toEqual([]);
	});

	afterAll(async () => {
		await table.drop();
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

	it('adds sample rows to an empty table by hand, and leaves the charges of it alone', async () => {
		const before = stage.service.books.all();
		for (const row of [1, 2, 3]) await table.deleteRow(row);

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

/** A data table of n8n, edited as its owner would in the editor. */
class DataTable {
	private constructor(
		private readonly api: N8nApi,
		private readonly path: string,
	) {}

	/** @param created what the node that created the table gave out */
	static of(api: N8nApi, created: Record<string, unknown>): DataTable {
		const { id, projectId } = created;
		return new DataTable(api, `/projects/${String(projectId)}/data-tables/${String(id)}`);
	}

	async insertRow(row: object): Promise<void> {
		await this.api.send('POST', `${this.path}/insert`, { data: [row] });
	}

	/** @param id the number n8n gave the row, from 1 */
	async updateRow(id: number, data: object): Promise<void> {
		await this.api.send('PATCH', `${this.path}/rows`, { filter: filterOf(id), data });
	}

	async deleteRow(id: number): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify(filterOf(id)));
		await this.api.send('DELETE', `${this.path}/rows?filter=${filter}`);
	}

	/** Deletes the whole table. */
	async drop(): Promise<void> {
		await this.api.send('DELETE', this.path);
	}
}

function filterOf(id: number): object {
	return { type: 'and', filters: [{ columnName: 'id', condition: 'eq', value: id }] };
}
