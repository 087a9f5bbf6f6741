import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { findExecutable } from './executable';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
	const file = findExecutable(names);
	if (file) return file;
	throw new Error(
		'The editor tests need Chromium, and none is in the PATH. On Debian or Ubuntu: apt-get install chromium. Elsewhere, set CHROMIUM_PATH to the path of a Chromium or Chrome.',
	);
}
