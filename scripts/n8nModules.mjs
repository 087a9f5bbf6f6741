// n8n-core and n8n-workflow of another n8n, installed once into the user's cache folder.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdLock } from './installLock.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies;

/** The versions of n8n that are tested, each with what it is made of; `newest` is looked up in the registry. */
export function knownVersions() {
	return JSON.parse(readFileSync(path.join(root, 'test', 'matrix', 'versions.json'), 'utf8'));
}

/**
 * Installs what a version of n8n runs nodes with, unless an earlier run has.
 *
 * @param {string} version such as 1.123, or newest
 * @returns {Promise<{ version: string, modules: string }>} the version, and the node_modules folder
 */
export async function ensureN8nModules(version) {
	if (version === 'newest') return await ensureNewest();
	const packages = knownVersions()[version];
	if (!packages) throw new Error(`${version} is not in test/matrix/versions.json`);
	return await ensure({ n8n: version, ...packages });
}

/** The newest release that installs: a release may be announced before all its packages are there. */
async function ensureNewest() {
	const newest = lookUpNewest();
	try {
		return await ensure(newest);
	} catch (error) {
		console.log(
			`n8n ${newest.n8n} does not install, so the one of package.json stands in: ${error.message}`,
		);
		const [major, minor] = own['n8n-core'].split('.');
		return await ensure({
			n8n: `${major}.${minor}`,
			'n8n-core': own['n8n-core'],
			'n8n-workflow': own['n8n-workflow'],
		});
	}
}

async function ensure(packages) {
	const { n8n, ...dependencies } = packages;
	const manifest = JSON.stringify({
		name: 'n8n-modules',
		private: true,
		dependencies: { ...dependencies, 'reflect-metadata': own['reflect-metadata'], zod: own.zod },
		overrides: { 'n8n-workflow': '$n8n-workflow' },
	});
	const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
	const folder = path.join(cache, 'n8n-nodes-reservation-service', `n8n-modules-${digest}`);
	if (!existsSync(folder)) {
		await holdLock(`${folder}.lock`, waitFor, async () => {
			if (!existsSync(folder)) install(folder, manifest);
		});
	}
	return { version: n8n, modules: path.join(folder, 'node_modules') };
}

const waitFor = (pid) => console.log(`Waiting for process ${pid}, which is installing it …`);

function install(folder, manifest) {
	const stage = `${folder}.partial`;
	rmSync(stage, { recursive: true, force: true });
	mkdirSync(stage, { recursive: true });
	writeFileSync(path.join(stage, 'package.json'), manifest);
	const flags = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	const { status, stderr } = spawnSync('npm', ['install', ...flags], {
		cwd: stage,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`npm could not install it:\n${stderr}`);
	renameSync(stage, folder);
}

function lookUpNewest() {
	const fields = ['version', 'dependencies.n8n-core', 'dependencies.n8n-workflow'];
	const { status, stdout, stderr } = spawnSync('npm', ['view', 'n8n', ...fields, '--json'], {
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`The registry did not say what the newest n8n is:\n${stderr}`);
	const found = JSON.parse(stdout);
	return {
		n8n: found.version.split('.').slice(0, 2).join('.'),
		'n8n-core': found['dependencies.n8n-core'],
		'n8n-workflow': found['dependencies.n8n-workflow'],
	};
}
