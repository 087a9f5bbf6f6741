import type { Locator } from 'playwright-core';
import type { EditorPage } from './editorPage';
import { readTexts } from './editorPage';

/** An entry of a list of options, as it is shown. */
export interface ShownOption {
	name: string;
	description: string;
	/** How many lines of the description are shown at most. */
	lines: number;
	isCutOff: boolean;
}

/** As much of a browser's element as is looked at; the tests are compiled without a browser's types. */
interface SeenElement {
	textContent: string;
	scrollHeight: number;
	clientHeight: number;
	ownerDocument: {
		defaultView: { getComputedStyle(element: SeenElement): { webkitLineClamp: string } };
	};
}

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

	/** @returns true for a field that the editor marks as not filled in rightly */
	async isMarked(name: string): Promise<boolean> {
		return (await this.fieldOf(name).getByTestId('parameter-issues').count()) > 0;
	}

	/** @returns the labels of the fields, from top to bottom */
	async readLabels(): Promise<string[]> {
		const labels = await readTexts(this.page.find('node-parameters').locator('.n8n-input-label'));
		return labels.map((label) => label.split('\n')[0] ?? '');
	}

	async chooseOption(name: string, option: string): Promise<void> {
		const options = await this.openOptions(name);
		const { browserPage } = this.page;
		await options.filter({ has: browserPage.getByText(option, { exact: true }) }).click();
		await browserPage.waitForTimeout(300);
	}

	/** Opens a list of options, each of which has a description, and leaves it. */
	async readOptions(name: string): Promise<ShownOption[]> {
		const options = await this.openOptions(name);
		const names = await readTexts(options.locator('.option-headline'));
		const descriptions = await options
			.locator('.option-description')
			.evaluateAll((elements: SeenElement[]) =>
				elements.map((element) => ({
					description: element.textContent,
					lines: Number(
						element.ownerDocument.defaultView.getComputedStyle(element).webkitLineClamp,
					),
					isCutOff: element.scrollHeight > element.clientHeight,
				})),
			);
		await this.leaveOptions(options);
		return descriptions.map((description, index) => ({ name: names[index] ?? '', ...description }));
	}

	/** Opens the list of what may be added to Options and leaves it. @returns its entries */
	async readOfferedOptions(): Promise<string[]> {
		await this.page.browserPage.getByPlaceholder('Add Option').click();
		const entries = await this.waitForOptions();
		const names = await readTexts(entries);
		await this.leaveOptions(entries);
		return names;
	}

	private inputOf(name: string): Locator {
		return this.page.find(`parameter-input-${name}`).locator('input, textarea').first();
	}

	/** A field with its label and all around it. */
	private fieldOf(name: string): Locator {
		const input = this.page.find(`parameter-input-${name}`);
		return this.page.find('parameter-item').filter({ has: input });
	}

	private async openOptions(name: string): Promise<Locator> {
		await this.inputOf(name).click();
		return await this.waitForOptions();
	}

	private async waitForOptions(): Promise<Locator> {
		const options = this.page.browserPage.getByRole('option').filter({ visible: true });
		await options.first().waitFor();
		return options;
	}

	private async leaveOptions(options: Locator): Promise<void> {
		await this.page.browserPage.keyboard.press('Escape');
		await options.first().waitFor({ state: 'hidden' });
	}
}
