import { renewPicture, useExampleStage } from '../support/exampleStage';
import { readInstance } from '../support/stage';
import { submitForm } from '../support/form';
import type { ExecutionResult } from '../support/execution';
import { readJson } from '../support/workflows';

const headings = ['Reference', 'Reservation', 'DATE', 'Description', 'amount'];

describe('the example bulk-import', () => {
	const stage = useExampleStage();
	let workflow: string;

	beforeAll(async () => {
		stage.service.books.clear();
		workflow = await stage.importExample('bulk-import');
		await stage.publish(workflow);
	});

	it('adds a thousand charges and reports the rows that failed, each with its reason', async () => {
		const rows = thousandRows();
		rows[7] = ['inv-8', 'RES-8', '2026-12-05', '"Minibar\nand 2 ""towels"""', '7'];
		rows[16] = ['inv-17', 'RES-17', '2026-12-05', 'Minibar', '12,50'];
		rows[500] = ['', 'RES-1', '2026-12-05', 'Minibar', '7'];
		rows[999] = ['inv-1000', 'RES-100', '31.12.2026', 'Minibar', '7'];
		stage.service.faults.add({
			kind: 'errorBefore',
			status: 422,
			method: 'POST',
			path: /services/,
		});

		const { page, result } = await importRows(rows);

		expect(page).toContain('996 of 1000 charges added');
		expect(page).toMatch(/inv-17: .*Amount.* is .*12,50/);
		const [report] = readJson(result, 'Count Them');
		expect(report).toMatchObject({ created: 996, alreadyThere: 0, failed: 4 });
		const reasons = readJson(result, 'Failed Rows').map(({ row, reason }) => [row, reason]);
		expect(reasons).toEqual(
			expect.arrayContaining([
				['inv-17', expect.stringMatching(/'Amount' is '12,50'/)],
				['Row without a reference', expect.stringMatching(/'Reference' is empty/)],
				[
					'inv-1000',
					expect.stringMatching(/'Date' is '31.12.2026'.* Write 2026-12-31.*\[item 999\]$/),
				],
				[expect.stringMatching(/^inv-/), expect.stringMatching(/did not accept/)],
			]),
		);
		const texts = stage.service.books.all().map(({ description }) => description);
		expect(texts).toHaveLength(996);
		expect(texts).toContainEqual(expect.stringMatching(/^Minibar\s+and 2 "towels"/));
		await renewPicture('bulk-import', result);
	});

	it('adds only what is missing when the corrected rows are imported once more', async () => {
		const { page, result } = await importRows(thousandRows());

		expect(page).toContain('4 of 1000 charges added');
		const [report] = readJson(result, 'Count Them');
		expect(report).toMatchObject({ created: 4, alreadyThere: 996, failed: 0, failures: '' });
		const references = stage.service.books.all().map(({ description }) => description);
		expect(new Set(references).size).toBe(1000);
	});

	async function importRows(rows: string[][]): Promise<{ page: string; result: ExecutionResult }> {
		const text = [headings, ...rows].map((cells) => cells.join('\t')).join('\n');
		return await submitForm(stage.api, `${readInstance().url}/form/import-charges`, text);
	}
});

/** A thousand charges, ten on each of a hundred reservations. */
function thousandRows(): string[][] {
	return Array.from({ length: 1000 }, (_, index) => [
		`inv-${index + 1}`,
		`RES-${(index % 100) + 1}`,
		'2026-12-05',
		'Minibar',
		String(4 + (index % 5) / 2),
	]);
}
