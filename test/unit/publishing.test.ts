import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(__dirname, '..', '..');

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'publishing-'));
	for (const file of ['package.json', '.npmrc', 'scripts']) {
		cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
	}
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(file: string): string {
	return readFileSync(path.join(folder, file), 'utf8');
}

describe('publishing by hand', () => {
	it.each([
		['scripts switched off, as in this folder', []],
		['scripts switched on', ['--ignore-scripts=false']],
	])('is refused with %s, and nothing is sent', async (_, flags) => {
		const sent: string[] = [];
		const registry = createServer(({ method, url }, response) => {
			if (method !== 'GET') sent.push(`${method} ${url}`);
			response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
		});
		await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
		const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
		const env = { ...process.env, GITHUB_ACTIONS: '', GITHUB_WORKFLOW: '', CI: '' };
		const command = ['publish', `--registry=http://${host}`, `--//${host}/:_authToken=none`];

		await expect(run('npm', [...command, ...flags], { cwd: folder, env })).rejects.toThrow(
			/provenance generation not supported|published by the workflow Publish/,
		);

		expect(sent).toEqual([]);
		await new Promise((resolve) => registry.close(resolve));
	});
});

describe('setting the publisher', () => {
	const publisher = ['scripts/publisher.mjs', '--name', 'Jane Doe', '--email', 'jane@example.org'];

	it('changes every place that names one', async () => {
		const home = (JSON.parse(read('package.json')) as { homepage: string }).homepage;
		writeFileSync(path.join(folder, 'CHANGELOG.md'), `[0.1.0]: ${home}/releases/tag/0.1.0\n`);
		await run('git', ['init', '--quiet'], { cwd: folder });
		await run('git', ['add', '.'], { cwd: folder });

		const repository = 'https://github.com/jane/hotel-nodes';
		await run(process.execPath, [...publisher, '--repository', repository], { cwd: folder });

		expect(JSON.parse(read('package.json'))).toMatchObject({
			name: 'n8n-nodes-reservation-service',
			author: { name: 'Jane Doe', email: 'jane@example.org' },
			homepage: repository,
			repository: { url: `git+${repository}.git` },
			bugs: { url: `${repository}/issues` },
		});
		expect(read('CHANGELOG.md')).toBe(`[0.1.0]: ${repository}/releases/tag/0.1.0\n`);
	});

	it('asks for what is missing, and changes nothing', async () => {
		const before = read('package.json');

		await expect(run(process.execPath, publisher, { cwd: folder })).rejects.toThrow(/--repository/);

		expect(read('package.json')).toBe(before);
	});
});
