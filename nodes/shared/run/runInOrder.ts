/** How jobs are done in parallel. */
interface Order<Job> {
	/** What a job touches that must be touched strictly in input order; undefined: nothing. */
	keyOf: (job: Job) => string | undefined;
	/** So many groups at a time. */
	concurrency: number;
	/** Asked before every group; once true, what is under way is finished and the rest is left. */
	shouldStop: () => boolean;
}

/**
 * Does `work` for every group of jobs, several groups at a time, started in the order of their first jobs. Jobs with the
 * same key make up a group and keep their order; one without a key is a group of its own.
 */
export async function runInOrder<Job>(
	jobs: Job[],
	{ keyOf, concurrency, shouldStop }: Order<Job>,
	work: (group: Job[]) => Promise<void>,
): Promise<void> {
	const groups = groupedBy(jobs, (job): unknown => keyOf(job) ?? job).values();
	const takeOneAfterAnother = async (): Promise<void> => {
		for (const group of groups) {
			if (shouldStop()) return;
			await work(group);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, takeOneAfterAnother));
}

/** Sorts jobs into groups, in the order in which their keys first come. */
export function groupedBy<Job, Key>(jobs: Job[], keyOf: (job: Job) => Key): Map<Key, Job[]> {
	const groups = new Map<Key, Job[]>();
	for (const job of jobs) {
		const key = keyOf(job);
		const group = groups.get(key);
		if (group) group.push(job);
		else groups.set(key, [job]);
	}
	return groups;
}
