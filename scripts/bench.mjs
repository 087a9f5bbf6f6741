// npm run bench: how fast this node is, beside what users have otherwise and beside what is possible at all.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost, findN8nHost } from './n8nHost.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packageRoot = path.join(root, '.cache', 'bench');
const docsFile = path.join(root, 'docs', 'benchmark.md');
const usage = `npm run bench                     1, 100 and 1,000 charges at 0, 20 and 100 ms (about three minutes)
npm run bench -- --items 1000 --latency 20 --rounds 3
npm run bench -- --n8n            in a real n8n, with its own engine for expressions: 1,000 charges at 20 ms
npm run bench -- --load           in a real n8n: storms, refusals, small runs beside large ones, a third of all requests wrong
npm run bench -- --docs           also puts the tables into docs/benchmark.md, with --n8n and --load as well`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean' },
		n8n: { type: 'boolean', default: false },
		load: { type: 'boolean', default: false },
		docs: { type: 'boolean', default: false },
		items: { type: 'string' },
		latency: { type: 'string' },
		rounds: { type: 'string', default: '1' },
	},
});

if (values.help) console.log(usage);
else if (globalThis.gc) await main();
else restartWithGc();

/** Heap figures need a collector that can be called; it shall not throw away compiled code of contenders who wait. */
function restartWithGc() {
	const flags = ['--expose-gc', '--no-flush-bytecode'];
	const argv = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
	process.exitCode = spawnSync(process.execPath, argv, { stdio: 'inherit' }).status ?? 1;
}

async function main() {
	const tool = compileTools();
	installBenchPackage();
	const plan = {
		latencies: readNumbers(values.latency ?? (values.n8n ? '20' : '0,20,100')),
		sizes: readNumbers(values.items ?? (values.n8n ? '1000' : '1,100,1000')),
		rounds: Number(values.rounds),
		// Long enough for one charge after the other.
		longestWaitMs: values.docs ? 25_000 : 6_000,
	};
	const printed = [];
	const print = (text) => {
		console.log(text);
		printed.push(text);
	};
	if (values.n8n || values.load) {
		const host = await ensureN8nHost();
		const installed = { host, packageFolder: packageRoot };
		if (values.load) {
			await tool('test/bench/loadBench.ts').runLoadBench(installed, print);
			if (values.docs) putIntoDocs('bench under load', printed, `n8n ${versionOf(host)}`);
			return;
		}
		await tool('test/bench/n8nBench.ts').runBenchInN8n(plan, installed, print);
		if (values.docs) putIntoDocs('bench in n8n', printed, `n8n ${versionOf(host)}`);
		return;
	}
	const host = findN8nHost();
	if (!host) console.log('Without n8n’s HTTP Request node: npm run demo installs n8n.');
	const httpRequestNode =
		host &&
		path.join(host, 'node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');
	const installed = { packageRoot, httpRequestNode };
	await tool('test/bench/bench.ts').runBench(plan, installed, print);
	if (values.docs) putIntoDocs('bench', printed, `Node.js ${process.versions.node}`);
}

function versionOf({ n8n }) {
	return JSON.parse(readFileSync(path.join(n8n, '..', '..', 'package.json'), 'utf8')).version;
}

/** Replaces what stands between two marks with what was printed. */
function putIntoDocs(mark, printed, engine) {
	const command = `npm run bench ${['--', ...process.argv.slice(2)].join(' ')}`;
	const machine = `${engine}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} at the end`;
	const marks = new RegExp(`(<!-- ${mark} -->).*?(<!-- /${mark} -->)`, 's');
	const text = readFileSync(docsFile, 'utf8');
	if (!marks.test(text)) throw new Error(`${docsFile} has no place for these tables`);
	const tables = printed.join('\n').trim();
	const block = `\`${command}\`: ${machine}.\n\n\`\`\`\n${tables}\n\`\`\``;
	writeFileSync(
		docsFile,
		text.replace(marks, (_, begin, end) => `${begin}\n\n${block}\n\n${end}`),
	);
	console.log(`\nWritten: ${path.relative(root, docsFile)}`);
}

function readNumbers(text) {
	return text.split(',').map(Number);
}

/** One package holds a copy of what is built here and the node it is compared with: n8n loads them alike. */
function installBenchPackage() {
	rmSync(packageRoot, { recursive: true, force: true });
	mkdirSync(packageRoot, { recursive: true });
	cpSync(path.join(root, 'dist'), path.join(packageRoot, 'dist'), { recursive: true });
	const bareHelper = path.join('dist', 'bench', 'BareHelper.node.js');
	const compiled = path.join(root, '.cache', 'tools', 'test', 'bench', 'nodes');
	cpSync(path.join(compiled, 'BareHelper.node.js'), path.join(packageRoot, bareHelper));
	const manifest = {
		name: 'n8n-nodes-reservation-service',
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			credentials: ['dist/credentials/ReservationServiceApi.credentials.js'],
			nodes: ['dist/nodes/ServiceItem/ServiceItem.node.js', bareHelper],
		},
	};
	writeFileSync(path.join(packageRoot, 'package.json'), JSON.stringify(manifest));
}
