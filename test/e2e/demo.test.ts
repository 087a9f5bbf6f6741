import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from './support/freePort';
import { repeatUntil } from './support/repeatUntil';

const root = path.join(__dirname, '..', '..');

interface Demo {
	process: ChildProcess;
	/** Everything printed so far. */
	printed: () => string;
	/** The editor's address and the service's. */
	addresses: string[];
}

describe('the demo', () => {
	let demo: Demo | undefined;

	afterEach(() => demo?.process.kill('SIGKILL'));

	it('shows a run, what the service holds and what to try, and --once ends with nothing left', async () => {
		demo = await start('--once');
		await ended(demo);

		expect(demo.process.exitCode).toBe(0);
		expect(demo.printed()).toMatch(/Late checkout until 14:00 \(member rate\) +28\.00 +added/);
		await expectNothingLeft(demo);
	});

	it.each(['SIGHUP', 'SIGKILL'] as const)(
		'leaves neither n8n nor the service running after %s',
		async (signal) => {
			demo = await start();
			const { printed } = demo;
			await repeatUntil('the demo waits', () => /Ctrl-C/.test(printed()) || undefined);
			for (const id of ['RES-1001', 'RES-1002', 'RES-1003']) {
				expect(printed()).toMatch(new RegExp(`^ +${id} +si-\\d`, 'm'));
			}
			expect(printed()).toMatch(/What to try/);

			demo.process.kill(signal);
			await ended(demo);

			await expectNothingLeft(demo);
		},
	);

	async function start(...words: string[]): Promise<Demo> {
		const ports = [await findFreePort(), await findFreePort()].map(String) as [string, string];
		const child = spawn(
			process.execPath,
			['scripts/demo.mjs', '--port', ports[0], '--service-port', ports[1], ...words],
			{ cwd: root },
		);
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
		const addresses = ports.map((port) => `http://127.0.0.1:${port}/`);
		return { process: child, printed: () => output, addresses };
	}

	async function ended({ process }: Demo): Promise<void> {
		if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
	}

	async function expectNothingLeft({ addresses }: Demo): Promise<void> {
		for (const address of addresses) {
			await repeatUntil(`nothing answers at ${address}`, () =>
				fetch(address).then(
					() => undefined,
					() => true,
				),
			);
		}
	}
});
