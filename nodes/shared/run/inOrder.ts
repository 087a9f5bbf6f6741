import { CanceledError } from '../n8n/userError';
import { inTurn } from '../reservation/turns';
import type { Job, Placed, Report } from './operation';

/** What is not refused yet; lines and accounts do not wait for others. */
export async function inOrder<Own extends Job>(
	jobs: Placed<Own>[],
	report: Report,
	work: (line: Placed<Own>[], report: Report) => Promise<void>,
): Promise<void> {
	const sound = jobs.filter((each) => !each.error);
	const accounts = groupedBy(sound, (each) => each.session.account);
	const running = accounts.map(async (own) => {
		const lines = groupedBy(own, (each) => each.job.orderKey);
		const most = own[0]?.session.concurrency ?? 1;
		await eachOf(lines, most, report, async (line) => {
			const working = work(line, report);
			await working.catch((error: Error) => failLine(line, error));
		});
	});
	await Promise.all(running);
}

/** Once it should stop, what is under way is finished. */
export async function eachOf<Item>(
	items: Item[],
	most: number,
	report: Report,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const left = items.values();
	const worker = async () => {
		for (const item of left) {
			if (report.shouldStop()) return;
			await work(item);
		}
	};
	const length = Math.min(most, items.length);
	await Promise.all(Array.from({ length }, worker));
}

/** Jobs that act. */
export async function actOnEach(line: Placed[], report: Report): Promise<void> {
	for (const input of line) {
		const { job } = input;
		const orderKey = job.orderKey;
		const isChange = orderKey !== undefined;
		const work = async () => {
			if (input.results || report.shouldStop()) return;
			input.done((await job.act?.()) ?? [], isChange);
		};
		try {
			await (isChange ? inTurn(orderKey, work) : work());
		} catch (error) {
			input.failed(error as Error);
		}
	}
}

/** Where all is done already, the last one tells it. */
function failLine(line: Placed[], error: Error) {
	// Each change that was under way is remembered.
	if (error instanceof CanceledError) return;
	let open = line.filter((each) => !each.results);
	if (open.length === 0) open = line.slice(-1);
	for (const input of open) input.failed(error);
}

function groupedBy<Item>(
	items: Item[],
	keyOf: (item: Item) => string | undefined,
): Item[][] {
	const groups = new Map<unknown, Item[]>();
	for (const item of items) {
		const key = keyOf(item) ?? item;
		const group = groups.get(key) ?? [];
		group.push(item);
		groups.set(key, group);
	}
	return [...groups.values()];
}
