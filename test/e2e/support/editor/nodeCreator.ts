import type { Locator } from 'playwright-core';
import type { EditorPage } from './editorPage';
import { readTexts } from './editorPage';

/** The list of nodes that may come next, with its search field. */
export class NodeCreator {
	/** @param url of n8n */
	constructor(
		private readonly page: EditorPage,
		private readonly url: string,
	) {}

	/** Starts a new workflow with a manual trigger and opens the list of what may come next. */
	async openInNewWorkflow(): Promise<void> {
		await this.page.browserPage.goto(`${this.url}/workflow/new`);
		await this.page.find('canvas-plus-button').click();
		await this.offered('Trigger manually').click();
		await this.page.find('canvas-node').waitFor();
		await this.page.find('node-creator-plus-button').click();
		await this.page.find('node-creator-search-bar').waitFor();
	}

	/** Types into the search field and waits until the node is offered. @returns all names offered, best first */
	async search(text: string, expected: string): Promise<string[]> {
		const searchBar = this.page.find('node-creator-search-bar');
		// Nothing is called that, so what is offered afterwards is for the text.
		await searchBar.fill('qqqqqq');
		await this.offered(expected).waitFor({ state: 'hidden' });
		await searchBar.fill(text);
		await this.offered(expected).waitFor();
		return await readTexts(this.page.find('node-creator-item-name'));
	}

	/** Adds an offered node to the canvas, by way of one of its actions; its panel opens. */
	async add(name: string, action: string): Promise<void> {
		await this.offered(name).click();
		await this.offered(action).click();
		await this.page.find('ndv').waitFor();
	}

	/**
	 * Takes what is preselected, first of the nodes found and then of its actions; the panel of what it adds opens.
	 *
	 * @param action one of the node's
	 */
	async addFirst(action: string): Promise<void> {
		const { keyboard } = this.page.browserPage;
		await keyboard.press('Enter');
		await this.offered(action).waitFor();
		await this.page.letEditorFollow();
		await keyboard.press('Enter');
		await this.page.find('ndv').waitFor();
	}

	private offered(name: string): Locator {
		return this.page.find('node-creator-item-name').getByText(name, { exact: true }).first();
	}
}
