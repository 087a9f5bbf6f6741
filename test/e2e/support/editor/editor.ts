import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { findExecutable } from '../executable';
import { owner } from '../n8nApi';
import { repeatUntil } from '../repeatUntil';
import { readInstance } from '../stage';
import { Camera } from './camera';
import { CredentialForm } from './credentialForm';

/** n8n's editor in a browser, driven the way a user drives it. Written for n8n 2.41. */
export class Editor {
	readonly credential: CredentialForm;
	readonly camera: Camera;

	private constructor(
		private readonly page: Page,
		/** of n8n */
		private readonly url: string,
	) {
		this.credential = new CredentialForm(page);
		this.camera = new Camera(page);
	}

	/** Opens a browser and signs in. */
	static async open(): Promise<Editor> {
		const { url } = readInstance();
		selectors.setTestIdAttribute('data-test-id');
		const browser = await startChromium();
		const page = await browser.newPage({
			viewport: { width: 1440, height: 810 },
			locale: 'en-US',
			reducedMotion: 'reduce',
			// Sharp on any screen.
			deviceScaleFactor: process.env.PICTURES ? 2 : 1,
		});
		// Loading n8n's editor is slow on a busy machine.
		page.setDefaultTimeout(60_000);
		await page.goto(`${url}/signin`);
		await page.getByTestId('emailOrLdapLoginId').locator('input').fill(owner.email);
		await page.locator('input[name=password]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL(/home/);
		return new Editor(page, url);
	}

	/** Closes the browser, and keeps what was seen last for whoever looks into a failure. */
	async close(): Promise<void> {
		await this.camera.keepLastView();
		await this.page.context().browser()?.close();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.goHome();
		const go = `history.pushState({}, '', '/workflow/${id}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`;
		await this.page.evaluate(go);
		await this.part('canvas-node').first().waitFor();
		await this.part('zoom-to-fit').click();
	}

	/** Opens an execution, which shows the workflow with what each step did. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.setViewportSize({ width: 1920, height: 1080 });
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		const preview = this.part('execution-preview-host');
		await preview.getByTestId('canvas-node').first().waitFor();
		await this.part('zoom-to-fit').click();
	}

	/** Starts a new workflow with a manual trigger and opens the list of what may come next. */
	async openNewWorkflow(): Promise<void> {
		await this.goHome();
		await this.part('add-resource-workflow').click();
		await this.part('canvas-plus-button').click();
		await this.offered('Trigger manually').click();
		await this.part('canvas-node').waitFor();
		await this.part('node-creator-plus-button').click();
		await this.part('node-creator-search-bar').waitFor();
	}

	/** Searches the list of nodes until the expected one is offered. @returns all names offered, best first */
	async searchNodes(text: string, expected: string): Promise<string[]> {
		const searchBar = this.part('node-creator-search-bar');
		// Nothing is called that, so what is offered afterwards is for the text.
		await searchBar.fill('qqqqqq');
		await this.offered(expected).waitFor({ state: 'hidden' });
		await searchBar.fill(text);
		await this.offered(expected).waitFor();
		return await readTexts(this.part('node-creator-item-name'));
	}

	/** Adds an offered node to the canvas, by way of one of its actions; its panel opens. */
	async addNode(name: string, action: string): Promise<void> {
		await this.offered(name).click();
		await this.offered(action).click();
		await this.panel.waitFor();
	}

	/** Takes what is preselected, first of the nodes found and then of its actions, of which one is named; its panel opens. */
	async addFirstNode(action: string): Promise<void> {
		await this.page.keyboard.press('Enter');
		await this.offered(action).waitFor();
		await this.follow();
		await this.page.keyboard.press('Enter');
		await this.panel.waitFor();
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.panel.waitFor();
	}

	/** Leaves the open node's panel. */
	async closeNode(): Promise<void> {
		// In a field, Escape is the field's own.
		await repeatUntil('the panel is closed', async () => {
			if (await this.panel.isVisible()) await this.part('node-execute-button').press('Escape');
			await this.follow();
			return (await this.panel.isHidden()) || undefined;
		});
	}

	/** Waits until a node shows that it has succeeded. */
	async waitForGreenCheck(name: string): Promise<void> {
		await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	/** Replaces what a field holds by typing, key by key, and leaves the field. */
	async type(name: string, text: string): Promise<void> {
		const { keyboard } = this.page;
		await this.inputOf(name).click();
		await keyboard.press('Control+A');
		await keyboard.press('Delete');
		await keyboard.type(text, { delay: 60 });
		await keyboard.press('Tab');
		await this.follow();
	}

	/** Presses the button by which a model fills in a tool's field. */
	async leaveToModel(name: string): Promise<void> {
		await this.fieldOf(name).hover();
		await this.fieldOf(name).getByTestId('from-ai-override-button').click();
		await this.follow();
	}

	/** @returns what a field shows, or the option that a list shows as chosen */
	async read(name: string): Promise<string> {
		return await this.inputOf(name).inputValue();
	}

	/** @returns true for a field that the editor marks as not filled in rightly */
	async isMarked(name: string): Promise<boolean> {
		return (await this.fieldOf(name).getByTestId('parameter-issues').count()) > 0;
	}

	/** Opens the list of a field in which one chooses from what the service holds. @returns the entries */
	async openPicker(): Promise<string[]> {
		await this.part('rlc-input').click();
		await this.entries.first().waitFor();
		return await readTexts(this.entries);
	}

	/** Types into the open list's search field and waits until only matching entries are left. */
	async searchPicker(text: string): Promise<string[]> {
		await this.part('rlc-search').fill(text);
		await this.entries.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
		await this.entries.first().waitFor();
		return await readTexts(this.entries);
	}

	async pick(text: string): Promise<void> {
		await this.entries.filter({ hasText: text }).first().click();
	}

	/** @returns the names that the open node's panel offers of the step before, which has not run yet */
	async readPreviewedInput(): Promise<string[]> {
		const input = this.part('ndv-input-panel');
		await input.getByTestId('schema-preview-warning').waitFor();
		return await readTexts(input.getByTestId('run-data-schema-item'));
	}

	/** Executes the open node's step, and leaves what becomes of it to the caller. */
	async start(): Promise<void> {
		await this.part('node-execute-button').click();
	}

	/** Executes the step. @returns the rows of the output table, as the panel shows them */
	async execute(): Promise<Array<Record<string, string>>> {
		await this.start();
		return await this.readOutput();
	}

	/** @returns the same of the second output, which has what has failed */
	async readFailed(): Promise<Array<Record<string, string>>> {
		await this.part('output-panel').getByText('Error Branch').click();
		return await this.readOutput();
	}

	private async readOutput(): Promise<Array<Record<string, string>>> {
		const panel = this.part('output-panel');
		// The editor keeps what was chosen for another step.
		await panel.getByTestId('radio-button-table').click();
		const table = panel.getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const names = await readTexts(table.locator('thead th'));
		const rows = await table.locator('tbody tr').all();
		const values = await Promise.all(rows.map((row) => readTexts(row.locator('td'))));
		return values.map((cells) =>
			Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])),
		);
	}

	/** Executes a step that is expected to fail. @param title part of what the panel says @returns the rest of it */
	async executeInVain(title: string): Promise<string> {
		await this.start();
		await this.part('node-error-message').filter({ hasText: title }).waitFor();
		return (await readTexts(this.part('node-error-description'))).join(' ');
	}

	/** Shows the output by field, one below the other. */
	async showFields(): Promise<void> {
		await this.part('output-panel').getByTestId('radio-button-schema').click();
	}

	/** Loading n8n anew takes longer than most of the tests run. */
	private async goHome(): Promise<void> {
		if (await this.panel.isVisible()) await this.closeNode();
		await this.part('project-home-menu-item').click();
		await this.part('add-resource-workflow').waitFor();
	}

	private get panel(): Locator {
		return this.part('ndv');
	}

	private get entries(): Locator {
		return this.part('rlc-item');
	}

	private part(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	private node(name: string): Locator {
		return this.part('canvas-node').and(this.page.locator(`[data-node-name="${name}"]`));
	}

	private offered(name: string): Locator {
		return this.part('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	private inputOf(name: string): Locator {
		return this.part(`parameter-input-${name}`).locator('input, textarea').first();
	}

	/** A field with its label and all around it. */
	private fieldOf(name: string): Locator {
		return this.part('parameter-item').filter({ has: this.part(`parameter-input-${name}`) });
	}

	/** The editor takes a text over a moment after it is typed, and a person is no faster. */
	private async follow(): Promise<void> {
		await this.page.waitForTimeout(800);
	}
}

async function readTexts(elements: Locator): Promise<string[]> {
	return (await elements.allInnerTexts()).map((text) => text.trim());
}

/**
 * Starts the machine's own Chromium, headless and quiet. CHROMIUM_PATH names one that is not in the PATH.
 * @throws Error that says what to install when there is none
 */
export async function startChromium(): Promise<Browser> {
	const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
	const executablePath = process.env.CHROMIUM_PATH || findExecutable(names);
	if (!executablePath) {
		throw new Error(
			'The editor tests need Chromium, and none is in the PATH. On Debian or Ubuntu: apt-get install chromium. Elsewhere, set CHROMIUM_PATH to the path of a Chromium or Chrome.',
		);
	}
	const background = ['background-networking', 'component-update', 'sync', 'gpu', 'quic'];
	const switchedOff = background.map((feature) => `--disable-${feature}`);
	// The editor looks up every community package in the public registry; the tests must not depend on it.
	const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
	const args = ['--no-sandbox', '--no-first-run', offline, ...switchedOff];
	return await chromium.launch({ executablePath, args });
}
