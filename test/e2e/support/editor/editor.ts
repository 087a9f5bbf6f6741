import type { Browser, Page } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';
import { findExecutable } from '../executable';
import { readInstance } from '../instance';
import type { Owner } from '../n8nApi';
import { Camera } from './camera';
import { Canvas } from './canvas';
import { CredentialForm } from './credentialForm';
import { EditorPage } from './editorPage';
import { NodeCreator } from './nodeCreator';
import { ParameterForm, Picker, Step } from './panel';

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

/** The editor, open and signed in for the tests of a file; what was seen last is kept. */
export function useEditor(): Editor {
	const { url, owner } = readInstance();
	const editor = new Editor(url);

	beforeAll(() => editor.open(owner));

	afterAll(async () => {
		await editor.camera.keepLastView();
		await editor.close();
	});

	return editor;
}

/**
 * Starts the machine's own Chromium, headless and quiet. CHROMIUM_PATH names one that is not in the PATH.
 *
 * @throws Error that says what to install when there is none
 */
export async function startChromium(): Promise<Browser> {
	return await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH || findChromium(),
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}

function findChromium(): string {
	const file = findExecutable([
		'chromium',
		'chromium-browser',
		'google-chrome',
		'google-chrome-stable',
	]);
	if (file) return file;
	throw new Error(
		'The editor tests need Chromium, and none is in the PATH. On Debian or Ubuntu: apt-get install chromium. Elsewhere, set CHROMIUM_PATH to the path of a Chromium or Chrome.',
	);
}
