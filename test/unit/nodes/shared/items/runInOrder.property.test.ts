import fc from 'fast-check';

import { runInOrder } from '../../../../../nodes/shared/items/runInOrder';
import { holdsAsync } from '../../../support/properties';

interface Job {
	name: string;
	orderKey?: string;
}

/** Some jobs that have to keep their order, key by key, and some that need not. */
const jobs = fc
	.array(fc.constantFrom('a', 'b', 'c', undefined), { maxLength: 25 })
	.map((keys) =>
		keys.map((orderKey, index): Job => ({ name: `${orderKey ?? 'free'} ${index}`, orderKey })),
	);
const bound = fc.integer({ min: 1, max: 6 });

/** Work whose every step the scheduler may hold up, and what was seen of it. */
class Workshop {
	readonly started: Job[] = [];
	readonly ended: Job[] = [];
	/** Jobs that began while an earlier one with the same key was not done. */
	readonly overlaps: Job[] = [];
	peak = 0;
	private readonly running = new Set<Job>();

	constructor(private readonly scheduler: fc.Scheduler) {}

	readonly work = async (job: Job): Promise<void> => {
		const keys = [...this.running].map(({ orderKey }) => orderKey);
		if (job.orderKey !== undefined && keys.includes(job.orderKey)) this.overlaps.push(job);
		this.started.push(job);
		this.running.add(job);
		this.peak = Math.max(this.peak, this.running.size);
		await this.scheduler.schedule(Promise.resolve(), job.name);
		this.running.delete(job);
		this.ended.push(job);
	};
}

/** Does all jobs of every group one after another, as a run does. */
async function doAll(
	all: Job[],
	concurrency: number,
	shouldStop: () => boolean,
	work: (job: Job) => Promise<void>,
): Promise<void> {
	const keyOf = ({ orderKey }: Job): string | undefined => orderKey;
	await runInOrder(all, { keyOf, concurrency, shouldStop }, async (group) => {
		for (const job of group) if (!shouldStop()) await work(job);
	});
}

it('does every job once, those of one key in input order, and never more at a time than allowed', async () => {
	await holdsAsync(
		fc.asyncProperty(fc.scheduler(), jobs, bound, async (scheduler, all, concurrency) => {
			const shop = new Workshop(scheduler);
			await scheduler.waitFor(doAll(all, concurrency, () => false, shop.work));

			expect(new Set(shop.ended)).toEqual(new Set(all));
			expect(shop.started).toHaveLength(all.length);
			expect(shop.overlaps).toEqual([]);
			expect(shop.peak).toBeLessThanOrEqual(concurrency);
			for (const key of ['a', 'b', 'c']) {
				expect(withKey(shop.started, key)).toEqual(withKey(all, key));
			}
			expect(withKey(shop.started, undefined)).toEqual(withKey(all, undefined));
		}),
	);
});

it('starts nothing once it is to stop, and leaves nothing half done', async () => {
	await holdsAsync(
		fc.asyncProperty(
			fc.scheduler(),
			jobs,
			bound,
			fc.nat(25),
			async (scheduler, all, concurrency, stopAfter) => {
				const shop = new Workshop(scheduler);
				const isToStop = (): boolean => shop.ended.length >= stopAfter;
				let late = 0;
				await scheduler.waitFor(
					doAll(all, concurrency, isToStop, async (job) => {
						if (isToStop()) late++;
						await shop.work(job);
					}),
				);

				expect(late).toBe(0);
				expect(shop.ended).toHaveLength(shop.started.length);
				expect(shop.ended.length).toBeGreaterThanOrEqual(Math.min(stopAfter, all.length));
			},
		),
	);
});

function withKey(all: Job[], key: string | undefined): Job[] {
	return all.filter(({ orderKey }) => orderKey === key);
}
