import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findFreePort } from './support/freePort';
import { repeatUntil } from './support/repeatUntil';

/** The demo, as a process of its own. @param words of the command line, such as --once */
async function startDemo(...words: string[]) {
	const ports = [await findFreePort(), await findFreePort()] as const;
	const named = ['--port', `${ports[0]}`, '--service-port', `${ports[1]}`, ...words];
	const cwd = path.join(__dirname, '..', '..');
	const child = spawn(process.execPath, ['scripts/demo.mjs', ...named], { cwd });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	return {
		child,
		printed: () => output,
		async ends() {
			await once(child, 'exit');
			for (const port of ports) {
				const isRefused = () =>
					fetch(`http://127.0.0.1:${port}`).then(
						() => undefined,
						() => true,
					);
				await repeatUntil(`nobody listens at ${port}`, isRefused);
			}
		},
	};
}

it('the demo with --once shows a run and ends with nothing left', async () => {
	const demo = await startDemo('--once');
	await demo.ends();

	expect(demo.child.exitCode).toBe(0);
	expect(demo.printed()).toMatch(
		/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
	);
});

it('the demo leaves neither n8n nor the service running when it is killed', async () => {
	const demo = await startDemo();
	await repeatUntil('the demo waits', () => demo.printed().includes('Ctrl-C') || undefined);
	demo.child.kill('SIGKILL');
	await demo.ends();
});
