import { execFile, execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MiniatureService } from '../service/miniatureService';
import { startMiniatureService } from '../service/miniatureService';
import { N8nCli } from './support/n8nCli';
import { credentialFor, readInstance } from './support/stage';
import { chainNodes, readJson, serviceItemNode } from './support/workflows';

const run = promisify(execFile);
const root = path.join(__dirname, '..', '..');
const credential = { id: 'credential-1', name: 'Harbour Inn' };

/** The commands under a heading of docs/installation.md. */
function commandsUnder(heading: string): string {
	const page = readFileSync(path.join(root, 'docs', 'installation.md'), 'utf8');
	const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
	return /^```sh\n([^]*?)^```/m.exec(section)?.[1] ?? '';
}

describe('installing from the source, as docs/installation.md says', () => {
	let clone: string;
	let home: string;
	let service: MiniatureService;

	beforeAll(async () => {
		clone = mkdtempSync(path.join(tmpdir(), 'clone-'));
		home = mkdtempSync(path.join(tmpdir(), 'home-'));
		const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
		for (const file of tracked.split('\0').filter((name) => existsSync(path.join(root, name)))) {
			if (file) cpSync(path.join(root, file), path.join(clone, file));
		}
		service = await startMiniatureService();
	});

	afterAll(async () => {
		await service.stop();
		for (const folder of [clone, home]) rmSync(folder, { recursive: true, force: true });
	});

	it('gives an n8n that charges', async () => {
		const [first, ...others] = commandsUnder('From the source').split('\n');
		// The one command that takes a registry. Here, what it would fetch is there already.
		expect(first).toBe('npm ci');
		symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'));
		await run('bash', ['-euo', 'pipefail', '-c', others.join('\n')], {
			cwd: clone,
			env: { ...process.env, HOME: home, npm_config_registry: 'http://127.0.0.1:9' },
		});

		const cli = new N8nCli(readInstance().host, home);
		await cli.importCredential({ ...credentialFor(service), ...credential });
		const charge = { amount: 35, date: '2026-12-07' };
		const parameters = {
			operation: 'create',
			reservationId: 'RES-1002',
			...charge,
			chargeDescription: 'Late checkout',
		};
		const create = serviceItemNode('Create', credential, parameters);
		await cli.importWorkflow({ id: 'workflow-1', ...chainNodes('First charge', create) });

		const result = await cli.execute('workflow-1');

		expect(readJson(result, 'Create')).toEqual([expect.objectContaining(charge)]);
		expect(service.books.all('RES-1002')).toEqual([expect.objectContaining(charge)]);
	});

	it('puts nothing but the package beside n8n', () => {
		const installed = readdirSync(path.join(home, '.n8n', 'nodes', 'node_modules'));
		expect(installed.filter((name) => !name.startsWith('.'))).toEqual([
			'n8n-nodes-reservation-service',
		]);
	});
});
