// A real n8n for the demo and the end-to-end suite: the one of test/n8n-host/package.json with its lock file, or an older one, which has
// none. It brings its own Node.js: n8n asks for a newer one than this package does, and an older n8n for an older one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, installOnce, runNpm } from './installOnce.mjs';

const root = path.dirname(import.meta.dirname);

/**
 * Installs n8n unless an earlier run, of this clone or of another, has already done so.
 *
 * @param {{ version?: string }} [options] version: such as 1.123; the newest by default
 * @returns {Promise<{ node: string, n8n: string, environment: Record<string, string> }>} the files to run, `node n8n …`, and
 * what this version needs in its environment
 */
export async function ensureN8nHost({ version } = {}) {
	const definition = defineHost(version);
	const install = (stage) => installInto(stage, definition);
	const folder = await installOnce('n8n-host', definition.files, install);
	const node = path.join(binariesOf(folder, definition), 'node');
	const n8n = path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
	return { node, n8n, environment: definition.environment };
}

/** What npm installs from, by file name, the version of Node.js, and what this n8n needs to start. */
function defineHost(version) {
	if (version === undefined || version === 'newest') {
		const names = ['package.json', 'package-lock.json'];
		const files = Object.fromEntries(names.map((name) => [name, read(name)]));
		const { packages } = JSON.parse(files['package-lock.json']);
		return { node: packages['node_modules/node'].version, files, environment: {} };
	}
	const versions = JSON.parse(read('olderVersions.json'));
	const found = versions[version];
	if (!found) throw new Error(`n8n ${version} is none of ${Object.keys(versions).join(', ')}`);
	const { n8n, node, overrides, environment } = found;
	const manifest = { name: 'n8n-host', private: true, dependencies: { n8n }, overrides };
	return { node, files: { 'package.json': JSON.stringify(manifest) }, environment };
}

function read(name) {
	return readFileSync(path.join(root, 'test', 'n8n-host', name), 'utf8');
}

function binariesOf(folder, { node }) {
	return path.join(folder, `node${node.split('.')[0]}`, 'node_modules', 'node', 'bin');
}

/**
 * Scripts run only where they must: Node.js links its binary in one, SQLite fetches or compiles its binding in one, and no other package
 * of the 2,000 gets to run any.
 */
async function installInto(stage, definition) {
	console.log(`Installing a real n8n, once: about 4 minutes, and 2.5 GB in ${cache}`);
	console.log('Where SQLite is not ready-made, it is compiled with python3, make and g++.');
	const { node } = definition;
	const binaries = binariesOf(stage, definition);
	const nodeHome = path.resolve(binaries, '..', '..', '..');
	const manifest = { private: true, dependencies: { node }, allowScripts: { node: true } };
	mkdirSync(nodeHome);
	writeFileSync(path.join(nodeHome, 'package.json'), JSON.stringify(manifest));
	await runNpm(['install', '--ignore-scripts=false'], nodeHome);
	const PATH = `${binaries}${path.delimiter}${process.env.PATH}`;
	const environment = { ...process.env, PATH };
	console.log('  n8n and its packages …');
	await runNpm(['install', '--legacy-peer-deps', '--ignore-scripts'], stage, environment);
	console.log('  SQLite …');
	await runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], stage, environment);
	console.log('n8n is installed.');
}
