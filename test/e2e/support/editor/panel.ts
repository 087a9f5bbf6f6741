import type { Locator, Page } from 'playwright-core';

/** The parameters in the open node's panel. */
export class ParameterForm {
	constructor(private readonly page: Page) {}

	/** Replaces what a field holds by typing, key by key, and leaves the field. */
	async type(name: string, text: string): Promise<void> {
		await this.inputOf(name).click();
		await replaceByTyping(this.page, text);
		await this.page.keyboard.press('Tab');
		await letEditorFollow(this.page);
	}

	/** Presses the button by which a model fills in a tool's field. */
	async leaveToModel(name: string): Promise<void> {
		await this.fieldOf(name).hover();
		await this.fieldOf(name).getByTestId('from-ai-override-button').click();
		await letEditorFollow(this.page);
	}

	/** @returns what a field shows, or the option that a list shows as chosen */
	async read(name: string): Promise<string> {
		const input = this.inputOf(name);
		await input.waitFor();
		return await input.inputValue();
	}

	/** @returns true for a field that the editor marks as not filled in rightly */
	async isMarked(name: string): Promise<boolean> {
		return (await this.fieldOf(name).getByTestId('parameter-issues').count()) > 0;
	}

	private inputOf(name: string): Locator {
		return this.page.getByTestId(`parameter-input-${name}`).locator('input, textarea').first();
	}

	/** A field with its label and all around it. */
	private fieldOf(name: string): Locator {
		const has = this.page.getByTestId(`parameter-input-${name}`);
		return this.page.getByTestId('parameter-item').filter({ has });
	}
}

/** The list of a field in which one chooses from what the service holds. */
export class Picker {
	constructor(private readonly page: Page) {}

	/** @returns the entries */
	async open(): Promise<string[]> {
		await this.page.getByTestId('rlc-input').click();
		await this.entries.first().waitFor();
		return await readTexts(this.entries);
	}

	/** Types into the open list's search field and waits until only matching entries are left. */
	async search(text: string): Promise<string[]> {
		await this.page.getByTestId('rlc-search').fill(text);
		await this.entries.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
		await this.entries.first().waitFor();
		return await readTexts(this.entries);
	}

	async pick(text: string): Promise<void> {
		await this.entries.filter({ hasText: text }).first().click();
	}

	private get entries(): Locator {
		return this.page.getByTestId('rlc-item');
	}
}

/** The open node as a step: executed from its panel, which shows the output or the error. */
export class Step {
	constructor(private readonly page: Page) {}

	/** Executes the step and leaves what becomes of it to the caller. */
	async start(): Promise<void> {
		await this.page.getByTestId('node-execute-button').click();
	}

	/** @returns the rows of the output table, as the panel shows them */
	async execute(): Promise<Array<Record<string, string>>> {
		await this.start();
		const table = this.page.getByTestId('output-panel').getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const names = await readTexts(table.locator('thead th'));
		const rows = await table.locator('tbody tr').all();
		const values = await Promise.all(rows.map((row) => readTexts(row.locator('td'))));
		return values.map((cells) =>
			Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])),
		);
	}

	/** Shows the output by field, one below the other. */
	async showFields(): Promise<void> {
		await this.page.getByTestId('output-panel').getByTestId('radio-button-schema').click();
	}

	/** Executes a step that is expected to fail. @param title part of what the panel says @returns the rest of it */
	async executeInVain(title: string): Promise<string> {
		await this.start();
		await this.page.getByTestId('node-error-message').filter({ hasText: title }).waitFor();
		return (await readTexts(this.page.getByTestId('node-error-description'))).join(' ');
	}
}

async function replaceByTyping({ keyboard }: Page, text: string): Promise<void> {
	await keyboard.press('Control+A');
	await keyboard.press('Delete');
	await keyboard.type(text, { delay: 60 });
}

/** The editor takes a text over a moment after it is typed, and a person is no faster. */
export async function letEditorFollow(page: Page): Promise<void> {
	await page.waitForTimeout(800);
}

export async function readTexts(elements: Locator): Promise<string[]> {
	return (await elements.allInnerTexts()).map((text) => text.trim());
}
