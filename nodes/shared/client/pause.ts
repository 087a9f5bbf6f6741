import { sleepUnlessAborted } from '../n8n/offers';

const STEP_MS = 1000;

/** Waits, but no longer than the execution lives: in short steps, as n8n before 2.41 does not end a sleep with it. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = Date.now() + Math.ceil(ms);
	for (let left = ms; left > 0 && !signal?.aborted; left = end - Date.now()) {
		// A cancelled sleep rejects; the caller sees `aborted` and stops in its own words.
		await sleepUnlessAborted(Math.min(left, STEP_MS), signal).catch(() => undefined);
	}
}
