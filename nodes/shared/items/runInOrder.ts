/** Work whose order may matter. */
export interface Ordered {
	/** What must be touched strictly in input order; absent: nothing. */
	orderKey?: string;
}

/**
 * Does `work` for every group of jobs, at most `concurrency` groups at a time, started in the order of their first jobs.
 * Jobs with the same key make up a group and keep their order; one without a key is a group of its own.
 *
 * @param shouldStop asked before every group; once true, what is under way is finished and the rest is left
 */
export async function runInOrder<Job extends Ordered>(
	jobs: Job[],
	concurrency: number,
	shouldStop: () => boolean,
	work: (group: Job[]) => Promise<void>,
): Promise<void> {
	const waiting = groupsOf(jobs).values();
	const takeOneAfterAnother = async (): Promise<void> => {
		for (const group of waiting) {
			if (shouldStop()) return;
			await work(group);
		}
	};
	const workers = Math.min(concurrency, jobs.length);
	await Promise.all(Array.from({ length: workers }, takeOneAfterAnother));
}

function groupsOf<Job extends Ordered>(jobs: Job[]): Job[][] {
	const byKey = new Map<string | Job, Job[]>();
	for (const job of jobs) {
		const key = job.orderKey ?? job;
		const group = byKey.get(key);
		if (group) group.push(job);
		else byKey.set(key, [job]);
	}
	return [...byKey.values()];
}
