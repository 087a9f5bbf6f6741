import path from 'node:path';
import { takeCanvasPicture, takePictureOf } from '../picture';
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
