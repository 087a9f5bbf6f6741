// Runs the end-to-end suite: `endToEnd.mjs [--n8n 1.123] [jest's arguments …]`. With --n8n, a version of
// test/n8n-host/olderVersions.json or `newest`, only what holds for every version is run.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function runJest(version, flags) {
	const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const { status } = spawnSync(
		process.execPath,
		[jest, '--config', path.join('test', 'e2e', 'jest.config.js'), ...flags],
		{ cwd: root, stdio: 'inherit', env: { ...process.env, ...(version && { E2E_N8N: version }) } },
	);
	return status ?? 1;
}

const given = process.argv.slice(2);
const at = given.indexOf('--n8n');
const [, version] = at < 0 ? [] : given.splice(at, 2);
process.exitCode = runJest(version, given);
