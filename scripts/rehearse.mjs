// npm run rehearse: a release as its users will see it. In a real n8n, from a registry on this machine: the last release is
// installed in n8n's own page, what was saved with it runs, the present version is installed over it, and taken back.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTools } from './compileTools.mjs';
import { ensureN8nHost } from './n8nHost.mjs';
import { startRegistry } from './rehearsal/registry.mjs';
import { standInForRegistry } from './rehearsal/standIn.mjs';
import { packNext, packReleased } from './rehearsal/tarballs.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const pictures = path.join(root, '.cache', 'rehearsal');
const packageName = 'n8n-nodes-reservation-service';
const folder = mkdtempSync(path.join(os.tmpdir(), 'rehearsal-'));
const cleanups = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];

try {
	await main();
} finally {
	for (const cleanUp of cleanups.reverse()) await cleanUp();
}

async function main() {
	const entries = [
		'e2e/support/freePort',
		'e2e/support/n8nApi',
		'e2e/support/n8nServer',
		'e2e/support/owner',
	];
	const others = ['contract/releases', 'rehearsal/rehearse', 'service/miniatureService'];
	const tool = compileTools([...entries, ...others].map((name) => `test/${name}.ts`));
	const released = tool('test/contract/releases.ts').listReleases(root).at(-1);
	const host = await ensureN8nHost();
	console.log(`Packing ${released} and the present version`);
	const before = packReleased(root, folder, released);
	const next = packNext(folder, released);

	const port = await tool('test/e2e/support/freePort.ts').findFreePort();
	const registry = await startRegistry({ node: host.node, folder, port });
	cleanups.push(() => registry.stop());
	for (const tarball of [before, next.tarball]) registry.publish(tarball);
	const service = await tool('test/service/miniatureService.ts').startMiniatureService();
	cleanups.push(() => service.stop());

	console.log(`Published ${released} and ${next.version} at ${registry.url}; starting n8n`);
	const userFolder = path.join(folder, 'user');
	mkdirSync(userFolder);
	const n8n = await tool('test/e2e/support/n8nServer.ts').startN8n({
		host,
		userFolder,
		environment: {
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
			...standInForRegistry(folder, registry.url),
		},
	});
	cleanups.push(() => n8n.stop());
	const { owner } = tool('test/e2e/support/owner.ts');
	const { N8nApi } = tool('test/e2e/support/n8nApi.ts');
	const api = new N8nApi(n8n.url);
	await api.setUpOwner(owner);
	mkdirSync(pictures, { recursive: true });
	const workflows = { ...readExamples(released), ...readSaved(released) };
	const settings = {
		url: n8n.url,
		owner,
		api,
		service,
		packageName,
		released,
		workflows,
		pictures,
	};
	const { rehearse } = tool('test/rehearsal/rehearse.ts');
	const findings = await rehearse({ ...settings, next: next.version, log: console.log });
	for (const finding of findings) console.error(finding);
	console.log(
		findings.length === 0 ? 'Rehearsed: nothing was lost.' : `${findings.length} findings.`,
	);
	process.exitCode = findings.length === 0 ? 0 : 1;
}

/** The examples as they were in the release. */
function readExamples(released) {
	const examples = path.join(folder, `clone-${released}`, 'examples');
	return readJsonFiles(examples);
}

function readSaved(released) {
	return readJsonFiles(path.join(root, 'test', 'contract', 'released', released, 'workflows'));
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
