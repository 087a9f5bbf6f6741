import type { Locator } from 'playwright-core';
import type { EditorPage } from './editorPage';

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
