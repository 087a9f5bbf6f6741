// npm run bench: how fast this node is in a real n8n, beside n8n's own request helper and beside what a service allows.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost } from './n8nHost.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packageFolder = path.join(root, '.cache', 'bench');
const docsFile = path.join(root, 'docs', 'benchmark.md');
const usage = `npm run bench                 about four minutes
npm run bench -- --rounds 5   measures creates five times instead of three
npm run bench -- --docs       also puts the table into docs/benchmark.md`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean' },
		docs: { type: 'boolean', default: false },
		rounds: { type: 'string', default: '3' },
	},
});

if (values.help) console.log(usage);
else await main();

async function main() {
	const tool = compileTools();
	installBenchPackage();
	const host = await ensureN8nHost();
	const table = await tool('test/bench/bench.ts').runBench(
		{ host, packageFolder },
		Number(values.rounds),
	);
	console.log(`\n${table}`);
	if (values.docs) putIntoDocs(table, host);
}

/** Replaces what stands between two marks. */
function putIntoDocs(table, { n8n }) {
	const manifest = readFileSync(path.join(n8n, '..', '..', 'package.json'), 'utf8');
	const load = loadavg()[0]?.toFixed(1);
	const machine = `n8n ${JSON.parse(manifest).version}, ${cpus().length} cores, load ${load} at the end`;
	const block = `${machine}, the middle of ${values.rounds} rounds of creates:\n\n\`\`\`\n${table}\n\`\`\``;
	const text = readFileSync(docsFile, 'utf8');
	const marks = /(<!-- bench -->).*?(<!-- \/bench -->)/s;
	if (!marks.test(text)) throw new Error(`${docsFile} has no place for the table`);
	writeFileSync(
		docsFile,
		text.replace(marks, (_, begin, end) => `${begin}\n\n${block}\n\n${end}`),
	);
}

/** One package holds a copy of what is built here and the node it is compared with: n8n loads them alike. */
function installBenchPackage() {
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	cpSync(path.join(root, 'dist'), path.join(packageFolder, 'dist'), { recursive: true });
	const bareHelper = path.join('dist', 'bench', 'BareHelper.node.js');
	const compiled = path.join(root, '.cache', 'tools', 'test', 'bench', 'nodes');
	cpSync(path.join(compiled, 'BareHelper.node.js'), path.join(packageFolder, bareHelper));
	const manifest = {
		name: 'n8n-nodes-reservation-service',
		version: '1.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			credentials: ['dist/credentials/ReservationServiceApi.credentials.js'],
			nodes: ['dist/nodes/ServiceItem/ServiceItem.node.js', bareHelper],
		},
	};
	writeFileSync(path.join(packageFolder, 'package.json'), JSON.stringify(manifest));
}
