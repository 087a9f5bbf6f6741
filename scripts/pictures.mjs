// npm run pictures: takes the documentation's pictures anew, while the end-to-end tests use the editor. Names of tests behind it
// (npm run pictures -- minibar) limit it to theirs.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { compileTools } from './compileTools.mjs';

const root = path.dirname(import.meta.dirname);
const taken = path.join(root, '.cache', 'pictures');
const documented = path.join(root, 'docs', 'images');
const tests = process.argv.length > 2 ? process.argv.slice(2) : ['editor.test', 'examples'];
/** Four steps, two in a row: of each its title, and how much of its picture is shown (height, width, from where down). */
const walks = {
	'first-charge': [
		['Search, and press Enter twice', 225],
		['Fill in four fields', 340, 480, 242],
		['Execute step', 330],
		['Done', 200, 424],
	],
	'check-walk': [
		['Check: <i>change</i>', 728, 482],
		['Paste each <i>enter</i> into the credential', 655, 498],
		['Check again: <i>right</i>', 592, 428],
		['With Test Writing: <i>right</i>', 655, 419],
	],
};

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

/** Puts the pictures of each walk together. */
async function composePictures() {
	const { startChromium } = compileTools()('test/e2e/support/editor/editor.ts');
	const browser = await startChromium();
	const page = await browser.newPage({ deviceScaleFactor: 2 });
	for (const [name, steps] of Object.entries(walks)) {
		if (!readdirSync(taken).includes(`${name}-1.png`)) continue;
		await page.setContent(compose(name, steps));
		await page.locator('main').screenshot({ path: path.join(taken, `${name}.png`) });
	}
	await browser.close();
}

function compose(name, steps) {
	const show = ([title, height, width = 480, from = 0], index) => `
		<figure>
			<figcaption><b>${index + 1}</b> ${title}</figcaption>
			<div style="height: ${height}px; max-width: ${width}px"><p style="margin: -${from}px 0 0"><img src="data:image/png;base64,${readFileSync(path.join(taken, `${name}-${index + 1}.png`), 'base64')}"></p></div>
		</figure>`;
	const [first, second, third, fourth] = steps.map(show);
	return `<style>
		main { display: inline-flex; gap: 24px; padding: 16px 16px 0; background: #fff; font: 15px sans-serif; color: #333 }
		figure { margin: 0 0 16px }
		b { display: inline-block; width: 22px; line-height: 22px; margin-right: 4px; border-radius: 11px; text-align: center; color: #fff; background: #0f8577 }
		div { width: fit-content; margin-top: 8px; overflow: hidden; border: 1px solid #ddd; border-radius: 6px }
		img { zoom: 0.5; display: block }
	</style><main><section>${first}${third}</section><section>${second}${fourth}</section></main>`;
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
		console.log(`${file}: ${Math.round(statSync(to).size / 1024)} KB`);
	}
}
