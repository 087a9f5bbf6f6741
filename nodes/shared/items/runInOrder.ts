/** How jobs are done in parallel. */
export interface Order<Job> {
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
 *
 * @param jobs all of them; or those that come one by one, each asked for when something is free to do it: they make up
 * groups as far as they have come, and wait for those before them with the same key
 */
export async function runInOrder<Job>(
	jobs: Job[] | AsyncIterable<Job>,
	{ keyOf, concurrency, shouldStop }: Order<Job>,
	work: (group: Job[]) => Promise<void>,
): Promise<void> {
	const grouped = (all: Job[]): Map<unknown, Job[]> => groupedBy(all, (job) => keyOf(job) ?? job);
	const coming = Array.isArray(jobs) ? grouped(jobs).values() : oneByOne(jobs);
	/** What has come for each key that is being worked on. */
	const lines = new Map<string, Job[]>();
	const workOff = async (key: string, group: Job[]): Promise<void> => {
		for (let next = group; next.length > 0 && !shouldStop(); next = lines.get(key) ?? []) {
			lines.set(key, []);
			await work(next);
		}
		lines.delete(key);
	};
	const takeOneAfterAnother = async (): Promise<void> => {
		while (!shouldStop()) {
			const { value: group, done } = await coming.next();
			if (done || shouldStop()) return;
			const key = group[0] && keyOf(group[0]);
			const line = key === undefined ? undefined : lines.get(key);
			if (line) line.push(...group);
			else if (key === undefined) await work(group);
			else await workOff(key, group);
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

async function* oneByOne<Job>(jobs: AsyncIterable<Job>): AsyncGenerator<Job[], undefined> {
	for await (const job of jobs) yield [job];
}
