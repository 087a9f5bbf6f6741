import path from 'node:path';
import { selectors, type Browser, type Page } from 'playwright-core';
import { startChromium } from '../e2e/support/chromium';
import type { Owner } from '../e2e/support/owner';

/** n8n's page Settings → Community nodes in a browser, used as a person does. Written for n8n 2.41. */
export class CommunityNodes {
	private constructor(
		private readonly browser: Browser,
		private readonly page: Page,
		private readonly url: string,
		private readonly pictures: string,
	) {}

	/** Opens a browser and signs in. @param pictures the folder for pictures */
	static async open(
		url: string,
		{ email, password }: Owner,
		pictures: string,
	): Promise<CommunityNodes> {
		selectors.setTestIdAttribute('data-test-id');
		const browser = await startChromium();
		const page = await browser.newPage({
			viewport: { width: 1100, height: 620 },
			locale: 'en-US',
			deviceScaleFactor: 2,
		});
		page.setDefaultTimeout(90_000);
		await page.route(
			(address) => address.protocol.startsWith('http') && address.origin !== url,
			(route) => route.abort(),
		);
		await page.goto(`${url}/signin`);
		await page.getByTestId('emailOrLdapLoginId').locator('input').fill(email);
		await page.locator('input[name=password]').fill(password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL(/home/);
		return new CommunityNodes(browser, page, url, pictures);
	}

	async close(): Promise<void> {
		await this.browser.close();
	}

	/** @param name of the package, with @VERSION for another than the newest */
	async install(name: string): Promise<void> {
		await this.visit();
		await this.page.getByRole('button', { name: 'Install', exact: false }).first().click();
		await this.page
			.getByRole('dialog')
			.locator('input[type=text], input:not([type])')
			.first()
			.fill(name);
		await this.page.getByTestId('user-agreement-checkbox').click();
		await this.takePicture('install-community-node');
		await this.page.getByTestId('install-community-package-button').click();
		await this.page.getByTestId('install-community-package-button').waitFor({ state: 'hidden' });
	}

	async update(): Promise<void> {
		await this.visit();
		await this.card.getByRole('button', { name: 'Update' }).click();
		await this.takePicture('update-community-node');
		await this.page
			.getByRole('dialog')
			.getByRole('button', { name: /update/i })
			.click();
		await this.page.getByRole('dialog').waitFor({ state: 'hidden' });
	}

	async uninstall(): Promise<void> {
		await this.visit();
		await this.card.getByTestId('action-toggle').click();
		await this.page.getByText('Uninstall package').click();
		await this.page
			.getByRole('dialog')
			.getByRole('button', { name: /uninstall/i })
			.click();
		await this.card.waitFor({ state: 'hidden' });
	}

	/** @returns what the page says is installed, such as `v0.1.0` */
	async installedVersion(): Promise<string> {
		await this.visit();
		return /v\d+\.\d+\.\d+/.exec(await this.card.innerText())?.[0] ?? '';
	}

	/** Keeps what is to be seen, for the documentation or for whoever looks into a failure. */
	async takePicture(name: string): Promise<void> {
		// Dialogs fade in.
		await this.page.waitForTimeout(800);
		await this.page.screenshot({ path: path.join(this.pictures, `${name}.png`) });
	}

	private get card() {
		return this.page.getByTestId('community-package-card').filter({ hasText: 'n8n-nodes-' });
	}

	private async visit(): Promise<void> {
		await this.page.goto(`${this.url}/settings/community-nodes`);
		await this.page.getByText('Community nodes').last().waitFor();
		// The list of what is installed is fetched once the page is there.
		await this.page.waitForTimeout(1500);
	}
}
