// n8n-core and n8n-workflow of another n8n.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installOnce, runNpm } from './installOnce.mjs';

const root = path.dirname(import.meta.dirname);
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
	if (version !== 'newest') {
		const packages = knownVersions()[version];
		if (!packages) throw new Error(`${version} is not in test/matrix/versions.json`);
		return await ensure(version, packages);
	}
	const { n8n, ...newest } = lookUpNewest();
	try {
		return await ensure(n8n, newest);
	} catch (error) {
		// A release may be announced before all its packages are there.
		console.log(`n8n ${n8n} does not install, package.json's stands in: ${error.message}`);
		const core = own['n8n-core'];
		const packages = { 'n8n-core': core, 'n8n-workflow': own['n8n-workflow'] };
		return await ensure(core.split('.').slice(0, 2).join('.'), packages);
	}
}

async function ensure(version, packages) {
	const manifest = JSON.stringify({
		name: 'n8n-modules',
		private: true,
		dependencies: { ...packages, 'reflect-metadata': own['reflect-metadata'], zod: own.zod },
		overrides: { 'n8n-workflow': '$n8n-workflow' },
	});
	const words = ['install', '--legacy-peer-deps', '--ignore-scripts'];
	const install = (stage) => runNpm(words, stage);
	const folder = await installOnce('n8n-modules', { 'package.json': manifest }, install);
	return { version, modules: path.join(folder, 'node_modules') };
}

function lookUpNewest() {
	const fields = ['version', 'dependencies.n8n-core', 'dependencies.n8n-workflow'];
	const words = ['view', 'n8n', ...fields, '--json'];
	const { status, stdout, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`The registry did not say what the newest n8n is:\n${stderr}`);
	const found = JSON.parse(stdout);
	return {
		n8n: found.version.split('.').slice(0, 2).join('.'),
		'n8n-core': found['dependencies.n8n-core'],
		'n8n-workflow': found['dependencies.n8n-workflow'],
	};
}
