/** Once it should stop, or one throws, what is under way is finished. */
export async function runInOrder<Task>(
	tasks: Task[],
	rule: { concurrency: number; shouldStop?: () => boolean },
	action: (task: Task) => Promise<void>,
): Promise<void> {
	let next = 0;
	const runOneAfterAnother = async (): Promise<void> => {
		while (next < tasks.length && !rule.shouldStop?.()) {
			const task = tasks[next++] as Task;
			await action(task).catch((error: Error) => {
				next = tasks.length;
				throw error;
			});
		}
	};
	const length = Math.min(rule.concurrency, tasks.length);
	const running = Array.from({ length }, runOneAfterAnother);
	for (const result of await Promise.allSettled(running)) {
		if (result.status === 'rejected') throw result.reason;
	}
}
