import type { Demo } from './support/demo';
import { expectNobodyAt, startDemo, waitForEnd } from './support/demo';

describe('the demo with --once', () => {
	let demo: Demo | undefined;

	afterEach(() => demo?.process.kill('SIGKILL'));

	it('shows a run and what the service holds, and ends with nothing left', async () => {
		demo = await startDemo('--once');
		await waitForEnd(demo);

		expect(demo.process.exitCode).toBe(0);
		expect(demo.printed()).toMatch(
			/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
		);
		await expectNobodyAt(demo.ports);
	});
});
