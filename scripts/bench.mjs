// npm run bench: how fast this node is in a real n8n. It takes a few minutes; npm run bench -- --docs also puts the table into
// docs/benchmark.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost } from './n8nHost.mjs';
import { packPackage } from './packPackage.mjs';

const root = path.dirname(import.meta.dirname);
const packageFolder = path.join(root, '.cache', 'bench');
const docsFile = path.join(root, 'docs', 'benchmark.md');

const { runBench } = compileTools()('test/bench/bench.ts');
packPackage(packageFolder);
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
