/** Work whose order may matter. */
export interface Ordered {
	/** What must be touched strictly in input order; absent: nothing. */
	orderKey?: string;
}

/**
 * Does `work` for every group of jobs, at most `concurrency` groups at a time, started in the order of their first jobs.
 * Jobs with the same key make up a group and keep their order; one without a key is a group of its own.
 *
 * @param jobs all of them; or those that come one by one, each asked for when something is free to do it: they make up
 * groups as far as they have come, and wait for those before them with the same key
 * @param shouldStop asked before every group; once true, what is under way is finished and the rest is left
 */
export async function runInOrder<Job extends Ordered>(
	jobs: Job[] | AsyncIterable<Job>,
	concurrency: number,
	shouldStop: () => boolean,
	work: (group: Job[]) => Promise<void>,
): Promise<void> {
	const coming = Array.isArray(jobs) ? groupsOf(jobs).values() : oneByOne(jobs);
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
			const key = group[0]?.orderKey;
			const line = key === undefined ? undefined : lines.get(key);
			if (line) line.push(...group);
			else if (key === undefined) await work(group);
			else await workOff(key, group);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, takeOneAfterAnother));
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

async function* oneByOne<Job>(jobs: AsyncIterable<Job>): AsyncGenerator<Job[], undefined> {
	for await (const job of jobs) yield [job];
}
