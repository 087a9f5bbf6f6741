import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer. @throws Error, with what is to become true, when there is none in time */
export async function repeatUntil<T>(
	what: string,
	ask: () => Promise<T | undefined> | T | undefined,
	timeout = 60_000,
): Promise<T> {
	const deadline = Date.now() + timeout;
	while (Date.now() < deadline) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await sleep(50);
	}
	throw new Error(`After ${timeout / 1000} s it was still not true that ${what}`);
}
