import path from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** For whoever looks into a failure. */
const lookedAt = path.join(__dirname, '..', '..', '..', '..', '.cache', 'screenshots');
/** Where the documentation's pictures go; they are taken on request (npm run pictures), as they take long. */
const pictures = process.env.PICTURES;

/** n8n lets no dialog be higher than the window. */
const WHOLE_DIALOG =
	'[data-test-id="editCredential-modal"], [data-test-id="editCredential-modal"] * { max-height: none !important; }';
/** What lies over the canvas or over an open node's panel, or beside them, by the beginning of its test ID. */
const SURROUNDINGS =
	'floating-node execution-preview-details- canvas-background canvas-controls canvas-minimap canvas-handle-plus logs-panel';
const BARE = [
	...SURROUNDINGS.split(' ').map(
		(id) => `[data-test-id^="${id}"] { visibility: hidden !important; }`,
	),
	'.el-notification { display: none !important; }',
].join('\n');

/** Keeps what the editor shows. Files are named without extension. */
export class Camera {
	constructor(private readonly page: Page) {}

	/**
	 * Takes a picture for the documentation.
	 * @param parts what is to be seen on it, by test ID
	 * @param how how much is to be seen around them, and another window than the usual one, in pixels
	 */
	async takePicture(
		name: string,
		parts: string[],
		how: { air?: number; width?: number; height?: number } = {},
	): Promise<void> {
		if (!pictures) return;
		const { air = 0, ...size } = how;
		const usual = this.page.viewportSize()!;
		await this.page.setViewportSize({ ...usual, ...size });
		if (size.height) await this.page.addStyleTag({ content: WHOLE_DIALOG });
		// Buttons fade their labels back in after a click.
		await this.page.waitForTimeout(600);
		const shown = await Promise.all(parts.map((part) => this.page.getByTestId(part).all()));
		await this.shoot(name, shown.flat(), [air, air, air, air]);
		await this.page.setViewportSize(usual);
	}

	/** Takes a picture of what is on the canvas, and nothing around it. */
	async takeCanvasPicture(name: string): Promise<void> {
		if (!pictures) return;
		// The canvas glides to where it fits.
		await this.page.waitForTimeout(1000);
		const nodes = await this.page.locator('.vue-flow__node').all();
		// The names of nodes stand below them, and the sign of a trigger before it.
		await this.shoot(name, nodes, [24, 72, 80, 72]);
	}

	/** Keeps what is to be seen now, for whoever looks into a failure. */
	async keepLastView(): Promise<void> {
		await this.page.screenshot({ path: path.join(lookedAt, 'last-view.png') });
	}

	/** @param margin above, to the right, below and to the left, in pixels */
	private async shoot(
		name: string,
		parts: Locator[],
		[top, right, bottom, left]: [number, number, number, number],
	): Promise<void> {
		const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		const { width, height } = this.page.viewportSize()!;
		const x = Math.max(0, Math.min(...seen.map((box) => box.x)) - left);
		const y = Math.max(0, Math.min(...seen.map((box) => box.y)) - top);
		const end = Math.min(width, Math.max(...seen.map((box) => box.x + box.width)) + right);
		const floor = Math.min(height, Math.max(...seen.map((box) => box.y + box.height)) + bottom);
		const clip = { x, y, width: end - x, height: floor - y };
		const file = path.join(pictures!, `${name}.png`);
		await this.page.screenshot({ path: file, clip, style: BARE, animations: 'disabled' });
	}
}
