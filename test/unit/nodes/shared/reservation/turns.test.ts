import { CanceledError } from '../../../../../nodes/shared/client/requestFailure';
import { Turns } from '../../../../../nodes/shared/reservation/turns';
import { letPass, useFakeClock } from '../../../support/fakeClock';
import { rejectionOf } from '../../../support/thrown';

/** Those who take turns, each until it is told to end. */
class Queue {
	readonly turns = new Turns();
	readonly started: string[] = [];
	private readonly ends = new Map<string, (error?: Error) => void>();

	take(name: string, key = 'R-1', signal?: AbortSignal): Promise<void> {
		return this.turns.take(key, signal, async () => {
			this.started.push(name);
			await new Promise<void>((resolve, reject) => {
				this.ends.set(name, (error) => (error ? reject(error) : resolve()));
			});
		});
	}

	async end(name: string, error?: Error): Promise<void> {
		this.ends.get(name)?.(error);
		await settled();
	}
}

/** Lets everything go on that can. */
async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

let queue: Queue;

beforeEach(() => {
	queue = new Queue();
});

it('are taken one at a time, first come, first served', async () => {
	const all = ['a', 'b', 'c'].map(async (name) => await queue.take(name));
	await settled();
	expect(queue.started).toEqual(['a']);
	await queue.end('a');
	expect(queue.started).toEqual(['a', 'b']);
	const last = queue.take('d');
	await queue.end('b');
	await queue.end('c');
	await queue.end('d');
	await Promise.all([...all, last]);

	expect(queue.started).toEqual(['a', 'b', 'c', 'd']);
});

it('do not wait for those of other keys', async () => {
	const both = [queue.take('a'), queue.take('b', 'R-2')];
	await settled();

	expect(queue.started).toEqual(['a', 'b']);
	await queue.end('a');
	await queue.end('b');
	await Promise.all(both);
});

it('go on after one that fails', async () => {
	const failing = rejectionOf(queue.take('a'));
	const next = queue.take('b');
	await settled();
	await queue.end('a', new Error('No'));
	expect((await failing).message).toBe('No');

	expect(queue.started).toEqual(['a', 'b']);
	await queue.end('b');
	await next;
});

it('are not kept for those who are stopped while they wait', async () => {
	const stop = new AbortController();
	const first = queue.take('a');
	const stopped = queue.take('b', 'R-1', stop.signal);
	const last = queue.take('c');
	stop.abort();
	expect(await rejectionOf(stopped)).toBeInstanceOf(CanceledError);
	await queue.end('a');

	expect(queue.started).toEqual(['a', 'c']);
	await queue.end('c');
	await Promise.all([first, last]);
});

it('are not lost to others by those who are stopped once they have theirs', async () => {
	const stop = new AbortController();
	const first = queue.take('a');
	const stoppedLater = queue.take('b', 'R-1', stop.signal);
	const last = queue.take('c');
	await settled();
	await queue.end('a');
	stop.abort();
	await queue.end('b');
	expect(queue.started).toEqual(['a', 'b', 'c']);

	await queue.end('c');
	await Promise.all([first, stoppedLater, last]);
});

it('are not taken by those who are stopped already', async () => {
	const stop = new AbortController();
	stop.abort();
	expect(await rejectionOf(queue.take('a', 'R-1', stop.signal))).toBeInstanceOf(CanceledError);
	const other = queue.take('b');
	// Not even when there is somebody to wait for.
	expect(await rejectionOf(queue.take('c', 'R-1', stop.signal))).toBeInstanceOf(CanceledError);

	expect(queue.started).toEqual(['b']);
	await queue.end('b');
	await other;
});

it('tell who changed something last, of a thousand keys that nobody stands in line for', async () => {
	const me = {};
	const { turns } = queue;
	const change = (key: string): Promise<void> =>
		turns.take(key, undefined, async (turn) => await Promise.resolve(turn.noteChanger(me)));
	const isMine = (key: string): Promise<boolean> =>
		turns.take(key, undefined, ({ lastChanger }) => Promise.resolve(lastChanger === me));
	await change('R-0');
	expect(await isMine('R-0')).toBe(true);
	for (let n = 1; n <= 1000; n++) await change(`R-${n}`);

	expect(await isMine('R-1')).toBe(true);
	expect(await isMine('R-0')).toBe(false);
	expect(await isMine('R-1000')).toBe(true);
});

it('stay in order on a key that somebody stands in line for, however many others there are', async () => {
	const first = queue.take('a');
	for (let n = 0; n < 1_500; n++) {
		await queue.turns.take(`other ${n}`, undefined, () => Promise.resolve());
	}
	const second = queue.take('b');
	await settled();
	expect(queue.started).toEqual(['a']);

	await queue.end('a');
	expect(queue.started).toEqual(['a', 'b']);
	await queue.end('b');
	await Promise.all([first, second]);
});

describe('after a turn that ended with something under way', () => {
	useFakeClock(0);

	/** Takes a turn on a reservation and leaves something under way there. */
	async function leaveUnderWay(): Promise<void> {
		await queue.turns.take('R-1', undefined, async (turn) => {
			await Promise.resolve(turn.noteUnderWay());
		});
	}

	/** Takes a turn, and tells after how many milliseconds it came. */
	async function waitFor(key = 'R-1', signal?: AbortSignal): Promise<number> {
		return await queue.turns.take(key, signal, async () => await Promise.resolve(Date.now()));
	}

	it('the next one begins five seconds later, and those after it at once', async () => {
		await leaveUnderWay();
		const waits = Promise.all([waitFor(), waitFor()]);
		await letPass(5_000);

		expect(await waits).toEqual([5_000, 5_000]);
		expect(await waitFor()).toBe(5_000);
	});

	it('those of other keys do not wait', async () => {
		await leaveUnderWay();

		expect(await waitFor('R-2')).toBe(0);
	});

	it('one that is stopped while it waits does nothing, and holds up nobody', async () => {
		await leaveUnderWay();
		const stop = new AbortController();
		const stopped = rejectionOf(waitFor('R-1', stop.signal));
		const next = waitFor();
		stop.abort();
		expect(await stopped).toBeInstanceOf(CanceledError);
		await letPass(5_000);

		expect(await next).toBe(5_000);
	});
});
