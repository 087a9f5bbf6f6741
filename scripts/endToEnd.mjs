// Runs the end-to-end suite: `endToEnd.mjs [--n8n 1.123 [--readme]] [jest's arguments …]`. With --n8n, a version of
// test/n8n-host/olderVersions.json or `newest`, only what holds for every version is run; --readme writes its column of the README's
// table.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readReport } from './jestReport.mjs';
import { defineHost } from './n8nDefinition.mjs';
import { writeVersions } from './versionsTable.mjs';

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

function runForReadme(version, flags) {
	if (version === undefined || flags.length > 0)
		throw new Error(
			'--readme goes with --n8n, and with nothing else: the table tells of whole runs',
		);
	const folder = mkdtempSync(path.join(os.tmpdir(), 'end-to-end-'));
	try {
		const report = path.join(folder, 'report.json');
		const status = runJest(version, ['--json', '--outputFile', report]);
		const { release } = defineHost(version);
		writeVersions('In a real n8n', [{ version: release, ...readReport(report) }]);
		return status;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const given = process.argv.slice(2);
const at = given.indexOf('--n8n');
const [, version] = at < 0 ? [] : given.splice(at, 2);
const flags = given.filter((word) => word !== '--readme');
process.exitCode =
	flags.length < given.length ? runForReadme(version, flags) : runJest(version, flags);
