// The two versions of a rehearsal: the last released one, built from its commit, and the present one, numbered as the next.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packPackage } from '../packPackage.mjs';

/** Where no tag names it: the last commit of the version before work on the next one began. */
const commits = { '0.1.0': '3f10e0f' };

/**
 * @param {string} root the repository's folder
 * @param {string} folder receives clone and tarball
 * @param {string} version a released one
 * @returns {string} the tarball
 */
export function packReleased(root, folder, version) {
	const clone = path.join(folder, `clone-${version}`);
	mkdirSync(clone);
	const run = (cwd, command, ...words) =>
		execFileSync(command, words, { cwd, encoding: 'utf8', stdio: 'pipe' });
	const commit = run(root, 'git', 'tag', '--list', version).trim() || commits[version];
	run(root, 'git', 'clone', '--quiet', '--no-checkout', root, clone);
	run(clone, 'git', 'checkout', '--quiet', commit);
	symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
	run(clone, process.execPath, 'scripts/build.mjs');
	return path.join(
		folder,
		run(clone, 'npm', 'pack', '--silent', '--pack-destination', folder).trim(),
	);
}

/**
 * @param {string} folder receives package and tarball
 * @param {string} version the released one, which it is to come after
 * @returns {{ tarball: string, version: string }}
 */
export function packNext(folder, version) {
	const content = path.join(folder, 'next');
	packPackage(content);
	const file = path.join(content, 'package.json');
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	const [major, minor] = version.split('.').map(Number);
	const next = manifest.version === version ? `${major}.${minor + 1}.0` : manifest.version;
	writeFileSync(file, JSON.stringify({ ...manifest, version: next }));
	const words = ['pack', content, '--silent', '--pack-destination', folder];
	const name = execFileSync('npm', words, { encoding: 'utf8', stdio: 'pipe' }).trim();
	return { tarball: path.join(folder, name), version: next };
}
