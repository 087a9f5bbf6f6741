import type { EditorPage } from './editorPage';
import { readTexts } from './editorPage';

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
