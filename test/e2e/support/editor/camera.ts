import path from 'node:path';
import type { Locator, Page } from 'playwright-core';

const root = path.join(__dirname, '..', '..', '..', '..');

/** Pictures for whoever looks into a failure. Those of the documentation are taken on request (npm run pictures). */
const lookedAt = path.join(root, '.cache', 'screenshots');
const pictures = process.env.PICTURES ?? lookedAt;

const WHOLE_DIALOG =
	'[data-test-id="editCredential-modal"], [data-test-id="editCredential-modal"] * { max-height: none !important; }';

/** The way to the nodes before and after, over the edges of an open node's panel. */
const NEXT_NODES = '[data-test-id^="floating-node"] { visibility: hidden !important; }';

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

/** Keeps what the editor shows. Files are named without extension. */
export class Camera {
	constructor(private readonly page: Page) {}

	/**
	 * Takes a picture for the documentation.
	 *
	 * @param parts what is to be seen on it, by test ID
	 * @param air how much is to be seen around them, in pixels
	 */
	async takePicture(name: string, parts: string[], air = 0): Promise<void> {
		// Buttons fade their labels back in after a click.
		await this.page.waitForTimeout(600);
		const shown = await Promise.all(
			parts.map(async (part) => await this.page.getByTestId(part).all()),
		);
		await this.shoot(name, shown.flat(), notifications, [air, air, air, air]);
	}

	/** The same of what is higher than the usual window, and than n8n lets a dialog be. */
	async takeTallPicture(name: string, parts: string[], height: number, air = 0): Promise<void> {
		const usual = this.page.viewportSize();
		await this.page.setViewportSize({ width: 1440, height });
		await this.page.addStyleTag({ content: WHOLE_DIALOG });
		await this.takePicture(name, parts, air);
		if (usual) await this.page.setViewportSize(usual);
	}

	/** The same of what is wider than it is in the usual window. */
	async takeWidePicture(name: string, parts: string[], width: number): Promise<void> {
		const usual = this.page.viewportSize();
		await this.page.setViewportSize({ width, height: 810 });
		await this.page.addStyleTag({ content: NEXT_NODES });
		await this.takePicture(name, parts);
		if (usual) await this.page.setViewportSize(usual);
	}

	/** Takes a picture of what is on the canvas, and nothing around it. */
	async takeCanvasPicture(name: string): Promise<void> {
		// The canvas glides to where it fits.
		await this.page.waitForTimeout(1000);
		const nodes = await this.page.locator('.vue-flow__node').all();
		// The names of nodes stand below them, and the sign of a trigger before it.
		await this.shoot(name, nodes, bareCanvas, [24, 72, 80, 72]);
	}

	/** Keeps what is to be seen now, for whoever looks into a failure. */
	async keepLastView(): Promise<void> {
		await this.page.screenshot({ path: path.join(lookedAt, 'last-view.png') });
	}

	/** @param margin above, to the right, below and to the left, in pixels */
	private async shoot(
		name: string,
		parts: Locator[],
		style: string,
		[top, right, bottom, left]: [number, number, number, number],
	): Promise<void> {
		const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		const { width, height } = this.page.viewportSize() ?? { width: Infinity, height: Infinity };
		const x = Math.max(0, Math.min(...seen.map((box) => box.x)) - left);
		const y = Math.max(0, Math.min(...seen.map((box) => box.y)) - top);
		const end = Math.min(width, Math.max(...seen.map((box) => box.x + box.width)) + right);
		const floor = Math.min(height, Math.max(...seen.map((box) => box.y + box.height)) + bottom);
		const clip = { x, y, width: end - x, height: floor - y };
		const file = path.join(pictures, `${name}.png`);
		await this.page.screenshot({ path: file, clip, style, animations: 'disabled' });
	}
}
