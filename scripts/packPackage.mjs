// Builds the package (types are checked elsewhere), packs it as publishing would, and unpacks the tarball: what a user installs, not what lies here.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/**
 * @param {string} folder receives the tarball's content; what was in it before is removed
 * @returns {{ tarball: string, bytes: number, files: string[] }} the tarball's file name, its size, and what is in it
 * @throws {Error} with the output of the step that did not work
 */
export function packPackage(folder) {
	const transfer = mkdtempSync(path.join(os.tmpdir(), 'packed-'));
	try {
		run(process.execPath, [path.join(root, 'scripts', 'build.mjs'), '--unchecked']);
		run('npm', ['pack', '--pack-destination', transfer]);
		const tarball = readdirSync(transfer).find((name) => name.endsWith('.tgz'));
		if (!tarball) throw new Error('npm pack made no tarball');
		const file = path.join(transfer, tarball);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		run('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
		const isFile = (name) => statSync(path.join(folder, name)).isFile();
		const names = readdirSync(folder, { recursive: true }).filter(isFile);
		const files = names.map((name) => name.replaceAll('\\', '/')).sort();
		return { tarball, bytes: statSync(file).size, files };
	} finally {
		rmSync(transfer, { recursive: true, force: true });
	}
}

function run(command, words) {
	const options = { cwd: root, encoding: 'utf8' };
	const { status, stdout, stderr, error } = spawnSync(command, words, options);
	if (error) throw new Error(`${command} could not be run: ${error.message}`);
	if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`);
}
