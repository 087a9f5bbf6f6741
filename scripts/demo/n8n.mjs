// n8n with the packed package installed, and the example in it, as its owner would do it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packPackage } from '../packPackage.mjs';
import { bareId, credentialFor, reservationId } from './service.mjs';
import { DemoError, say } from './terminal.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const trigger = 'When clicking ‘Execute workflow’';

/**
 * @param {{ host: object, service: object, port?: number, dev?: boolean }} settings
 * @param cleanups gets what ends it
 */
export async function startN8n(tool, { host, service, port, dev }, cleanups) {
	say('Building and packing the package');
	const packageFolder = mkdtempSync(path.join(os.tmpdir(), 'demo-package-'));
	cleanups.push(() => rmSync(packageFolder, { recursive: true, force: true }));
	packPackage(packageFolder);
	say('Starting n8n with the package installed (about 20 s)');
	const folders = tool('test/e2e/support/n8nFolder.ts');
	const userFolder = folders.createUserFolder(packageFolder);
	cleanups.push(() => folders.removeUserFolder(userFolder));
	const zone = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };
	const environment = { ...zone, ...(dev && { N8N_DEV_RELOAD: 'true' }) };
	const server = tool('test/e2e/support/n8nProcess.ts');
	const { url, stop } = await server.startN8n({ host, userFolder, port, environment });
	cleanups.push(stop);
	if (dev) cleanups.push(compileAtEveryChange(folders.packageIn(userFolder)));
	const { N8nApi, owner } = tool('test/e2e/support/n8nApi.ts');
	const api = new N8nApi(url);
	await api.setUpOwner();
	const name = 'Miniature reservation service';
	const data = credentialFor(tool, service.url);
	const id = await api.createCredential({ name, type: 'reservationServiceApi', data });
	const credential = { name, id };
	return { url, owner, runExample: (spelling) => runExample(tool, api, credential, spelling) };
}

/** With N8N_DEV_RELOAD, n8n watches the files of the packages that are installed (2.41, LoadNodesAndCredentials.setupHotReload). */
function compileAtEveryChange(installed) {
	const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
	const words = [tsc, '--watch', '--preserveWatchOutput', '--outDir', path.join(installed, 'dist')];
	const compiler = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' });
	return () => compiler.kill();
}

/**
 * Adds a late checkout; where the service has a spelling of its own, Check API Format has to come first.
 *
 * @returns the id of the imported workflow
 * @throws {DemoError} with what the workflow ended with
 */
async function runExample(tool, api, credential, spelling) {
	const { editNode, readExample } = tool('test/e2e/support/exampleWorkflow.ts');
	const file = spelling ? 'check-api-format' : 'add-late-checkout';
	const example = readExample(path.join(root, 'examples', `${file}.json`), credential);
	const asked = { reservationId: bareId(reservationId) };
	const ask = ({ parameters }) => Object.assign(parameters, asked);
	if (spelling) editNode(example, 'Check API Format', ask);
	const workflowId = await api.createWorkflow(example);
	const { data } = await api.runWorkflow(workflowId, trigger);
	const { error } = data.resultData;
	if (error) throw new DemoError(`The example workflow ended with: ${error.message}`);
	return workflowId;
}
