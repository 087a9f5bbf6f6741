import { setTimeout as sleep } from 'node:timers/promises';

import { runInOrder } from '../../../nodes/shared/run/runInOrder';

it('finishes what is under way where the work on one throws, begins nothing more, and ends only then', async () => {
	const begun: number[] = [];
	const finished: number[] = [];
	const run = runInOrder(
		[1, 2, 3, 4],
		{ concurrency: 2, shouldStop: () => false },
		async (item) => {
			begun.push(item);
			if (item === 1) throw new Error('the first');
			await sleep(20);
			finished.push(item);
		},
	);

	await expect(run).rejects.toThrow('the first');
	expect([begun, finished]).toEqual([[1, 2], [2]]);
});
