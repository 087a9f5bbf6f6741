import type { Locator } from 'playwright-core';
import type { EditorPage } from './editorPage';
import { readTexts } from './editorPage';

/** The parameters in the open node's panel. */
export class ParameterForm {
	constructor(private readonly page: EditorPage) {}

	async fill(name: string, value: string): Promise<void> {
		await this.inputOf(name).fill(value);
	}

	/** Replaces what a field holds by typing, key by key, and leaves the field. */
	async type(name: string, text: string): Promise<void> {
		await this.page.typeInto(this.inputOf(name), text);
	}

	/**
	 * Turns a field into an expression and types that, key by key.
	 *
	 * @param code what stands between the braces; the editor closes what is opened
	 */
	async typeExpression(name: string, code: string): Promise<void> {
		const field = this.fieldOf(name);
		const { keyboard } = this.page.browserPage;
		await field.hover();
		await field.getByTestId('radio-button-expression').click();
		await field.locator('.cm-content').click();
		await keyboard.press('Control+A');
		await keyboard.press('Delete');
		await keyboard.type(`{{${code}`, { delay: 60 });
		await this.page.letEditorFollow();
	}

	/** @returns what a field shows */
	async read(name: string): Promise<string> {
		return await this.inputOf(name).inputValue();
	}

	/** @returns the option that a list shows as chosen */
	async readChoice(name: string): Promise<string> {
		const input = this.page.find(`parameter-input-${name}`).locator('input').first();
		await input.waitFor();
		return await input.inputValue();
	}

	/** @returns true for a field that the editor marks as not filled in rightly */
	async isMarked(name: string): Promise<boolean> {
		return (await this.fieldOf(name).getByTestId('parameter-issues').count()) > 0;
	}

	private inputOf(name: string): Locator {
		return this.page.find(`parameter-input-${name}`).locator('input, textarea').first();
	}

	/** A field with its label and all around it. */
	private fieldOf(name: string): Locator {
		const input = this.page.find(`parameter-input-${name}`);
		return this.page.find('parameter-item').filter({ has: input });
	}
}

/** The list of a field in which one chooses from what the service holds. */
export class Picker {
	constructor(private readonly page: EditorPage) {}

	/** @returns the entries */
	async open(): Promise<string[]> {
		await this.page.find('rlc-input').click();
		const entries = this.page.find('rlc-item');
		await entries.first().waitFor();
		return await readTexts(entries);
	}

	/** Types into the open list's search field and waits until only matching entries are left. */
	async search(text: string): Promise<string[]> {
		await this.page.find('rlc-search').fill(text);
		const entries = this.page.find('rlc-item');
		await entries.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
		await entries.first().waitFor();
		return await readTexts(entries);
	}

	async pick(text: string): Promise<void> {
		await this.page.find('rlc-item').filter({ hasText: text }).first().click();
	}
}

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
