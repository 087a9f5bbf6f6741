import type { Demo } from '../e2e/support/demo';
import { expectNobodyAt, startDemo, waitForEnd } from '../e2e/support/demo';
import { repeatUntil } from '../e2e/support/repeatUntil';

describe('the demo in queue mode', () => {
	let demo: Demo | undefined;

	afterEach(() => demo?.process.kill('SIGKILL'));

	it('shows which worker did what, and --once ends with nothing left', async () => {
		demo = await startDemo('--queue', '--once');
		await waitForEnd(demo);

		const printed = demo.printed();
		expect(demo.process.exitCode).toBe(0);
		expect(printed).toMatch(
			/Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +28\.00 +added/,
		);
		const row =
			/^ +\d+ +worker \d +RES-20\d\d +Late checkout until 14:00 \[ref:late-checkout-[-\d]+\] +success$/gm;
		expect(printed.match(row)).toHaveLength(8);
		await expectNobodyAt([...demo.ports, ...portsOfServers(printed)]);
	});

	it('leaves nothing running when it is killed', async () => {
		demo = await startDemo('--queue');
		const { printed } = demo;
		const isUp = () => printed().includes('Running the example workflow') || undefined;
		await repeatUntil('all its processes run', isUp, 150_000);

		demo.process.kill('SIGKILL');
		await waitForEnd(demo);

		await expectNobodyAt([...demo.ports, ...portsOfServers(printed())]);
	});
});

function portsOfServers(printed: string): number[] {
	const [, redis, postgres] =
		/Redis at [\d.]+:(\d+), PostgreSQL at [\d.]+:(\d+)/.exec(printed) ?? [];
	expect([redis, postgres]).not.toContain(undefined);
	return [Number(redis), Number(postgres)];
}
