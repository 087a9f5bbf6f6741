import { sleep } from 'n8n-workflow';

/** How often one looks whether something is overdue: a timer for each request would cost more than all else here. */
const STEP_MS = 1_000;

interface Waiting {
	/** in epoch milliseconds */
	due: number;
	giveUp: () => void;
}

const waiting = new Set<Waiting>();
let isWatched = false;

/**
 * Waits for `work`, but not for ever: n8n's Timeout counts from the last byte that arrived, so an answer that comes in drops
 * would never end.
 *
 * @throws Error with the code ETIMEDOUT within a second after `ms`; what becomes of `work` is then of no interest
 */
export async function unlessOverdue<Result>(work: Promise<Result>, ms: number): Promise<Result> {
	const entry: Waiting = { due: Date.now() + ms, giveUp: () => undefined };
	const overdue = new Promise<never>((_resolve, reject) => {
		entry.giveUp = () =>
			reject(Object.assign(new Error('The answer did not end in time'), { code: 'ETIMEDOUT' }));
	});
	waiting.add(entry);
	if (!isWatched) void watch();
	try {
		return await Promise.race([work, overdue]);
	} finally {
		waiting.delete(entry);
	}
}

async function watch(): Promise<void> {
	isWatched = true;
	while (waiting.size > 0) {
		await sleep(STEP_MS);
		for (const { due, giveUp } of waiting) {
			if (due <= Date.now()) giveUp();
		}
	}
	isWatched = false;
}
