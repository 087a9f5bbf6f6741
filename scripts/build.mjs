// npm run build: checks types, and puts into dist what n8n loads: all code in one file, a door to it at each place where n8n looks
// for a class, and codex files and icons beside them. One file is a fraction of the size of many, and loads faster.
// --unchecked leaves types out, for what checks them elsewhere. --watch does too, and keeps the code readable, with a map to the sources.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
const code = 'reservationService.js';
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const doors = [...manifest.n8n.credentials, ...manifest.n8n.nodes];
const isWatching = process.argv.includes('--watch');

if (!isWatching && !process.argv.includes('--unchecked')) checkTypes();
rmSync(dist, { recursive: true, force: true });
cpSync(path.join(root, 'icons'), path.join(dist, 'icons'), { recursive: true });
for (const door of doors) putDoor(door);

const settings = {
	stdin: { contents: doors.map(exportOf).join('\n'), resolveDir: root, loader: 'ts' },
	outfile: path.join(dist, code),
	bundle: true,
	platform: 'node',
	format: 'cjs',
	// The oldest Node.js of the oldest n8n that is supported.
	target: 'node20',
	external: ['n8n-workflow'],
	charset: 'utf8',
	legalComments: 'none',
	minify: !isWatching,
	// So that what tools print beside a stack trace stays readable.
	lineLimit: 1000,
	sourcemap: isWatching && 'inline',
	logLevel: isWatching ? 'info' : 'warning',
};
if (isWatching) await (await context(settings)).watch();
else await build(settings);

function checkTypes() {
	const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
	const { status } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', 'tsconfig.json'], {
		cwd: root,
		stdio: 'inherit',
	});
	if (status !== 0) process.exit(status ?? 1);
}

function exportOf(door) {
	return `export * from './${sourceOf(door)}';`;
}

function sourceOf(door) {
	return door.replace(/^dist\//, '').replace(/\.js$/, '');
}

/** n8n asks each file for the class that is called as the file, and looks for its codex beside it. */
function putDoor(door) {
	const file = path.join(root, door);
	const className = path.basename(door).split('.')[0];
	const target = path.relative(path.dirname(file), path.join(dist, code)).replaceAll('\\', '/');
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, `'use strict';\nexports.${className} = require('${target}').${className};\n`);
	if (!door.endsWith('.node.js')) return;
	const codex = `${sourceOf(door)}.json`;
	cpSync(path.join(root, codex), path.join(dist, codex));
}
