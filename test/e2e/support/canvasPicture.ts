import type { Page } from 'playwright-core';

/** What lies over the canvas or beside it, by the beginning of its test ID. */
const surroundings = [
	'execution-preview-details-',
	'canvas-background',
	'canvas-controls',
	'canvas-minimap',
	'logs-panel',
];
const bareCanvas = [...surroundings.map((id) => `[data-test-id^="${id}"]`), '.el-notification']
	.map((selector) => `${selector} { visibility: hidden !important; }`)
	.join('\n');

/** Space for what reaches beyond the nodes: their names below them, and the sign of a trigger before it. */
const margin = { left: 64, top: 24, right: 64, bottom: 80 };

/** Takes a picture of what is on the editor's canvas, and nothing around it. */
export async function takeCanvasPicture(page: Page, file: string): Promise<void> {
	// The canvas glides to where it fits.
	await page.waitForTimeout(1000);
	const nodes = await page.locator('.vue-flow__node').all();
	const boxes = await Promise.all(nodes.map(async (node) => await node.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	const x = Math.min(...seen.map((box) => box.x)) - margin.left;
	const y = Math.min(...seen.map((box) => box.y)) - margin.top;
	const right = Math.max(...seen.map((box) => box.x + box.width)) + margin.right;
	const bottom = Math.max(...seen.map((box) => box.y + box.height)) + margin.bottom;
	await page.screenshot({
		path: file,
		clip: { x, y, width: right - x, height: bottom - y },
		style: bareCanvas,
		animations: 'disabled',
	});
}
