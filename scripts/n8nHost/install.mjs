// Installs n8n with npm, and says how far it has come.
import { spawn } from 'node:child_process';
import {
	createWriteStream,
	existsSync,
	mkdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { explainFailure, missingBuildTools, requireDisk } from './failure.mjs';
import { nodeBinary } from './folders.mjs';
import { HostError } from './hostError.mjs';
import { steps } from './steps.mjs';

/** Goes on where an installation was interrupted. @throws {HostError} */
export async function install(definition, folder, log) {
	const stage = `${folder}.partial`;
	mkdirSync(stage, { recursive: true });
	requireDisk(stage);
	log('Installing a real n8n for the demo and the end-to-end tests. This happens once.');
	log(`It takes about 4 minutes and 2.2 GB in ${folder}`);
	const missing = missingBuildTools();
	if (missing.length > 0) {
		log(`Not found: ${missing.join(', ')}. They are needed where SQLite has no ready-made binary.`);
	}
	const stampOf = (step) => path.join(stage, `.${step.name}.done`);
	const left = steps.filter((step) => !existsSync(stampOf(step)));
	while (left.length > 0) {
		const step = left.shift();
		const later = left.reduce((sum, { seconds }) => sum + seconds, 0);
		step.prepare(stage, definition);
		await runNpm(step, { stage, definition, later, log });
		writeFileSync(stampOf(step), '');
	}
	writeFileSync(path.join(stage, 'installed'), `${new Date().toISOString()}\n`);
	rmSync(folder, { recursive: true, force: true });
	renameSync(stage, folder);
	log('n8n is installed.');
}

/** Without a network npm would wait for more than a minute before it says so. */
const npmFlags = ['--no-audit', '--no-fund', '--fetch-retry-maxtimeout=10000'];

/** @param later how long the steps after this one take, in seconds */
async function runNpm(step, { stage, definition, later, log }) {
	const logFile = path.join(stage, `${step.name}.log`);
	const output = createWriteStream(logFile);
	const binaries = path.dirname(nodeBinary(stage, definition));
	const npm = spawn('npm', [...step.arguments, ...npmFlags], {
		cwd: step.folder(stage, definition),
		env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}` },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	npm.stdout.pipe(output, { end: false });
	npm.stderr.pipe(output, { end: false });
	const started = Date.now();
	log(`  ${step.title} … (${timeLeft(step.seconds + later)})`);
	const ticker = setInterval(() => {
		const passed = Math.round((Date.now() - started) / 1000);
		const left = Math.max(0, step.seconds - passed) + later;
		const isSlow = passed > step.seconds;
		log(`  ${step.title}: ${passed} s, ${isSlow ? 'slower than usual, ' : ''}${timeLeft(left)}`);
	}, 20_000);
	const stop = () => npm.kill();
	process.once('exit', stop);
	try {
		const code = await new Promise((resolve, reject) => {
			npm.on('error', () => reject(new HostError('npm was not found in the PATH.')));
			npm.on('close', resolve);
		});
		await new Promise((resolve) => output.end(resolve));
		if (code !== 0) throw explainFailure(step, logFile);
	} finally {
		clearInterval(ticker);
		process.off('exit', stop);
	}
}

/** As measured on a machine of two cores with a good network; an estimate all the same. */
function timeLeft(seconds) {
	if (seconds < 15) return 'a moment left';
	if (seconds < 90) return `about ${Math.round(seconds / 5) * 5} s left`;
	return `about ${Math.round(seconds / 60)} minutes left`;
}
