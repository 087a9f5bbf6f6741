import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again, ever less often, until there is an answer. @throws Error, with what is to become true, when there is none in time */
export async function repeatUntil<T>(
	what: string,
	ask: () => Promise<T | undefined> | T | undefined,
	timeout = 60_000,
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (let pause = 50; Date.now() < deadline; pause = Math.min(250, pause * 1.1)) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		await sleep(pause);
	}
	throw new Error(`After ${timeout / 1000} s it was still not true that ${what}`);
}
