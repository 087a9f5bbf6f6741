import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { connectAs } from './client';
import { startMiniatureService } from './miniatureService';

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'miniature-service-'));
	const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
	for (const file of readdirSync(__dirname)) {
		if (file.endsWith('.test.ts')) continue;
		const source = readFileSync(path.join(__dirname, file), 'utf8');
		const { outputText } = transpileModule(source, { compilerOptions });
		writeFileSync(path.join(folder, file.replace(/\.ts$/, '.js')), outputText);
	}
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
	const child = spawn(process.execPath, [path.join(folder, 'cli.js'), ...args]);
	const output = { stdout: '', stderr: '' };
	child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
	return { child, output, closed: once(child, 'close') };
}

describe.each(['SIGINT', 'SIGTERM'] as const)('until %s', (signal) => {
	it('serves a few bookings at the address it prints', async () => {
		const { child, output, closed } = run('--port', '0');
		while (!output.stdout.includes('API key')) await once(child.stdout, 'data');
		const url = /listening on (\S+)/.exec(output.stdout)?.[1] ?? '';
		const client = await connectAs({ url });
		const { data } = await client.get<unknown>('/services?reservationId=RES-1001');
		expect(JSON.stringify(data)).toContain('Late checkout until 14:00');
		const mistyped = await client.get('/services?reservationId=RES-1O01');
		expect(mistyped.status).toBe(404);
		expect(output.stdout).toContain('9 service items in RES-1001, RES-1002, RES-1003');
		child.kill(signal);
		expect(await closed).toEqual([0, null]);
		expect(output.stderr).toBe('');
	});
});

it('says so when the port is taken', async () => {
	const service = await startMiniatureService();
	const { output, closed } = run('--port', new URL(service.url).port);
	expect(await closed).toEqual([1, null]);
	expect(output.stderr).toMatch(/^The port is already in use; choose another one\./);
	await service.stop();
});

it.each([
	[['--port', 'abc'], /^'abc' is not a port\. Usage:/],
	[['--port', '70000'], /^'70000' is not a port\. Usage:/],
	[['--prot', '1'], /Usage:/],
])('explains itself after %j', async (args, expected) => {
	const { output, closed } = run(...args);
	expect(await closed).toEqual([1, null]);
	expect(output.stderr).toMatch(expected);
	expect(output.stdout).toBe('');
});
