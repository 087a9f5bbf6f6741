import { sleep } from 'n8n-workflow';

/**
 * Waits for `work`, but not for ever: n8n's Timeout counts from the last byte that arrived, so an answer that comes in drops
 * would never end.
 *
 * @throws Error with the code ETIMEDOUT after `ms`; what becomes of `work` is then of no interest
 */
export async function unlessOverdue<Result>(work: Promise<Result>, ms: number): Promise<Result> {
	const isDone = new AbortController();
	const overdue = sleep(ms, isDone.signal).then(
		() => {
			throw Object.assign(new Error('The answer did not end in time'), { code: 'ETIMEDOUT' });
		},
		// The sleep was cut short, as the work is done.
		async () => await work,
	);
	try {
		return await Promise.race([work, overdue]);
	} finally {
		isDone.abort();
	}
}
