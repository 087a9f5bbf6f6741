import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import { takeCanvasPicture, takePictureOf } from './picture';
import { startChromium } from './chromium';
import type { Owner } from './n8nApi';
import { repeatUntil } from './repeatUntil';

const root = path.join(__dirname, '..', '..', '..');

/** Pictures for whoever looks into a failure. Those of the documentation are taken on request (npm run pictures). */
const lookedAt = path.join(root, '.cache', 'screenshots');
const pictures = process.env.PICTURES ?? lookedAt;

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

/** n8n's editor in a browser, driven the way a user drives it. Written for n8n 2.41. */
export class Editor {
	private readonly consoleTexts: string[] = [];
	private browser?: Browser;
	private opened?: Page;

	/** @param url of n8n */
	constructor(private readonly url: string) {}

	/** Opens a browser and signs in. */
	async open(owner: Owner): Promise<void> {
		selectors.setTestIdAttribute('data-test-id');
		this.browser = await startChromium();
		this.opened = await this.browser.newPage({
			viewport: { width: 1440, height: 810 },
			locale: 'en-US',
			// Sharp on any screen.
			deviceScaleFactor: process.env.PICTURES ? 2 : 1,
		});
		this.page.setDefaultTimeout(process.env.PICTURES ? 60_000 : 20_000);
		this.page.on('console', (message) => this.consoleTexts.push(message.text()));
		await this.stayOnThisMachine();
		await this.signIn(owner);
	}

	async close(): Promise<void> {
		await this.browser?.close();
	}

	/** Starts a new workflow with a manual trigger and opens the list of nodes that may come next. */
	async startWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.find('canvas-plus-button').click();
		await this.offeredNode('Trigger manually').click();
		await this.find('canvas-node').waitFor();
		await this.find('node-creator-plus-button').click();
		await this.find('node-creator-search-bar').waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.find('canvas-node').first().waitFor();
		await this.find('zoom-to-fit').click();
	}

	/** Runs the open workflow from its button and waits for the editor's word that it is done. */
	async executeWorkflow(): Promise<string> {
		await this.find('execute-workflow-button').click();
		return await this.readNotification();
	}

	/** Types into the search field and waits until the node is offered. @returns all names offered, best first */
	async searchNodes(text: string, expected: string): Promise<string[]> {
		const searchBar = this.find('node-creator-search-bar');
		// Nothing is called that, so what is offered afterwards is for the text.
		await searchBar.fill('qqqqqq');
		await this.offeredNode(expected).waitFor({ state: 'hidden' });
		await searchBar.fill(text);
		await this.offeredNode(expected).waitFor();
		return await readTexts(this.find('node-creator-item-name'));
	}

	/** Adds an offered node to the canvas, by way of one of its actions; its panel opens. */
	async addNode(name: string, action: string): Promise<void> {
		await this.offeredNode(name).click();
		await this.offeredNode(action).click();
		await this.find('ndv').waitFor();
	}

	/** Chooses one of the credentials that n8n holds in the node's panel. */
	async chooseCredential(name: string): Promise<void> {
		await this.find('node-credentials-select').click();
		await this.page
			.locator('[data-test-id^="node-credentials-select-item-"]')
			.filter({ hasText: name })
			.last()
			.click();
	}

	/** Opens the credential dialog for a new credential from the node's panel. */
	async startCredential(): Promise<void> {
		const first = this.find('node-credentials-empty-state').getByRole('button');
		const select = this.find('node-credentials-select');
		await first.or(select).waitFor();
		// The panel looks empty until n8n has listed the credentials that other tests have made meanwhile.
		const isEmpty = await first.click({ timeout: 5_000 }).then(
			() => true,
			() => false,
		);
		if (!isEmpty) {
			await select.click();
			await this.find('node-credentials-select-item-new').click();
		}
		await this.dialog.waitFor();
	}

	/** @param fields by parameter name */
	async fillCredential(fields: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(fields)) {
			await this.credentialInput(name).fill(value);
		}
	}

	/** Replaces what a field of the credential dialog holds by typing, key by key. */
	async typeCredential(name: string, text: string): Promise<void> {
		await this.typeInto(this.credentialInput(name), text);
	}

	/** Chooses an entry of a list in the credential dialog. */
	async chooseInCredential(name: string, option: string): Promise<void> {
		await this.credentialInput(name).click();
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	/** @returns what a field of the credential dialog shows */
	async readCredential(name: string): Promise<string> {
		return await this.credentialInput(name).inputValue();
	}

	/** @returns the labels in the credential dialog that are marked as required */
	async readRequiredCredentialFields(): Promise<string[]> {
		await this.credentialInput('apiKey').waitFor();
		const lines = (await this.dialog.innerText()).split('\n');
		return lines.filter((line) => line.endsWith(' *')).map((line) => line.slice(0, -2));
	}

	/** @returns whether the credential dialog lets itself be saved */
	async isCredentialSavable(): Promise<boolean> {
		return await this.find('credential-save-button').getByRole('button').isEnabled();
	}

	/** Saves, upon which n8n tests the credential; the dialog closes by itself if all is well. */
	async saveCredential(): Promise<void> {
		await this.find('credential-save-button').click();
	}

	/**
	 * Waits for the word of a test that found the credential wanting.
	 *
	 * @param remedy part of it @returns what the dialog says then, details included
	 */
	async readCredentialRefusal(remedy: string): Promise<string> {
		const details = this.dialog.getByText(remedy);
		// They stay open from one test to the next.
		const opener = this.dialog.getByText('More details');
		await opener.or(details).first().waitFor();
		if (await opener.isVisible()) await opener.click();
		await details.waitFor();
		return await this.dialog.innerText();
	}

	/** Opens the credential chosen in the node's panel, upon which n8n tests it. */
	async reopenCredential(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
		await this.find('credential-edit-button').click();
		await this.dialog.waitFor();
	}

	/** @returns what the dialog says after a test that went well */
	async readCredentialSuccess(): Promise<string> {
		const success = this.find('credentials-config-container-test-success');
		await success.waitFor();
		return (await success.innerText()).trim();
	}

	async closeCredential(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close this dialog' }).click();
		await this.dialog.waitFor({ state: 'hidden' });
	}

	async fillParameter(name: string, value: string): Promise<void> {
		await this.inputOf(name).fill(value);
	}

	/** Replaces what a field holds by typing, key by key, and leaves the field. */
	async typeParameter(name: string, text: string): Promise<void> {
		await this.typeInto(this.inputOf(name), text);
	}

	/**
	 * Turns a field into an expression and types that, key by key.
	 *
	 * @param code what stands between the braces; the editor closes what is opened
	 */
	async typeExpression(name: string, code: string): Promise<void> {
		const field = this.fieldOf(name);
		await field.hover();
		await field.getByTestId('radio-button-expression').click();
		await field.locator('.cm-content').click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.press('Delete');
		await this.page.keyboard.type(`{{${code}`, { delay: 60 });
		await this.page.waitForTimeout(800);
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
		await this.page.keyboard.press('Escape');
		await options.first().waitFor({ state: 'hidden' });
		return descriptions.map((description, index) => ({ name: names[index] ?? '', ...description }));
	}

	async chooseOption(name: string, option: string): Promise<void> {
		const options = await this.openOptions(name);
		await options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		await this.page.waitForTimeout(300);
	}

	/** @returns the labels of the open node's fields, from top to bottom */
	async readLabels(): Promise<string[]> {
		const labels = await readTexts(this.find('node-parameters').locator('.n8n-input-label'));
		return labels.map((label) => label.split('\n')[0] ?? '');
	}

	/** Opens the list of what may be added to Options and leaves it. @returns its entries */
	async readOfferedOptions(): Promise<string[]> {
		await this.page.getByPlaceholder('Add Option').click();
		const entries = this.page.getByRole('option').filter({ visible: true });
		await entries.first().waitFor();
		const names = await readTexts(entries);
		await this.page.keyboard.press('Escape');
		await entries.first().waitFor({ state: 'hidden' });
		return names;
	}

	/** @returns what a field shows */
	async readParameter(name: string): Promise<string> {
		return await this.inputOf(name).inputValue();
	}

	/** @returns true for a field that the editor marks as not filled in rightly */
	async isMarked(name: string): Promise<boolean> {
		return (await this.fieldOf(name).getByTestId('parameter-issues').count()) > 0;
	}

	/** Opens a node that is on the canvas. */
	async openNode(name: string): Promise<void> {
		await this.find('canvas-node').filter({ hasText: name }).dblclick();
		await this.find('ndv').waitFor();
	}

	/** Runs the open workflow from its button, and does not wait for its end. */
	async startExecution(): Promise<void> {
		await this.find('execute-workflow-button').click();
	}

	/** Waits for messages in the browser's console. @returns the first `count` that are like it */
	async waitForConsole(like: RegExp, count: number): Promise<string[]> {
		return await repeatUntil(`the console shows ${String(like)}`, () => {
			const texts = this.consoleTexts.filter((text) => like.test(text));
			return texts.length >= count ? texts.slice(0, count) : undefined;
		});
	}

	/** Waits until a node on the canvas shows that it has succeeded. */
	async waitForGreenCheck(name: string): Promise<void> {
		const node = this.find('canvas-node').filter({ hasText: name });
		await node.getByTestId('canvas-node-status-success').waitFor();
	}

	/** Leaves the open node's panel. */
	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.find('ndv').waitFor({ state: 'hidden' });
	}

	/** Opens the list of a picker. @returns its entries */
	async openList(): Promise<string[]> {
		await this.find('rlc-input').click();
		const entries = this.find('rlc-item');
		await entries.first().waitFor();
		return await readTexts(entries);
	}

	/** Types into the open list's search field and waits until only matching entries are left. */
	async searchOpenList(text: string): Promise<string[]> {
		await this.find('rlc-search').fill(text);
		const entries = this.find('rlc-item');
		await entries.filter({ hasNotText: text }).first().waitFor({ state: 'detached' });
		await entries.first().waitFor();
		return await readTexts(entries);
	}

	async pickFromList(text: string): Promise<void> {
		await this.find('rlc-item').filter({ hasText: text }).first().click();
	}

	/** Executes the open node. @returns the rows of its output table, as the panel shows them */
	async executeStep(): Promise<Array<Record<string, string>>> {
		await this.find('node-execute-button').click();
		const table = this.find('output-panel').getByRole('table');
		await table.locator('tbody td').first().waitFor();
		const names = await readTexts(table.locator('thead th'));
		const rows = await table.locator('tbody tr').all();
		const values = await Promise.all(rows.map((row) => readTexts(row.locator('td'))));
		return values.map((cells) =>
			Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])),
		);
	}

	/** Executes the open node, which is expected to fail. @param title part of what the panel says then */
	async executeStepInVain(title: string): Promise<{ title: string; description: string }> {
		await this.find('node-execute-button').click();
		const message = this.find('node-error-message').filter({ hasText: title });
		await message.waitFor();
		const description = await readTexts(this.find('node-error-description'));
		return { title: (await message.innerText()).trim(), description: description.join(' ') };
	}

	/** Executes the open node and leaves what becomes of it to the caller. */
	async startStep(): Promise<void> {
		await this.find('node-execute-button').click();
	}

	/**
	 * Takes a picture for the documentation.
	 *
	 * @param name of the file, without extension
	 * @param parts what is to be seen on it, by test ID
	 * @param air how much is to be seen around them, in pixels
	 */
	async takePicture(name: string, parts: string[], air = 0): Promise<void> {
		// Buttons fade their labels back in after a click.
		await this.page.waitForTimeout(600);
		const shown = await Promise.all(parts.map(async (part) => await this.find(part).all()));
		await takePictureOf(this.page, shown.flat(), air, path.join(pictures, `${name}.png`));
	}

	/** Opens an execution, which shows the workflow with what each step did. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.setViewportSize({ width: 1920, height: 1080 });
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		await this.find('execution-preview-host').getByTestId('canvas-node').first().waitFor();
		await this.find('zoom-to-fit').click();
	}

	/** Takes a picture of what is on the canvas, and nothing around it. @param name of the file, without extension */
	async takeCanvasPicture(name: string): Promise<void> {
		await takeCanvasPicture(this.page, path.join(pictures, `${name}.png`));
	}

	/** Keeps lines that belong to a picture. @param name of the file, without extension */
	async keepText(name: string, lines: string[]): Promise<void> {
		await mkdir(pictures, { recursive: true });
		await writeFile(path.join(pictures, `${name}.txt`), lines.join('\n'));
	}

	/** Keeps what is to be seen now, for whoever looks into a failure. */
	async keepLastView(): Promise<void> {
		await this.opened?.screenshot({ path: path.join(lookedAt, 'last-view.png') });
	}

	private get page(): Page {
		if (!this.opened) throw new Error('The editor is not open');
		return this.opened;
	}

	private get dialog(): Locator {
		return this.find('editCredential-modal');
	}

	private find(testId: string): Locator {
		return this.page.getByTestId(testId);
	}

	private inputOf(parameter: string): Locator {
		return this.find(`parameter-input-${parameter}`).locator('input, textarea').first();
	}

	/** A field of the node's panel with its label and all around it. */
	private fieldOf(parameter: string): Locator {
		const input = this.page.getByTestId(`parameter-input-${parameter}`);
		return this.find('parameter-item').filter({ has: input });
	}

	private async openOptions(parameter: string): Promise<Locator> {
		await this.inputOf(parameter).click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.first().waitFor();
		return options;
	}

	private credentialInput(name: string): Locator {
		return this.dialog.getByTestId(`parameter-input-${name}`).locator('input').first();
	}

	private async typeInto(input: Locator, text: string): Promise<void> {
		await input.click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.press('Delete');
		await this.page.keyboard.type(text, { delay: 60 });
		await this.page.keyboard.press('Tab');
		// The editor takes the text over a moment later, and a person is no faster.
		await this.page.waitForTimeout(800);
	}

	private offeredNode(name: string): Locator {
		return this.find('node-creator-item-name').getByText(name, { exact: true }).first();
	}

	private async readNotification(): Promise<string> {
		const notification = this.page.locator('.el-notification').last();
		await notification.waitFor();
		return await notification.innerText();
	}

	/** The editor looks up every community package in the public registry; the tests must not depend on it. */
	private async stayOnThisMachine(): Promise<void> {
		await this.page.route(
			(address) => address.protocol.startsWith('http') && address.origin !== this.url,
			(route) => route.abort(),
		);
	}

	private async signIn({ email, password }: Owner): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.find('emailOrLdapLoginId').locator('input').fill(email);
		await this.page.locator('input[name=password]').fill(password);
		await this.find('form-submit-button').click();
		await this.page.waitForURL(/home/);
	}
}

async function readTexts(elements: Locator): Promise<string[]> {
	return (await elements.allInnerTexts()).map((text) => text.trim());
}
