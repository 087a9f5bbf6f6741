import type { Session } from '../reservation/session';
import type { ExtraJob, ExtraOutput } from './itemJob';
import type { Journal } from './journal';
import { runInOrder } from './runInOrder';
import type { RunRecord } from './runRecord';

/** The run, as far as these jobs are concerned. */
interface ExtraShare {
	record: RunRecord;
	journal: Journal;
	/** True when nothing more may be started. */
	mustStop: () => boolean;
	warn: (message: string) => void;
}

/** Does what belongs to no single item, when all items are done. */
export async function runExtra(
	jobs: ExtraJob[],
	{ maxConcurrency, reservations }: Session,
	{ record, journal, mustStop, warn }: ExtraShare,
): Promise<void> {
	const emit: ExtraOutput['emit'] = (json, items, isChange) => {
		const output = { json, pairedItem: items.map((item) => ({ item })) };
		record.extra.push(output);
		if (isChange) journal.extra.push(output);
	};
	const attempt: ExtraOutput['attempt'] = async (action) => {
		await action().catch((error: unknown) => record.noteExtraError(error));
		return !mustStop();
	};
	const runOne = async ({ kind, reservationId, run, leftOut }: ExtraJob): Promise<void> => {
		const work = async (): Promise<void> => await run({ emit, attempt });
		if (kind === 'read') return await work();
		if (!(await reservations.inUndisturbedTurn(reservationId, work))) warn(leftOut);
	};
	const keyOf = ({ reservationId }: ExtraJob): string => reservationId;
	const order = { keyOf, concurrency: maxConcurrency, shouldStop: mustStop };
	await runInOrder(jobs, order, async (group) => {
		for (const job of group) await attempt(async () => await runOne(job));
	});
}
