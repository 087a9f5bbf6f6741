// The package on other versions of n8n: `matrix.mjs [version …]`, all of them unless some are named. For each: types, then the engine suite.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureN8nModules, knownVersions } from './n8nModules.mjs';

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(os.tmpdir(), 'matrix-'));

/** @returns {string[]} what does not fit this n8n-workflow */
function checkTypes(modules) {
	const project = path.join(folder, 'tsconfig.json');
	const compilerOptions = {
		noEmit: true,
		rootDir: '/',
		typeRoots: [path.join(root, 'node_modules', '@types')],
		baseUrl: root,
		paths: { 'n8n-workflow': [path.join(modules, 'n8n-workflow')] },
	};
	const include = ['nodes', 'credentials'].map((part) => path.join(root, part, '**', '*.ts'));
	const config = { extends: path.join(root, 'tsconfig.json'), compilerOptions, include };
	writeFileSync(project, JSON.stringify(config));
	const { stdout } = run('typescript/bin/tsc', ['-p', project]);
	return stdout.split('\n').filter((line) => line.includes('error TS'));
}

/** @returns {{ passed: number, skipped: number, failed: string[] }} files that could not be run count as failed */
function runEngineSuite(version, modules) {
	const report = path.join(folder, `${version}.json`);
	const flags = ['--config', 'test/matrix/jest.config.js', '--silent', '--json'];
	const environment = { N8N_VERSION: version, N8N_MODULES: modules };
	run('jest/bin/jest.js', [...flags, '--outputFile', report], environment);
	const { testResults, ...counts } = JSON.parse(readFileSync(report, 'utf8'));
	const failed = testResults.flatMap(({ name, status, assertionResults }) => {
		const titles = assertionResults.filter((test) => test.status === 'failed');
		if (status === 'failed' && titles.length === 0) return [name];
		return titles.map(({ fullName }) => fullName);
	});
	return { passed: counts.numPassedTests, skipped: counts.numPendingTests, failed };
}

function run(tool, words, environment = {}) {
	const file = path.join(root, 'node_modules', tool);
	const env = { ...process.env, ...environment };
	const stdio = ['ignore', 'pipe', 'inherit'];
	const options = { cwd: root, encoding: 'utf8', stdio, env, maxBuffer: Infinity };
	return spawnSync(process.execPath, [file, ...words], options);
}

const named = process.argv.slice(2);
try {
	for (const name of named.length > 0 ? named : [...Object.keys(knownVersions()), 'newest']) {
		const { version, modules } = await ensureN8nModules(name);
		const gaps = checkTypes(modules);
		const { passed, skipped, failed } = runEngineSuite(version, modules);
		for (const line of [...gaps, ...failed]) console.log(`  ${line}`);
		const wrong = `${failed.length} failed, ${gaps.length} gaps`;
		console.log(`n8n ${version}: ${passed} passed, ${skipped} need a newer n8n, ${wrong}`);
		if (gaps.length + failed.length > 0 || passed === 0) process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
