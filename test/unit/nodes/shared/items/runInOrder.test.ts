import { runInOrder } from '../../../../../nodes/shared/items/runInOrder';
import { type Job, settle, Workshop } from '../../../support/workshop';

/** Does all jobs of every group one after another, in the workshop. */
async function doAll(jobs: Job[], concurrency: number, shouldStop: () => boolean): Promise<void> {
	await runInOrder(jobs, { keyOf, concurrency, shouldStop }, async (group) => {
		for (const job of group) if (!shouldStop()) await shop.work(job);
	});
}

function jobsOf(...names: string[]): Job[] {
	return names.map((name) => ({ name, ...(/^[a-z]/.test(name) && { orderKey: name[0] }) }));
}

const go = (): boolean => false;
const keyOf = ({ orderKey }: Job): string | undefined => orderKey;
let shop: Workshop;

beforeEach(() => {
	shop = new Workshop();
});

describe('jobs with the same key', () => {
	it('run one after the other, in input order', async () => {
		const run = doAll(jobsOf('a1', 'a2', 'a3'), 5, go);
		await settle();
		expect(shop.started()).toEqual(['a1']);

		await shop.finish('a1');
		expect(shop.started()).toEqual(['a1', 'a2']);

		await shop.finishAll();
		await run;
		expect(shop.events).toEqual(
			['a1', 'a2', 'a3'].flatMap((name) => [`start ${name}`, `end ${name}`]),
		);
	});

	it('do not hold up the others', async () => {
		const run = doAll(jobsOf('a1', 'a2', 'b1', 'X', 'Y'), 5, go);
		await settle();
		expect(shop.started()).toEqual(['a1', 'b1', 'X', 'Y']);

		await shop.finishAll();
		await run;
		expect(shop.started().sort()).toEqual(['X', 'Y', 'a1', 'a2', 'b1']);
	});

	it('keep their order however they are mixed, and whoever finishes first', async () => {
		const names = Array.from({ length: 60 }, (_, i) => `${'abcde'[(i * 7) % 5]}${i}`);
		const run = doAll(jobsOf(...names), 4, go);
		await settle();
		await shop.finishAll();
		await run;

		for (const key of 'abcde') {
			const hasKey = (name: string): boolean => name.startsWith(key);
			expect(shop.started().filter(hasKey)).toEqual(names.filter(hasKey));
		}
		const overlaps = shop.events.filter((event, i) => {
			const [kind, name = ''] = event.split(' ');
			const earlier = shop.events.slice(0, i).filter((each) => each.split(' ')[1]?.[0] === name[0]);
			return kind === 'start' && earlier.length % 2 === 1;
		});
		expect(overlaps).toEqual([]);
	});
});

describe('the bound', () => {
	it.each([1, 2, 5])('is never exceeded and is used: %d', async (concurrency) => {
		const names = ['A', 'B', 'c1', 'c2', 'D', 'E', 'f1', 'G', 'c3', 'H'];
		const run = doAll(jobsOf(...names), concurrency, go);
		await settle();
		expect(shop.running).toBe(concurrency);

		await shop.finishAll();
		await run;
		expect(shop.peak).toBe(concurrency);
		expect(shop.started()).toHaveLength(names.length);
	});

	it('starts independent jobs in input order', async () => {
		const run = doAll(jobsOf('A', 'B', 'C', 'D'), 2, go);
		await settle();
		await shop.finishAll();
		await run;
		expect(shop.started()).toEqual(['A', 'B', 'C', 'D']);
	});
});

describe('stopping', () => {
	it('lets what is under way finish, and starts nothing more, whatever its key', async () => {
		let stop = false;
		const names = ['A', 'b1', 'b2', 'C', 'D', 'b3'];
		let isOver = false;
		const run = doAll(jobsOf(...names), 3, () => stop).then(() => (isOver = true));
		await settle();
		stop = true;
		await shop.finish('b1', 'A');
		expect(isOver).toBe(false);

		await shop.finishAll();
		await run;
		expect(shop.started()).toEqual(['A', 'b1', 'C']);
		expect(shop.running).toBe(0);
	});

	it('may come before the first start', async () => {
		await doAll(jobsOf('A', 'b1'), 1, () => true);
		expect(shop.events).toEqual([]);
	});
});

it('has nothing to do without jobs', async () => {
	await doAll([], 5, go);
	expect(shop.events).toEqual([]);
});

describe('jobs that come one by one', () => {
	/** Gives them out, and notes when each is asked for. */
	async function* coming(...names: string[]): AsyncGenerator<Job> {
		for (const job of jobsOf(...names)) {
			await settle();
			shop.events.push(`ask ${job.name}`);
			yield job;
		}
	}

	async function doComing(names: string[], concurrency: number): Promise<void> {
		await runInOrder(coming(...names), { keyOf, concurrency, shouldStop: go }, async (group) => {
			for (const job of group) await shop.work(job);
		});
	}

	it('are asked for when there is something free to do them', async () => {
		const run = doComing(['A', 'B', 'C', 'D'], 2);
		for (let turn = 0; turn < 10; turn++) await settle();
		expect(shop.events).toEqual(['ask A', 'start A', 'ask B', 'start B']);

		await shop.finish('A');
		for (let turn = 0; turn < 10; turn++) await settle();
		expect(shop.started()).toEqual(['A', 'B', 'C']);

		await untilDone(run);
		expect(shop.started()).toEqual(['A', 'B', 'C', 'D']);
	});

	it('wait for those before them with the same key, and hold up no others', async () => {
		const run = doComing(['a1', 'a2', 'b1', 'a3', 'X'], 3);
		for (let turn = 0; turn < 10; turn++) await settle();
		expect(shop.started()).toEqual(['a1', 'b1', 'X']);

		await shop.finish('a1');
		await settle();
		expect(shop.started()).toEqual(['a1', 'b1', 'X', 'a2']);

		await untilDone(run);
		expect(shop.started()).toEqual(['a1', 'b1', 'X', 'a2', 'a3']);
		expect(shop.peak).toBe(3);
	});

	/** Finishes whatever starts until all is done. */
	async function untilDone(run: Promise<void>): Promise<void> {
		let isOver = false;
		void run.then(() => (isOver = true));
		while (!isOver) {
			await shop.finishAll();
			await settle();
		}
	}
});
