import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chargeNode, chargesNode, makeCharges, reckon } from './support/charges';
import { N8nApi } from './support/n8nApi';
import { removeUserFolder } from './support/n8nFolder';
import { startN8n } from './support/n8nProcess';
import { openStage, readInstance } from './support/stage';
import { chainNodes, triggerName } from './support/workflows';

const root = path.join(__dirname, '..', '..');

/** The commands under a heading of docs/installation.md. */
function commandsUnder(heading: string): string {
	const page = readFileSync(path.join(root, 'docs', 'installation.md'), 'utf8');
	const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
	return /^```sh\n([^]*?)^```/m.exec(section)?.[1] ?? '';
}

it('installed from the source, as docs/installation.md says, n8n charges', async () => {
	const clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
	const home = mkdtempSync(path.join(tmpdir(), 'home-'));
	const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	for (const file of tracked.split('\0').filter((name) => existsSync(path.join(root, name)))) {
		if (file) cpSync(path.join(root, file), path.join(clone, file));
	}
	const [first, ...others] = commandsUnder('From the source').split('\n');
	// The one command that takes a registry. Here, what it would fetch is there already.
	expect(first).toBe('npm ci');
	symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
	const env = { ...process.env, HOME: home, npm_config_registry: 'http://127.0.0.1:9' };
	const words = ['-euo', 'pipefail', '-c', others.join('\n')];
	await promisify(execFile)('bash', words, { cwd: clone, env });
	const installed = readdirSync(path.join(home, '.n8n', 'nodes', 'node_modules'));
	const packages = installed.filter((name) => !name.startsWith('.'));
	expect(packages).toEqual(['n8n-nodes-reservation-service']);

	const server = await startN8n({ host: readInstance().host, userFolder: home });
	const api = new N8nApi(server.url);
	await api.setUpOwner();
	const { service, credential } = await openStage(api);
	const charges = makeCharges('RES', 2);
	const workflow = chainNodes('First', chargesNode(charges), chargeNode(credential));
	await api.runWorkflow(await api.createWorkflow(workflow), triggerName);
	const stored = reckon(charges, service.books);
	await server.stop();
	await service.stop();
	[clone, home].forEach(removeUserFolder);

	expect(stored).toEqual({ stored: 2, lost: 0, duplicated: 0 });
});
