/** Work of a run: `lane` names what must be touched strictly in input order; absent: independent of all others. */
export interface Laned {
	lane?: string;
}

/**
 * Does `work` for every job, at most `concurrency` at a time. Jobs of one lane run one after another in
 * input order, all others in parallel, started in input order.
 *
 * @param shouldStop asked before every start; once true, what is under way is finished and the rest is left
 */
export async function runInLanes<Job extends Laned>(
	jobs: Job[],
	concurrency: number,
	shouldStop: () => boolean,
	work: (job: Job) => Promise<void>,
): Promise<void> {
	const waiting = new Map<string, Job[]>();
	const running = new Set<Promise<void>>();
	let onFree: () => void = () => undefined;

	const runLane = async (first: Job): Promise<void> => {
		const followers = first.lane === undefined ? [] : (waiting.get(first.lane) ?? []);
		for (let job: Job | undefined = first; job && !shouldStop(); job = followers.shift()) {
			await work(job);
		}
		if (first.lane !== undefined) waiting.delete(first.lane);
	};

	for (const job of jobs) {
		if (job.lane !== undefined) {
			const followers = waiting.get(job.lane);
			if (followers) {
				followers.push(job);
				continue;
			}
			waiting.set(job.lane, []);
		}
		const lane: Promise<void> = runLane(job).finally(() => {
			running.delete(lane);
			onFree();
		});
		running.add(lane);
		if (running.size >= concurrency) await new Promise<void>((resolve) => (onFree = resolve));
		if (shouldStop()) break;
	}
	await Promise.all(running);
}
