import type { Browser, Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import { startChromium } from '../chromium';
import type { Owner } from '../owner';
import { Camera } from './camera';
import { Canvas } from './canvas';
import { CredentialForm } from './credentialForm';
import { EditorPage } from './editorPage';
import { NodeCreator } from './nodeCreator';
import { ParameterForm } from './parameterForm';
import { Picker } from './picker';
import { Step } from './step';

/** n8n's editor in a browser, driven the way a user drives it, by its parts. Written for n8n 2.41. */
export class Editor {
	private readonly page = new EditorPage();
	private browser?: Browser;

	readonly canvas: Canvas;
	readonly nodeCreator: NodeCreator;
	readonly credential = new CredentialForm(this.page);
	readonly form = new ParameterForm(this.page);
	readonly picker = new Picker(this.page);
	readonly step = new Step(this.page);
	readonly camera = new Camera(this.page);

	/** @param url of n8n */
	constructor(private readonly url: string) {
		this.canvas = new Canvas(this.page, url);
		this.nodeCreator = new NodeCreator(this.page, url);
	}

	/** Opens a browser and signs in. */
	async open(owner: Owner): Promise<void> {
		selectors.setTestIdAttribute('data-test-id');
		this.browser = await startChromium();
		const page = await this.browser.newPage({
			viewport: { width: 1440, height: 810 },
			locale: 'en-US',
			// Sharp on any screen.
			deviceScaleFactor: process.env.PICTURES ? 2 : 1,
		});
		page.setDefaultTimeout(process.env.PICTURES ? 60_000 : 20_000);
		this.page.opened = page;
		await this.stayOnThisMachine(page);
		await this.signIn(page, owner);
	}

	async close(): Promise<void> {
		await this.browser?.close();
	}

	/** The editor looks up every community package in the public registry; the tests must not depend on it. */
	private async stayOnThisMachine(page: Page): Promise<void> {
		await page.route(
			(address) => address.protocol.startsWith('http') && address.origin !== this.url,
			(route) => route.abort(),
		);
	}

	private async signIn(page: Page, { email, password }: Owner): Promise<void> {
		await page.goto(`${this.url}/signin`);
		await this.page.find('emailOrLdapLoginId').locator('input').fill(email);
		await page.locator('input[name=password]').fill(password);
		await this.page.find('form-submit-button').click();
		await page.waitForURL(/home/);
	}
}
