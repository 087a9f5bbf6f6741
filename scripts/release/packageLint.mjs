// What others' tools say of the package: publint of the tarball as it is, knip of files, exports and dependencies nobody uses.
import { spawnSync } from 'node:child_process';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Run by npx, as what it needs would be a tenth of the lock file. */
const knip = 'knip@6.44.2';

/**
 * @param {string} folder the unpacked tarball
 * @returns {Promise<string[]>} findings
 */
export async function checkWithPublint(folder) {
	const { messages, pkg } = await publint({ pkgDir: folder, pack: false, level: 'suggestion' });
	return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

/**
 * @param {string} root the repository's folder
 * @returns {string[]} findings
 */
export function checkWithKnip(root) {
	const words = ['--yes', knip, '--no-progress', '--reporter', 'compact'];
	const { status, stdout, stderr } = spawnSync('npx', words, { cwd: root, encoding: 'utf8' });
	if (status === 0) return [];
	return `${stdout}${status === 1 ? '' : stderr}`
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => `knip: ${line}`);
}
