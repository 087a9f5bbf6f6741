import type { Browser, Locator, Page } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';
import { findExecutable } from '../executable';
import { repeatUntil } from '../repeatUntil';
import { readInstance } from '../stage';
import { Camera } from './camera';
import { CredentialForm } from './credentialForm';
import { letEditorFollow, ParameterForm, Picker, readTexts, Step } from './panel';

/** n8n's editor in a browser, driven the way a user drives it. Written for n8n 2.41. */
export class Editor {
	readonly credential: CredentialForm;
	readonly form: ParameterForm;
	readonly picker: Picker;
	readonly step: Step;
	readonly camera: Camera;

	private constructor(
		private readonly page: Page,
		/** of n8n */
		private readonly url: string,
	) {
		this.credential = new CredentialForm(page);
		this.form = new ParameterForm(page);
		this.picker = new Picker(page);
		this.step = new Step(page);
		this.camera = new Camera(page);
	}

	/** Opens a browser and signs in. */
	static async open(): Promise<Editor> {
		const { url, owner } = readInstance();
		selectors.setTestIdAttribute('data-test-id');
		const browser = await startChromium();
		const page = await browser.newPage({
			viewport: { width: 1440, height: 810 },
			locale: 'en-US',
			// Sharp on any screen.
			deviceScaleFactor: process.env.PICTURES ? 2 : 1,
		});
		page.setDefaultTimeout(process.env.PICTURES ? 60_000 : 20_000);
		// Loading n8n's editor is slow on a busy machine.
		page.setDefaultNavigationTimeout(60_000);
		// The editor looks up every community package in the public registry; the tests must not depend on it.
		await page.route(
			(address) => address.protocol.startsWith('http') && address.origin !== url,
			(route) => route.abort(),
		);
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
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Opens an execution, which shows the workflow with what each step did. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.setViewportSize({ width: 1920, height: 1080 });
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		const preview = this.page.getByTestId('execution-preview-host');
		await preview.getByTestId('canvas-node').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Starts a new workflow with a manual trigger and opens the list of what may come next. */
	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-plus-button').click();
		await this.offered('Trigger manually').click();
		await this.page.getByTestId('canvas-node').waitFor();
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.page.getByTestId('node-creator-search-bar').waitFor();
	}

	/** Searches the list of nodes until the expected one is offered. @returns all names offered, best first */
	async searchNodes(text: string, expected: string): Promise<string[]> {
		const searchBar = this.page.getByTestId('node-creator-search-bar');
		// Nothing is called that, so what is offered afterwards is for the text.
		await searchBar.fill('qqqqqq');
		await this.offered(expected).waitFor({ state: 'hidden' });
		await searchBar.fill(text);
		await this.offered(expected).waitFor();
		return await readTexts(this.page.getByTestId('node-creator-item-name'));
	}

	/** Adds an offered node to the canvas, by way of one of its actions; its panel opens. */
	async addNode(name: string, action: string): Promise<void> {
		await this.offered(name).click();
		await this.offered(action).click();
		await this.page.getByTestId('ndv').waitFor();
	}

	/**
	 * Takes what is preselected, first of the nodes found and then of its actions; the panel of what it adds opens.
	 *
	 * @param action one of the node's
	 */
	async addFirstNode(action: string): Promise<void> {
		await this.page.keyboard.press('Enter');
		await this.offered(action).waitFor();
		await letEditorFollow(this.page);
		await this.page.keyboard.press('Enter');
		await this.page.getByTestId('ndv').waitFor();
	}

	/** Opens the panel of a node. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('ndv').waitFor();
	}

	/** @returns the names that the open node's panel offers of the step before, which has not run yet */
	async readPreviewedInput(): Promise<string[]> {
		const panel = this.page.getByTestId('ndv-input-panel');
		await panel.getByTestId('schema-preview-warning').waitFor();
		return await readTexts(panel.getByTestId('run-data-schema-item'));
	}

	/** Leaves the open node's panel. */
	async closeNode(): Promise<void> {
		const panel = this.page.getByTestId('ndv');
		// In a field, Escape is the field's own.
		await repeatUntil('the panel is closed', async () => {
			if (await panel.isVisible()) {
				await this.page.getByTestId('node-execute-button').press('Escape');
			}
			await letEditorFollow(this.page);
			return (await panel.isHidden()) || undefined;
		});
	}

	/** Waits until a node shows that it has succeeded. */
	async waitForGreenCheck(name: string): Promise<void> {
		await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	private node(name: string): Locator {
		return this.page.getByTestId('canvas-node').filter({ hasText: name });
	}

	private offered(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).first();
	}
}

/**
 * Starts the machine's own Chromium, headless and quiet. CHROMIUM_PATH names one that is not in the PATH.
 *
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
	const args = [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	];
	return await chromium.launch({ executablePath, args });
}
