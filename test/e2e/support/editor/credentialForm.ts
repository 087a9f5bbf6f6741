import type { Locator, Page } from 'playwright-core';

/** A node's credential: what its panel offers, and the dialog to fill it in, test it and save it. */
export class CredentialForm {
	constructor(private readonly page: Page) {}

	/** Opens the dialog for a new credential from the node's panel, which offers that below those of other tests. */
	async openNew(): Promise<void> {
		await this.select.click();
		await this.page.getByTestId('node-credentials-select-item-new').click();
		await this.dialog.waitFor();
	}

	/** Chooses a saved one in the node's panel: of itself, a new node takes any other test's. */
	async choose(name: string): Promise<void> {
		await this.select.click();
		await this.page.getByRole('option', { name }).click();
	}

	/** @param fields by parameter name */
	async fill(fields: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(fields)) await this.inputOf(name).fill(value);
	}

	async toggle(name: string): Promise<void> {
		await this.dialog.getByTestId(`parameter-input-${name}`).locator('.el-switch').click();
	}

	/** Waits until the dialog shows this text, such as a field's label. */
	async waitForText(text: string): Promise<void> {
		await this.dialog.getByText(text, { exact: true }).first().waitFor();
	}

	/** Saves, upon which n8n tests the credential; the dialog closes by itself if all is well. */
	async save(): Promise<void> {
		await this.page.getByTestId('credential-save-button').click();
	}

	/** Waits for the word of a test that found the credential wanting. @param remedy part of it */
	async waitForRefusal(remedy: string): Promise<void> {
		const details = this.dialog.getByText(remedy);
		// They stay open from one test to the next.
		const opener = this.dialog.getByText('More details');
		await opener.or(details).first().waitFor();
		if (await opener.isVisible()) await opener.click();
		await details.waitFor();
	}

	/** Opens the credential chosen in the node's panel, upon which n8n tests it. @returns what it says when that went well */
	async reopen(): Promise<string> {
		await this.dialog.waitFor({ state: 'hidden' });
		await this.page.getByTestId('credential-edit-button').click();
		return await this.page.getByTestId('credentials-config-container-test-success').innerText();
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close this dialog' }).click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	private get dialog(): Locator {
		return this.page.getByTestId('editCredential-modal');
	}

	private get select(): Locator {
		return this.page.getByTestId('node-credentials-select');
	}

	private inputOf(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`).locator('input, .cm-content').first();
	}
}
