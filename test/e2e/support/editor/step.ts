import type { EditorPage } from './editorPage';
import { readTexts } from './editorPage';

/** The open node as a step: executed from its panel, which shows the output or the error. */
export class Step {
	constructor(private readonly page: EditorPage) {}

	/** @returns the rows of the output table, as the panel shows them */
	async execute(): Promise<Array<Record<string, string>>> {
		await this.start();
		const table = this.page.find('output-panel').getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const names = await readTexts(table.locator('thead th'));
		const rows = await table.locator('tbody tr').all();
		const values = await Promise.all(rows.map((row) => readTexts(row.locator('td'))));
		return values.map((cells) =>
			Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])),
		);
	}

	/** Executes a step that is expected to fail. @param title part of what the panel says then */
	async executeInVain(title: string): Promise<{ title: string; description: string }> {
		await this.start();
		const message = this.page.find('node-error-message').filter({ hasText: title });
		await message.waitFor();
		const description = await readTexts(this.page.find('node-error-description'));
		return { title: (await message.innerText()).trim(), description: description.join(' ') };
	}

	/** Shows the output as JSON. */
	async showJson(): Promise<void> {
		await this.page.find('output-panel').getByTestId('radio-button-json').click();
	}

	/** Executes the step and leaves what becomes of it to the caller. */
	async start(): Promise<void> {
		await this.page.find('node-execute-button').click();
	}
}
