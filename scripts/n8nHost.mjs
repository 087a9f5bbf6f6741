// A real n8n, installed once into the user's cache folder and shared by the demo and the end-to-end suite.
// It brings its own Node.js: n8n asks for a newer one than this package does, and an older n8n for an older one.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import {
	createWriteStream,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statfsSync,
	writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdLock } from './installLock.mjs';
import { defineHost } from './n8nDefinition.mjs';

const neededGigabytes = 3.5;

/** What went wrong, in words for the person at the terminal: print the message, not the stack. */
export class HostError extends Error {}

/**
 * Installs n8n unless an earlier run, of this clone or of another, has already done so. Processes that ask at the
 * same time wait for the one that installs; an installation that was interrupted goes on where it stopped.
 *
 * @param {{ log?: (line: string) => void, version?: string }} [options] version: such as 1.123; the newest by default
 * @returns {Promise<{ node: string, n8n: string, environment: Record<string, string> }>} the files to run, `node n8n …`, and
 * what this version needs in its environment
 * @throws {HostError} no registry in reach, not enough disk, no compiler where one is needed
 */
export async function ensureN8nHost({ log = console.log, version } = {}) {
	const definition = defineHost(version);
	const folder = locateHost(definition);
	if (!isInstalled(folder)) {
		const announceWait = (pid) => log(`Waiting for process ${pid}, which is installing n8n …`);
		await holdLock(`${folder}.lock`, announceWait, async () => {
			if (!isInstalled(folder)) await install(definition, folder, log);
		});
	}
	return {
		node: nodeBinary(folder, definition),
		n8n: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		environment: definition.environment,
	};
}

/** The folder in which the newest n8n is installed; undefined if it is not yet. */
export function findN8nHost() {
	const folder = locateHost(defineHost());
	return isInstalled(folder) ? folder : undefined;
}

function isInstalled(folder) {
	return existsSync(path.join(folder, 'installed'));
}

/** Changes with everything that decides what gets installed, so that a changed lock file means another folder. */
function locateHost({ files }) {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const text of Object.values(files)) hash.update(text);
	const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	const name = `n8n-host-${hash.digest('hex').slice(0, 12)}`;
	return path.join(cache, 'n8n-nodes-reservation-service', name);
}

function nodeBinary(folder, definition) {
	return path.join(nodeFolder(folder, definition), 'node_modules', 'node', 'bin', 'node');
}

function nodeFolder(folder, { node }) {
	return path.join(folder, `node${node.split('.')[0]}`);
}

async function install(definition, folder, log) {
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

/**
 * Scripts run only where they must (the project's own .npmrc forbids them, and does not reach here): Node.js links its
 * binary in one, SQLite fetches or compiles its binding in one, and no other package of the 2,000 gets to run any.
 */
const steps = [
	{
		name: 'node',
		title: 'Node.js',
		seconds: 15,
		folder: nodeFolder,
		arguments: ['install', '--ignore-scripts=false'],
		prepare(stage, definition) {
			const manifest = {
				name: 'node-of-n8n',
				private: true,
				dependencies: { node: definition.node },
				allowScripts: { node: true },
			};
			const folder = nodeFolder(stage, definition);
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder);
			writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		},
	},
	{
		name: 'n8n',
		title: 'n8n and its packages',
		seconds: 180,
		folder: (stage) => stage,
		arguments: ['install', '--legacy-peer-deps', '--ignore-scripts'],
		prepare(stage, { files }) {
			rmSync(path.join(stage, 'node_modules'), { recursive: true, force: true });
			for (const [name, text] of Object.entries(files)) writeFileSync(path.join(stage, name), text);
		},
	},
	{
		name: 'sqlite',
		title: 'SQLite for n8n',
		seconds: 45,
		folder: (stage) => stage,
		arguments: ['rebuild', 'sqlite3', '--ignore-scripts=false'],
		prepare() {},
	},
];

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

/** Turns npm's log into one cause the reader can act on; the log's own last lines stand below it. */
function explainFailure(step, logFile) {
	const text = readFileSync(logFile, 'utf8');
	const missing = missingBuildTools();
	let cause = 'npm reported an error.';
	if (/ENOSPC|no space left/i.test(text)) {
		cause = `The disk is full. About ${neededGigabytes} GB are needed.`;
	} else if (step.name === 'sqlite' && missing.length > 0) {
		cause = `SQLite has to be compiled here, and these build tools are missing: ${missing.join(', ')}. On Debian or Ubuntu: apt-get install python3 make g++`;
	} else if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(text)) {
		cause =
			'The package registry cannot be reached. Check the network, then run the command again.';
	}
	const end = text.trimEnd().split('\n').slice(-8).join('\n  ');
	return new HostError(
		`Installing ${step.title} did not work. ${cause}\n\nLast lines of ${logFile}:\n  ${end}`,
	);
}

function missingBuildTools() {
	return ['python3', 'make', 'g++'].filter(
		(tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status !== 0,
	);
}

function requireDisk(folder) {
	const { bavail, bsize } = statfsSync(folder);
	const free = (bavail * bsize) / 1e9;
	if (free < neededGigabytes) {
		throw new HostError(
			`n8n needs about ${neededGigabytes} GB of disk while it is installed; ${free.toFixed(1)} GB are free in ${path.dirname(folder)}. Free some space, or point XDG_CACHE_HOME at another disk.`,
		);
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureN8nHost().catch((error) => {
		console.error(error instanceof HostError ? error.message : error);
		process.exitCode = 1;
	});
}
