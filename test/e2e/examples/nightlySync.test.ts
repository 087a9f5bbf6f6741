import { renewPicture, useExampleStage } from '../support/exampleStage';
import type { ExecutionResult } from '../support/execution';
import { readJson } from '../support/workflows';

const breakfast = {
	...{ reservationId: 'RES-1001', amount: 18 },
	description: 'Breakfast in the room [ref:extras-1]',
};
const sauna = {
	...{ reservationId: 'RES-1003', amount: 45 },
	description: 'Sauna, private [ref:extras-2]',
};

/** One table over several nights: the steps build on each other. */
describe('the example nightly-sync', () => {
	const stage = useExampleStage();
	let workflow: string;
	/** Of n8n's data table, which is edited as its owner would in the editor. */
	let table: string;

	beforeAll(async () => {
		workflow = await stage.importExample('nightly-sync');
		const first = await runNight();
		const [created = {}] = readJson(first, 'Create the Table');
		table = `/projects/${String(created.projectId)}/data-tables/${String(created.id)}`;
		expect(readJson(first, 'Add Sample Rows')).toHaveLength(2);
		expect(managed()).toEqual([]);
	});

	afterAll(() => stage.api.send('DELETE', table));

	it('charges what is in the table and leaves all else alone', async () => {
		const before = stage.service.books.all();

		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes')).toEqual(['created', 'created']);
		const made = stage.service.books.all();
		expect(made).toHaveLength(before.length + 2);
		expect(made).toEqual(expect.arrayContaining(before));
		// Reservations are worked on side by side, so which of the two comes first is open.
		for (const charge of [breakfast, sauna]) {
			expect(made).toContainEqual(expect.objectContaining(charge));
		}
	});

	it('corrects, adds and removes what was changed in the table', async () => {
		await updateRow(1, { amount: 20 });
		await updateRow(2, { extra: '' });
		const lunch = { date: '2026-12-07', extra: 'Packed lunch', amount: 12.5 };
		const data = [{ reservation: 'RES-1001', ...lunch }];
		await stage.api.send('POST', `${table}/insert`, { data });

		const result = await runNight();

		expect(actionsOf(result, 'Apply Changes').sort()).toEqual(['created', 'deleted', 'updated']);
		expect(managed()).toEqual([
			expect.objectContaining({ ...breakfast, amount: 20 }),
			expect.objectContaining({ amount: 12.5, description: 'Packed lunch [ref:extras-3]' }),
		]);
		await renewPicture('nightly-sync', result);
	});

	async function runNight(): Promise<ExecutionResult> {
		return await stage.api.runWorkflow(workflow, 'Every Night at 2:00');
	}

	/** Which row, by the number n8n gave it, from 1. */
	async function updateRow(value: number, data: object): Promise<void> {
		const filters = [{ columnName: 'id', condition: 'eq', value }];
		await stage.api.send('PATCH', `${table}/rows`, { filter: { type: 'and', filters }, data });
	}

	function managed() {
		return stage.service.books.all().filter(({ description }) => description?.includes('[ref:'));
	}
});

function actionsOf(result: ExecutionResult, node: string): unknown[] {
	return readJson(result, node).map(({ action }) => action);
}
