import type { Laned } from '../../../../../nodes/shared/items/runInOrder';
import { runInLanes } from '../../../../../nodes/shared/items/runInOrder';

interface Job extends Laned {
	name: string;
}

/** Work that goes on until it is told to finish, and what happened in which order. */
class Workshop {
	readonly events: string[] = [];
	running = 0;
	peak = 0;
	private readonly finishers = new Map<string, () => void>();

	readonly work = async ({ name }: Job): Promise<void> => {
		this.events.push(`start ${name}`);
		this.peak = Math.max(this.peak, ++this.running);
		await new Promise<void>((resolve) => this.finishers.set(name, resolve));
		this.running--;
		this.events.push(`end ${name}`);
	};

	async finish(...names: string[]): Promise<void> {
		for (const name of names) {
			this.finishers.get(name)?.();
			await settle();
		}
	}

	/** Finishes whatever runs, the latest first, until nothing does. */
	async finishAll(): Promise<void> {
		for (let name = this.latest(); name !== undefined; name = this.latest())
			await this.finish(name);
	}

	started(): string[] {
		return this.names('start ');
	}

	private latest(): string | undefined {
		const ended = this.names('end ');
		return this.started()
			.reverse()
			.find((name) => !ended.includes(name));
	}

	private names(kind: string): string[] {
		return this.events
			.filter((event) => event.startsWith(kind))
			.map((event) => event.slice(kind.length));
	}
}

/** Lets everything that can go on without further work go on. */
async function settle(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

function jobsOf(...names: string[]): Job[] {
	return names.map((name) => ({ name, ...(/^[a-z]/.test(name) && { lane: name[0] }) }));
}

const go = (): boolean => false;
let shop: Workshop;

beforeEach(() => {
	shop = new Workshop();
});

describe('jobs of one lane', () => {
	it('run one after the other, in input order', async () => {
		const run = runInLanes(jobsOf('a1', 'a2', 'a3'), 5, go, shop.work);
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
		const run = runInLanes(jobsOf('a1', 'a2', 'b1', 'X', 'Y'), 5, go, shop.work);
		await settle();
		expect(shop.started()).toEqual(['a1', 'b1', 'X', 'Y']);

		await shop.finishAll();
		await run;
		expect(shop.started().sort()).toEqual(['X', 'Y', 'a1', 'a2', 'b1']);
	});

	it('keep their order however they are mixed, and whoever finishes first', async () => {
		const names = Array.from({ length: 60 }, (_, i) => `${'abcde'[(i * 7) % 5]}${i}`);
		const run = runInLanes(jobsOf(...names), 4, go, shop.work);
		await settle();
		await shop.finishAll();
		await run;

		for (const lane of 'abcde') {
			const inLane = (name: string): boolean => name.startsWith(lane);
			expect(shop.started().filter(inLane)).toEqual(names.filter(inLane));
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
		const run = runInLanes(jobsOf(...names), concurrency, go, shop.work);
		await settle();
		expect(shop.running).toBe(concurrency);

		await shop.finishAll();
		await run;
		expect(shop.peak).toBe(concurrency);
		expect(shop.started()).toHaveLength(names.length);
	});

	it('starts independent jobs in input order', async () => {
		const run = runInLanes(jobsOf('A', 'B', 'C', 'D'), 2, go, shop.work);
		await settle();
		await shop.finishAll();
		await run;
		expect(shop.started()).toEqual(['A', 'B', 'C', 'D']);
	});
});

describe('stopping', () => {
	it('lets what is under way finish, and starts nothing more, in no lane', async () => {
		let stop = false;
		const names = ['A', 'b1', 'b2', 'C', 'D', 'b3'];
		let isOver = false;
		const run = runInLanes(jobsOf(...names), 3, () => stop, shop.work).then(() => (isOver = true));
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
		await runInLanes(jobsOf('A', 'b1'), 1, () => true, shop.work);
		expect(shop.events).toEqual([]);
	});
});

it('has nothing to do without jobs', async () => {
	await runInLanes([], 5, go, shop.work);
	expect(shop.events).toEqual([]);
});
