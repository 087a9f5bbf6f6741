import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { EditorPage } from './editorPage';

const root = path.join(__dirname, '..', '..', '..', '..');

/** Pictures for whoever looks into a failure. Those of the documentation are taken on request (npm run pictures). */
const lookedAt = path.join(root, '.cache', 'screenshots');
const pictures = process.env.PICTURES ?? lookedAt;

const WHOLE_DIALOG =
	'[data-test-id="editCredential-modal"], [data-test-id="editCredential-modal"] * { max-height: none !important; }';

/** Keeps what the editor shows. Files are named without extension. */
export class Camera {
	constructor(private readonly page: EditorPage) {}

	/**
	 * Takes a picture for the documentation.
	 *
	 * @param parts what is to be seen on it, by test ID
	 * @param air how much is to be seen around them, in pixels
	 */
	async takePicture(name: string, parts: string[], air = 0): Promise<void> {
		const { browserPage } = this.page;
		// Buttons fade their labels back in after a click.
		await browserPage.waitForTimeout(600);
		const shown = await Promise.all(parts.map(async (part) => await this.page.find(part).all()));
		await takePictureOf(browserPage, shown.flat(), air, path.join(pictures, `${name}.png`));
	}

	/** The same of what is higher than the usual window, and than n8n lets a dialog be. */
	async takeTallPicture(name: string, parts: string[], height: number): Promise<void> {
		const { browserPage } = this.page;
		const usual = browserPage.viewportSize();
		await browserPage.setViewportSize({ width: 1440, height });
		await browserPage.addStyleTag({ content: WHOLE_DIALOG });
		await this.takePicture(name, parts);
		if (usual) await browserPage.setViewportSize(usual);
	}

	/** Takes a picture of what is on the canvas, and nothing around it. */
	async takeCanvasPicture(name: string): Promise<void> {
		await takeCanvasPicture(this.page.browserPage, path.join(pictures, `${name}.png`));
	}

	/** Keeps what is to be seen now, for whoever looks into a failure. */
	async keepLastView(): Promise<void> {
		await this.page.opened?.screenshot({ path: path.join(lookedAt, 'last-view.png') });
	}
}

/** Space around what is on a picture, in pixels. */
interface Margin {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** What lies over the canvas or beside it, by the beginning of its test ID. */
const surroundings = [
	'execution-preview-details-',
	'canvas-background',
	'canvas-controls',
	'canvas-minimap',
	'canvas-handle-plus',
	'logs-panel',
];
const notifications = '.el-notification { display: none !important; }';
const bareCanvas = [
	...surroundings.map((id) => `[data-test-id^="${id}"] { visibility: hidden !important; }`),
	notifications,
].join('\n');

/** For what reaches beyond the nodes: their names below them, and the sign of a trigger before it. */
const nodeMargin: Margin = { left: 72, top: 24, right: 72, bottom: 80 };

/** Takes a picture of what is on the editor's canvas, and nothing around it. */
async function takeCanvasPicture(page: Page, file: string): Promise<void> {
	// The canvas glides to where it fits.
	await page.waitForTimeout(1000);
	const nodes = await page.locator('.vue-flow__node').all();
	await shoot(page, nodes, file, { margin: nodeMargin, style: bareCanvas });
}

/** Takes a picture of some parts of the page and what is between them, with so much air around, in pixels. */
async function takePictureOf(
	page: Page,
	parts: Locator[],
	air: number,
	file: string,
): Promise<void> {
	const margin = { left: air, top: air, right: air, bottom: air };
	await shoot(page, parts, file, { margin, style: notifications });
}

async function shoot(
	page: Page,
	parts: Locator[],
	file: string,
	{ margin, style }: { margin: Margin; style: string },
): Promise<void> {
	const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	const { width, height } = page.viewportSize() ?? { width: Infinity, height: Infinity };
	const x = Math.max(0, Math.min(...seen.map((box) => box.x)) - margin.left);
	const y = Math.max(0, Math.min(...seen.map((box) => box.y)) - margin.top);
	const right = Math.min(width, Math.max(...seen.map((box) => box.x + box.width)) + margin.right);
	const bottom = Math.min(
		height,
		Math.max(...seen.map((box) => box.y + box.height)) + margin.bottom,
	);
	const clip = { x, y, width: right - x, height: bottom - y };
	await page.screenshot({ path: file, clip, style, animations: 'disabled' });
}
