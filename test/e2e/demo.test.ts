import { expectNobodyAt, startDemo, waitForEnd } from './support/demo';
import { repeatUntil } from './support/repeatUntil';

it('the demo with --once shows a run and ends with nothing left', async () => {
	const demo = await startDemo('--once');
	await waitForEnd(demo);

	expect(demo.process.exitCode).toBe(0);
	expect(demo.printed()).toMatch(
		/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
	);
	await expectNobodyAt(demo.ports);
});

it('the demo leaves neither n8n nor the service running when it is killed', async () => {
	const demo = await startDemo();
	await repeatUntil('the demo waits', () => demo.printed().includes('Ctrl-C') || undefined);
	demo.process.kill('SIGKILL');
	await waitForEnd(demo);

	await expectNobodyAt(demo.ports);
});
