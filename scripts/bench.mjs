// npm run bench: how fast this node is in a real n8n, beside n8n's own request helper. It takes a few
// minutes; npm run bench -- --docs also puts the table into docs/benchmark.md.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost } from './n8nHost.mjs';

const root = path.dirname(import.meta.dirname);
const packageFolder = path.join(root, '.cache', 'bench');
const docsFile = path.join(root, 'docs', 'benchmark.md');

const { runBench } = compileTools()('test/bench/bench.ts');
installBenchPackage();
const host = await ensureN8nHost();
const table = await runBench({ host, packageFolder });
console.log(`\n${table}`);
if (process.argv.includes('--docs')) putIntoDocs(table, host);

/** Replaces what stands between two marks. */
function putIntoDocs(table, { n8n }) {
	const manifest = readFileSync(path.join(n8n, '..', '..', 'package.json'), 'utf8');
	const load = loadavg()[0]?.toFixed(1);
	const machine = `n8n ${JSON.parse(manifest).version}, ${cpus().length} cores, load ${load} at the end`;
	const block = `${machine}, the middle of three rounds of creates:\n\n\`\`\`\n${table}\n\`\`\``;
	const text = readFileSync(docsFile, 'utf8');
	const marks = /(<!-- bench -->).*?(<!-- \/bench -->)/s;
	if (!marks.test(text)) throw new Error(`${docsFile} has no place for the table`);
	const place = (_, begin, end) => `${begin}\n\n${block}\n\n${end}`;
	writeFileSync(docsFile, text.replace(marks, place));
}

/** One package holds a copy of what is built here and the node it is compared with: n8n loads them alike. */
function installBenchPackage() {
	rmSync(packageFolder, { recursive: true, force: true });
	mkdirSync(packageFolder, { recursive: true });
	cpSync(path.join(root, 'dist'), path.join(packageFolder, 'dist'), { recursive: true });
	const bareHelper = path.join('dist', 'bench', 'BareHelper.node.js');
	const compiled = path.join(root, '.cache', 'tools', 'test', 'bench', 'nodes');
	cpSync(path.join(compiled, 'BareHelper.node.js'), path.join(packageFolder, bareHelper));
	const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	manifest.n8n.nodes.push(bareHelper);
	writeFileSync(path.join(packageFolder, 'package.json'), JSON.stringify(manifest));
}
