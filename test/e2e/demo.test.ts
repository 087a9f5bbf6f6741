import type { Demo } from './support/demo';
import { expectNobodyAt, startDemo, waitForEnd } from './support/demo';
import { repeatUntil } from './support/repeatUntil';

describe('the demo', () => {
	let demo: Demo | undefined;

	afterEach(() => demo?.process.kill('SIGKILL'));

	it('shows a run, what the service holds and what to try, and --once ends with nothing left', async () => {
		demo = await startDemo('--once');
		await waitForEnd(demo);

		expect(demo.process.exitCode).toBe(0);
		expect(demo.printed()).toMatch(
			/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
		);
		await expectNobodyAt(demo.ports);
	});

	it.each(['SIGKILL'] as const)(
		'leaves neither n8n nor the service running after %s',
		async (signal) => {
			demo = await startDemo();
			const { printed } = demo;
			await repeatUntil('the demo waits', () => /Ctrl-C/.test(printed()) || undefined);
			for (const id of ['RES-1001', 'RES-1002', 'RES-1003']) {
				expect(printed()).toMatch(new RegExp(`^ +${id} +si-\\d`, 'm'));
			}
			expect(printed()).toMatch(/What to try/);

			demo.process.kill(signal);
			await waitForEnd(demo);

			await expectNobodyAt(demo.ports);
		},
	);
});
