// npm run pictures: takes the documentation's pictures anew, while the end-to-end tests use the editor. Names of tests behind it
// (npm run pictures -- minibar) limit it to theirs.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { compileTools } from './compileTools.mjs';

const root = path.dirname(import.meta.dirname);
const taken = path.join(root, '.cache', 'pictures');
const documented = path.join(root, 'docs', 'images');
const all = ['editor.test', 'examples'];
const tests = process.argv.length > 2 ? process.argv.slice(2) : all;

rmSync(taken, { recursive: true, force: true });
mkdirSync(taken, { recursive: true });
takePictures();
await composePictures();
publishPictures();

function takePictures() {
	const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const config = path.join(root, 'test', 'e2e', 'jest.config.js');
	const words = [jest, '--config', config, '--testTimeout=300000', ...tests];
	const options = { cwd: root, env: { ...process.env, PICTURES: taken }, stdio: 'inherit' };
	const { status } = spawnSync(process.execPath, words, options);
	if (status !== 0) throw new Error('The tests that take the pictures did not pass.');
}

/** Puts the pictures of the first charge together; what they were made of goes. */
async function composePictures() {
	const parts = readdirSync(taken).filter((file) => file.startsWith('first-charge-'));
	if (parts.length === 0) return;
	const { startChromium } = compileTools()('test/e2e/support/editor/editor.ts');
	const browser = await startChromium();
	try {
		const viewport = { width: 960, height: 800 };
		const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
		await page.setContent(firstCharge());
		await page.locator('main').screenshot({ path: path.join(taken, 'first-charge.png') });
	} finally {
		await browser.close();
	}
	for (const file of parts) rmSync(path.join(taken, file));
}

/** Four steps, two in a row; of the form, what has to be filled in. */
function firstCharge() {
	const step = (number, title, { height, width = 480, from = 0 }) => `
		<figure>
			<figcaption><b>${number}</b> ${title}</figcaption>
			<div style="height: ${height}px; max-width: ${width}px"><p style="margin: -${from}px 0 0"><img src="${dataUrl(`first-charge-${number}`)}"></p></div>
		</figure>`;
	return `<style>
		main { display: inline-flex; gap: 24px; padding: 16px; background: #fff; font: 15px sans-serif; color: #333 }
		section { display: flex; flex-direction: column; gap: 16px }
		figure { margin: 0 }
		figcaption { margin-bottom: 8px }
		b { display: inline-block; width: 22px; line-height: 22px; margin-right: 4px; border-radius: 11px; text-align: center; color: #fff; background: #0f8577 }
		div { width: fit-content; overflow: hidden; border: 1px solid #ddd; border-radius: 6px }
		img { zoom: 0.5; display: block }
	</style><main>
		<section>${step(1, 'Search, and press Enter twice', { height: 225 })}${step(3, 'Execute step', { height: 330 })}</section>
		<section>${step(2, 'Fill in four fields', { height: 340, from: 242 })}${step(4, 'Done', { height: 200, width: 424 })}</section>
	</main>`;
}

function dataUrl(name) {
	return `data:image/png;base64,${readFileSync(path.join(taken, `${name}.png`), 'base64')}`;
}

/** By a page. The others stay in .cache/pictures, for whoever looks at what a test saw. */
function isShown(file) {
	const pages = ['grep', '-qF', `images/${file}`, '--', '*.md'];
	return spawnSync('git', pages, { cwd: root }).status === 0;
}

/** With pngquant in the PATH (in Debian: apt-get install pngquant), the files have a third of the size. */
function publishPictures() {
	for (const file of readdirSync(taken).filter(isShown)) {
		const [from, to] = [taken, documented].map((folder) => path.join(folder, file));
		const { error } = spawnSync('pngquant', ['--force', '--output', to, '256', from]);
		if (error) copyFileSync(from, to);
		const kilobytes = Math.round(statSync(to).size / 1024);
		console.log(`${file}: ${kilobytes} KB`);
	}
}
