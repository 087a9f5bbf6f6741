import { setTimeout as sleep } from 'node:timers/promises';

const timeout = 60_000;
const pause = 50;

/**
 * Asks again and again until there is an answer.
 *
 * @param what is to become true, for the message
 * @throws Error after a minute without one
 */
export async function repeatUntil<T>(
	what: string,
	ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	const deadline = Date.now() + timeout;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await sleep(pause);
	}
	throw new Error(`After a minute it was still not true that ${what}`);
}
