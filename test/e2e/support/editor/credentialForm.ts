import type { Locator } from 'playwright-core';
import type { EditorPage } from './editorPage';

/** How the editor marks wrong JSON: beside the line, and below the text. */
const MARK = '.cm-lint-marker-error, .cm-lintRange-error';

/** A node's credential: what its panel offers, and the dialog to fill it in, test it and save it. */
export class CredentialForm {
	constructor(private readonly page: EditorPage) {}

	/** Chooses one of the credentials that n8n holds in the node's panel. */
	async choose(name: string): Promise<void> {
		await this.page.find('node-credentials-select').click();
		await this.page.browserPage
			.locator('[data-test-id^="node-credentials-select-item-"]')
			.filter({ hasText: name })
			.last()
			.click();
	}

	/** Opens the dialog for a new credential from the node's panel. */
	async openNew(): Promise<void> {
		const first = this.page.find('node-credentials-empty-state').getByRole('button');
		const select = this.page.find('node-credentials-select');
		await first.or(select).waitFor();
		// The panel looks empty until n8n has listed the credentials that other tests have made meanwhile: then the click may
		// have opened the list instead.
		const timeout = 5_000;
		const isOpen = await first
			.click({ timeout })
			.then(async () => await this.dialog.waitFor({ timeout }))
			.then(
				() => true,
				() => false,
			);
		if (isOpen) return;
		const newOne = this.page.find('node-credentials-select-item-new');
		if (!(await newOne.isVisible())) await select.click();
		await newOne.click();
		await this.dialog.waitFor();
	}

	/** @param fields by parameter name */
	async fill(fields: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(fields)) {
			await this.inputOf(name).fill(value);
		}
	}

	/** Replaces what a field holds by typing, key by key. */
	async type(name: string, text: string): Promise<void> {
		await this.page.typeInto(this.inputOf(name), text);
	}

	/** Replaces the example in a field that holds JSON. */
	async typeExample(name: string, text: string): Promise<void> {
		const { keyboard } = this.page.browserPage;
		await this.fieldOf(name).locator('.cm-content').click();
		await keyboard.press('Control+A');
		await keyboard.press('Delete');
		await keyboard.type(text, { delay: 60 });
	}

	/** Waits until the editor says of a field that its JSON is wrong. */
	async waitForMark(name: string): Promise<void> {
		await this.fieldOf(name).locator(MARK).first().waitFor();
	}

	/** @returns those of the fields of which the editor says that their JSON is wrong */
	async readMarked(names: string[]): Promise<string[]> {
		const counts = await Promise.all(
			names.map(async (name) => await this.fieldOf(name).locator(MARK).count()),
		);
		return names.filter((_, index) => counts[index] !== 0);
	}

	async toggle(name: string): Promise<void> {
		await this.dialog.getByTestId(`parameter-input-${name}`).locator('.el-switch').click();
	}

	/** Waits until the form shows a field of this label. */
	async waitForField(label: string): Promise<void> {
		await this.dialog.getByText(label, { exact: true }).first().waitFor();
	}

	/** @returns the labels that are marked as required */
	async readRequiredFields(): Promise<string[]> {
		await this.inputOf('apiKey').waitFor();
		const lines = (await this.dialog.innerText()).split('\n');
		return lines.filter((line) => line.endsWith(' *')).map((line) => line.slice(0, -2));
	}

	/** @returns whether the dialog lets itself be saved */
	async isSavable(): Promise<boolean> {
		return await this.page.find('credential-save-button').getByRole('button').isEnabled();
	}

	/** Saves, upon which n8n tests the credential; the dialog closes by itself if all is well. */
	async save(): Promise<void> {
		await this.page.find('credential-save-button').click();
	}

	/**
	 * Waits for the word of a test that found the credential wanting.
	 *
	 * @param remedy part of it @returns what the dialog says then, details included
	 */
	async readRefusal(remedy: string): Promise<string> {
		const details = this.dialog.getByText(remedy);
		// They stay open from one test to the next.
		const opener = this.dialog.getByText('More details');
		await opener.or(details).first().waitFor();
		if (await opener.isVisible()) await opener.click();
		await details.waitFor();
		return await this.dialog.innerText();
	}

	/** Opens the credential chosen in the node's panel, upon which n8n tests it. */
	async reopen(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
		await this.page.find('credential-edit-button').click();
		await this.dialog.waitFor();
	}

	/** @returns what the dialog says after a test that went well */
	async readSuccess(): Promise<string> {
		const success = this.page.find('credentials-config-container-test-success');
		await success.waitFor();
		return (await success.innerText()).trim();
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close this dialog' }).click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	private get dialog(): Locator {
		return this.page.find('editCredential-modal');
	}

	private fieldOf(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`);
	}

	private inputOf(name: string): Locator {
		return this.fieldOf(name).locator('input').first();
	}
}
