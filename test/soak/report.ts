import type { WorkflowRun } from '../engine/support/workflowRun';

/**
 * What a run told its user about one input item: it is done; nobody knows whether it is; it certainly is not; or nothing,
 * as the run as a whole did not come to its end.
 */
export type Told = 'done' | 'unclear' | 'refused' | 'stopped';

/** What a run told its user. */
export interface Report {
	/** About each input item, and after those about each further thing it did. */
	told: Told[];
	/** How many items it said were done, NaN when it did not say; absent after the user's Stop, which shows nothing. */
	done?: number;
}

/** How the node says that something may have been done although it did not succeed. */
const UNCLEAR = /may or may not have been|may have been carried out/;

/**
 * Reads what a run told: from its output, or, where it failed, from its error.
 *
 * @throws Error when an input item has no output of its own
 */
export function readReport(run: WorkflowRun, items: number): Report {
	if (run.status === 'canceled') return { told: Array<Told>(items).fill('stopped') };
	if (run.status !== 'success') return readFailed(run, items);
	const output = run.output();
	for (let item = 0; item < items; item++) {
		const { pairedItem } = output[item] ?? {};
		if (JSON.stringify(pairedItem) === JSON.stringify({ item })) continue;
		throw new Error(`Input item ${item} has no output: ${JSON.stringify(output[item])}`);
	}
	const told = output.map(({ error }): Told => {
		if (error === undefined) return 'done';
		return UNCLEAR.test(`${error.message} ${error.description}`) ? 'unclear' : 'refused';
	});
	return { told, done: told.slice(0, items).filter((each) => each === 'done').length };
}

function readFailed({ error }: WorkflowRun, items: number): Report {
	const { message = '', description = '' } = error ?? {};
	const told = Array<Told>(items).fill('stopped');
	const [, only] = UNCLEAR.test(message) ? (/\[item (\d+)\]/.exec(message) ?? []) : [];
	const [, listed = only] = /unclear for items ([\d, ]+) whether/.exec(description ?? '') ?? [];
	for (const item of listed?.split(', ') ?? []) told[Number(item)] = 'unclear';
	const [, done] = /(\d+) of \d+ items were done/.exec(description ?? '') ?? [];
	return { told, done: Number(done) };
}
