// One real n8n for all test files: starting it takes longer than most of them run.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileTools } from '../../scripts/compileTools.mjs';
import { ensureN8nHost } from '../../scripts/n8nHost.mjs';
import { packPackage } from '../../scripts/packPackage.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export default async function setUp() {
	const { E2E_N8N } = process.env;
	const version = E2E_N8N === 'newest' ? undefined : E2E_N8N;
	const host = await ensureN8nHost({ version });
	const packageFolder = path.join(root, '.cache', 'e2e-package');
	packPackage(packageFolder);
	const tool = compileTools();
	const { createUserFolder, removeUserFolder } = tool('test/e2e/support/n8nFolder.ts');
	const { startN8n } = tool('test/e2e/support/n8nProcess.ts');
	const { N8nApi } = tool('test/e2e/support/n8nApi.ts');
	const userFolder = createUserFolder(packageFolder);
	const server = await startN8n({ host, userFolder });
	await new N8nApi(server.url).setUpOwner();
	globalThis.stopN8n = async () => {
		await server.stop();
		removeUserFolder(userFolder);
	};
	const { url } = server;
	process.env.E2E_INSTANCE = JSON.stringify({ host, packageFolder, url, version });
}
