/**
 * Several at a time, started in their order. Once it should stop, or one
 * throws, what is under way is finished and the rest is left.
 */
export async function runInOrder<Task>(
	tasks: Task[],
	rule: { concurrency: number; shouldStop?: () => boolean },
	action: (task: Task) => Promise<void>,
): Promise<void> {
	const rest = generate(tasks);
	const takeOneAfterAnother = async (): Promise<void> => {
		for (const task of rest) {
			// Whoever leaves the loop, also by an error, ends `rest` for all.
			if (rule.shouldStop?.()) return;
			await action(task);
		}
	};
	const length = Math.min(rule.concurrency, tasks.length);
	const running = Array.from({ length }, takeOneAfterAnother);
	for (const result of await Promise.allSettled(running)) {
		if (result.status === 'rejected') throw result.reason;
	}
}

function* generate<Task>(tasks: Task[]): Generator<Task> {
	yield* tasks;
}
