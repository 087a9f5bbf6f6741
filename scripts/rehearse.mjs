// npm run rehearse: a release as its users will see it. In a real n8n, from a registry on this machine: the last release is
// installed in n8n's own page, what was saved with it runs, the present version is installed over it, and taken back.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost } from './n8nHost.mjs';
import { packNext, packReleased } from './rehearsal/tarballs.mjs';
import { ensureVerdaccio } from './rehearsal/verdaccio.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const pictures = path.join(root, '.cache', 'rehearsal');
const packageName = 'n8n-nodes-reservation-service';
const toolFiles = [
	'test/contract/releases.ts',
	'test/e2e/support/n8nApi.ts',
	'test/e2e/support/n8nServer.ts',
	'test/e2e/support/owner.ts',
	'test/e2e/support/scriptedModel.ts',
	'test/rehearsal/localRegistry.ts',
	'test/rehearsal/rehearse.ts',
	'test/rehearsal/standIn.ts',
	'test/service/miniatureService.ts',
];
const folder = mkdtempSync(path.join(os.tmpdir(), 'rehearsal-'));
const cleanups = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];

try {
	await main(compileTools(toolFiles));
} finally {
	for (const cleanUp of cleanups.reverse()) await cleanUp();
}

async function main(tool) {
	const released = tool('test/contract/releases.ts').listReleases(root).at(-1);
	const host = await ensureN8nHost();
	console.log(`Packing ${released} and the present version`);
	const before = packReleased(root, folder, released);
	const next = packNext(folder, released);
	const registry = await publish(tool, host, [before, next.tarball]);
	console.log(`Published ${released} and ${next.version} at ${registry.url}; starting n8n`);
	const n8n = await openN8n(tool, host, registry);
	const service = await tool('test/service/miniatureService.ts').startMiniatureService();
	cleanups.push(() => service.stop());
	const model = await tool('test/e2e/support/scriptedModel.ts').startScriptedModel();
	cleanups.push(() => model.stop());

	mkdirSync(pictures, { recursive: true });
	const { findings, runs } = await tool('test/rehearsal/rehearse.ts').rehearse({
		...n8n,
		service,
		model,
		packageName,
		released,
		next: next.version,
		...readWorkflows(released),
		pictures,
		log: console.log,
	});
	const results = path.join(pictures, 'results.json');
	writeFileSync(results, JSON.stringify(runs, null, '\t'));
	console.log(`What each workflow did: ${path.relative(root, results)}`);
	for (const finding of findings) console.error(finding);
	console.log(
		findings.length === 0 ? 'Rehearsed: nothing was lost.' : `${findings.length} findings.`,
	);
	process.exitCode = findings.length === 0 ? 0 : 1;
}

/** @returns the registry that has these tarballs, and nothing else */
async function publish(tool, { node }, tarballs) {
	const { startRegistry } = tool('test/rehearsal/localRegistry.ts');
	const registry = await startRegistry({ node, verdaccio: await ensureVerdaccio() }, folder);
	cleanups.push(() => registry.stop());
	for (const tarball of tarballs) registry.publish(tarball);
	return registry;
}

/** @returns a fresh n8n that installs from the registry: its address, its owner and its interface, logged in */
async function openN8n(tool, host, registry) {
	const userFolder = path.join(folder, 'user');
	mkdirSync(userFolder);
	const { standInForRegistry } = tool('test/rehearsal/standIn.ts');
	const { url, stop } = await tool('test/e2e/support/n8nServer.ts').startN8n({
		host,
		userFolder,
		environment: {
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			...standInForRegistry(folder, registry.url),
		},
	});
	cleanups.push(() => stop());
	const { owner } = tool('test/e2e/support/owner.ts');
	const { N8nApi } = tool('test/e2e/support/n8nApi.ts');
	const api = new N8nApi(url);
	await api.setUpOwner(owner);
	return { url, owner, api };
}

/** What was saved with the release, its examples included, and the examples that it did not have as they are now. */
function readWorkflows(released) {
	const examples = readJsonFiles(path.join(folder, `clone-${released}`, 'examples'));
	const saved = path.join(root, 'test', 'contract', 'released', released, 'workflows');
	const present = Object.entries(readJsonFiles(path.join(root, 'examples')));
	return {
		workflows: { ...examples, ...readJsonFiles(saved) },
		newer: Object.fromEntries(
			present.filter(([name, workflow]) => !isDeepStrictEqual(workflow, examples[name])),
		),
	};
}

function readJsonFiles(from) {
	const files = readdirSync(from).filter((file) => file.endsWith('.json'));
	return Object.fromEntries(
		files.map((file) => [
			path.basename(file, '.json'),
			JSON.parse(readFileSync(path.join(from, file), 'utf8')),
		]),
	);
}
