// What a real n8n is installed from: the one of test/n8n-host/package.json with its lock file, or an older one, which has none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.join(
	path.dirname(path.dirname(fileURLToPath(import.meta.url))),
	'test',
	'n8n-host',
);

/**
 * @typedef {object} HostDefinition
 * @property {string} release what it is called, such as 1.123
 * @property {string} node the version of Node.js it runs on
 * @property {Record<string, string>} files what npm installs from, by file name
 * @property {Record<string, string>} environment what this version needs to start, besides what every n8n does
 */

/**
 * @param {string} [version] such as 1.123; without one, or by the name of `newest`, the newest that is tested
 * @returns {HostDefinition}
 */
export function defineHost(version) {
	return version === undefined || version === 'newest' ? defineNewest() : defineOlder(version);
}

function defineNewest() {
	const files = Object.fromEntries(
		['package.json', 'package-lock.json'].map((name) => [name, read(name)]),
	);
	const { packages } = JSON.parse(files['package-lock.json']);
	const release = packages['node_modules/n8n'].version.replace(/\.\d+$/, '');
	return { release, node: packages['node_modules/node'].version, files, environment: {} };
}

function defineOlder(version) {
	const versions = JSON.parse(read('olderVersions.json'));
	const found = versions[version];
	if (!found) {
		const known = Object.keys(versions).join(', ');
		throw new Error(`n8n ${version} is not among those that can be installed here: ${known}`);
	}
	const { n8n, node, overrides, environment } = found;
	const manifest = { name: 'n8n-host', private: true, dependencies: { n8n }, overrides };
	return {
		release: version,
		node,
		files: { 'package.json': JSON.stringify(manifest) },
		environment,
	};
}

function read(name) {
	return readFileSync(path.join(folder, name), 'utf8');
}
