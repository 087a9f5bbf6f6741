// The package on other versions of n8n: `matrix.mjs [--reports=folder] [version …]`, all of them unless some
// are named. For each: types, loading and errors first, as they take seconds, then the engine suite.
// --reports keeps jest's reports.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readReport } from './jestReport.mjs';
import { ensureN8nModules, knownVersions } from './n8nModules.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(os.tmpdir(), 'matrix-'));

function checkTypes(modules) {
	const project = path.join(folder, 'tsconfig.json');
	writeFileSync(
		project,
		JSON.stringify({
			extends: path.join(root, 'tsconfig.json'),
			compilerOptions: {
				noEmit: true,
				rootDir: '/',
				typeRoots: [path.join(root, 'node_modules', '@types')],
				baseUrl: root,
				paths: { 'n8n-workflow': [path.join(modules, 'n8n-workflow')] },
			},
			include: ['nodes', 'credentials'].map((part) => path.join(root, part, '**', '*.ts')),
		}),
	);
	const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
	return stdout.split('\n').filter((line) => line.includes('error TS'));
}

/** Loads the three built classes with this n8n-workflow, and looks what its errors keep. */
function checkLoading(modules) {
	const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const code = `
		const Module = require('node:module');
		const resolve = Module._resolveFilename;
		Module._resolveFilename = (name, ...others) =>
			resolve(name === 'n8n-workflow' ? ${JSON.stringify(path.join(modules, 'n8n-workflow'))} : name, ...others);
		for (const file of ${JSON.stringify([...n8n.nodes, ...n8n.credentials])}) {
			const loaded = require(require('node:path').resolve(file));
			new loaded[require('node:path').basename(file).split('.')[0]]();
		}
		const { NodeApiError, UserError } = require('n8n-workflow');
		const node = { name: 'n', type: 'x.y', typeVersion: 1, position: [0, 0], parameters: {} };
		for (const code of ['ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED']) {
			const kept = new NodeApiError(node, Object.assign(new Error(code), { code })).httpCode;
			if (kept !== code) throw new Error('NodeApiError keeps ' + kept + ' of ' + code);
		}
		const { description } = new NodeApiError(node, new UserError('a', { description: 'b' }));
		if (description !== 'b') throw new Error('NodeApiError drops the description of a UserError');
	`;
	const { status, stderr } = spawnSync(process.execPath, ['-e', code], {
		cwd: root,
		encoding: 'utf8',
	});
	return status === 0 ? [] : [stderr.trim()];
}

function runEngineSuite(version, modules, { reports }) {
	mkdirSync(reports, { recursive: true });
	const report = path.resolve(reports, `${version}.json`);
	const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const flags = [
		'--config',
		'test/matrix/jest.config.js',
		'--silent',
		'--json',
		'--outputFile',
		report,
	];
	spawnSync(process.execPath, [jest, ...flags], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
		env: {
			...process.env,
			N8N_VERSION: version,
			N8N_MODULES: modules,
		},
	});
	const { titles, ...counts } = readReport(report);
	for (const title of titles) console.log(`  ${title}`);
	return counts;
}

const options = {
	reports: { type: 'string', default: folder },
};

async function main() {
	const { values, positionals } = parseArgs({ options, allowPositionals: true });
	const wanted = positionals.length > 0 ? positionals : [...Object.keys(knownVersions()), 'newest'];
	// require() must find what was built.
	createRequire(import.meta.url).resolve('../dist/nodes/ServiceItem/ServiceItem.node.js');
	let isRight = true;
	for (const name of wanted) {
		const started = Date.now();
		const { version, modules } = await ensureN8nModules(name);
		const gaps = [...checkTypes(modules), ...checkLoading(modules)];
		for (const gap of gaps) console.log(`  ${gap}`);
		const row = { version, ...runEngineSuite(version, modules, values) };
		const seconds = Math.round((Date.now() - started) / 1000);
		console.log(
			`n8n ${version}: ${row.passed} passed, ${row.skipped} need a newer n8n, ${row.failed} failed, ${gaps.length} gaps (${seconds} s)`,
		);
		isRight &&= gaps.length === 0 && row.failed === 0 && row.passed > 0;
	}
	process.exitCode = isRight ? 0 : 1;
}

try {
	await main();
} finally {
	rmSync(folder, { recursive: true, force: true });
}
