// The same commit gives the same tarball: packed in two fresh clones, in folders, time zones and languages of their own.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const places = [
	{ name: 'a', env: { TZ: 'UTC', LC_ALL: 'C' } },
	{ name: path.join('another', 'folder', 'b'), env: { TZ: 'Pacific/Auckland', LC_ALL: 'C.UTF-8' } },
];

/**
 * @param {string} root the repository's folder; what is not committed is not seen
 * @returns {{ findings: string[], digest: string }} the digest of what HEAD packs to
 */
export function checkReproducible(root) {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'reproducible-'));
	try {
		const [first, second] = places.map(({ name, env }) =>
			digestOfClone(root, path.join(folder, name), env),
		);
		const findings =
			first === second ? [] : [`Two clones pack to different tarballs: ${first} and ${second}`];
		return { findings, digest: first };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function digestOfClone(root, clone, settings) {
	mkdirSync(clone, { recursive: true });
	const env = { ...process.env, ...settings };
	const run = (command, ...words) =>
		execFileSync(command, words, { cwd: clone, env, stdio: 'pipe' });
	run('git', 'clone', '--quiet', '--no-hardlinks', root, '.');
	symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
	run(process.execPath, 'scripts/build.mjs');
	run('npm', 'pack', '--silent');
	const tarball = readdirSync(clone).find((file) => file.endsWith('.tgz'));
	return createHash('sha512')
		.update(readFileSync(path.join(clone, tarball)))
		.digest('hex');
}
