import { CanceledError } from '../http/wait';
import type { Session } from '../reservation/session';
import { orderKeyOf } from './itemJob';
import type { ItemWork, NumberedJob } from './itemWork';
import { runInOrder } from './runInOrder';

/** The jobs of each account, in input order. */
export type JobsByAccount = Iterable<[Session, NumberedJob[]]>;

/** Who does the jobs, and until when. */
interface Sending {
	work: ItemWork;
	/** True when nothing more may be started. */
	shouldStop: () => boolean;
	isCanceled: () => boolean;
}

/** Does jobs in parallel, within the bound of each account. Accounts do not wait for each other. */
export async function sendJobs(
	jobs: JobsByAccount,
	{ work, shouldStop, isCanceled }: Sending,
): Promise<void> {
	const workOn = async (group: NumberedJob[]): Promise<void> => {
		for (const job of group) if (!shouldStop()) await work.run(job);
		for (const job of group) if (!isCanceled()) await work.recheck(job);
	};
	const runs = [...jobs].map(
		async ([{ maxConcurrency }, own]) =>
			await runInOrder(
				own,
				{ keyOf: orderKeyOf, concurrency: maxConcurrency, shouldStop },
				async (group) => await inTurn(group, async () => await workOn(group)),
			),
	);
	await Promise.all(runs);
}

/** A group of which any job must happen once is about one reservation: then it takes turns with other executions. */
async function inTurn(group: NumberedJob[], work: () => Promise<void>): Promise<void> {
	const job = group.find(({ kind }) => kind === 'changeOnce');
	if (job?.kind !== 'changeOnce') return await work();
	const { reservations } = job.session;
	await reservations.inTurn(job.reservationId, work).catch((error: unknown) => {
		if (!(error instanceof CanceledError)) throw error;
	});
}
