import { renewPicture, useExampleStage } from '../support/exampleStage';
import { repeatUntil } from '../support/repeatUntil';
import { readJson } from '../support/workflows';

const headings = ['Reference', 'Reservation', 'DATE', 'Description', 'amount'];

describe('the example bulk-import', () => {
	const stage = useExampleStage();

	beforeAll(async () => {
		stage.service.books.clear();
		await stage.publish('bulk-import');
	});

	it('adds a thousand charges and reports the rows that failed, each with its reason', async () => {
		const rows = thousandRows();
		rows[7] = ['inv-8', 'RES-8', '2026-12-05', '"Minibar\nand 2 ""towels"""', '7'];
		rows[16] = ['inv-17', 'RES-17', '2026-12-05', 'Minibar', '12,50'];
		rows[500] = ['', 'RES-1', '2026-12-05', 'Minibar', '7'];
		rows[999] = ['inv-1000', 'RES-100', '31.12.2026', 'Minibar', '7'];
		const refused = { kind: 'errorBefore', status: 422, method: 'POST' } as const;
		stage.service.faults.add({ ...refused, path: /services/ });

		const { page, result } = await importRows(rows);

		expect(page).toContain('996 of 1000 charges added');
		expect(page).toMatch(/inv-17: .*Amount.* is .*12,50/);
		const [report] = readJson(result, 'Count Them');
		expect(report).toMatchObject({ created: 996, alreadyThere: 0, failed: 4 });
		const reasons = readJson(result, 'Failed Rows').map(({ row, reason }) => [row, reason]);
		const matching = (words: RegExp): unknown => expect.stringMatching(words);
		expect(reasons).toEqual(
			expect.arrayContaining([
				['inv-17', matching(/'Amount' is '12,50'/)],
				['Row without a reference', matching(/'Reference' is empty/)],
				['inv-1000', matching(/'Date' is '31.12.2026'.* Write 2026-12-31.*\[item 999\]$/)],
				[matching(/^inv-/), matching(/did not accept/)],
			]),
		);
		const texts = stage.service.books.all().map(({ description }) => description);
		expect(texts).toHaveLength(996);
		expect(texts).toContainEqual(expect.stringMatching(/^Minibar\s+and 2 "towels"/));
		await renewPicture('bulk-import', result);
	});

	/** Fills in the form, as a browser does. @returns the page that ends it, as HTML, and the execution */
	async function importRows(rows: string[][]) {
		const form = new FormData();
		form.append('field-0', [headings, ...rows].map((cells) => cells.join('\t')).join('\n'));
		const address = `${stage.api.url}/form/import-charges`;
		const submitted = await fetch(address, { method: 'POST', body: form });
		const { formWaitingUrl } = (await submitted.json()) as { formWaitingUrl: string };
		const waiting = new URL(formWaitingUrl);
		const status = new URL(`${waiting.pathname}/n8n-execution-status${waiting.search}`, waiting);
		await repeatUntil('the form has its last page', async () => {
			return (await (await fetch(status)).text()) === 'form-waiting' || undefined;
		});
		const page = await (await fetch(waiting)).text();
		await fetch(waiting, { method: 'POST' });
		const id = waiting.pathname.split('/').at(-1) ?? '';
		return { page, result: await stage.api.waitForExecution(id) };
	}
});

/** A thousand charges, ten on each of a hundred reservations. */
function thousandRows(): string[][] {
	return Array.from({ length: 1000 }, (_, n) => {
		const amount = String(4 + (n % 5) / 2);
		return [`inv-${n + 1}`, `RES-${(n % 100) + 1}`, '2026-12-05', 'Minibar', amount];
	});
}
