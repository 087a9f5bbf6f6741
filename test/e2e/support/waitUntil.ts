import { setTimeout as sleep } from 'node:timers/promises';

const patience = 60_000;

/**
 * Looks every few milliseconds until something has come about.
 *
 * @param what completes "Waited in vain until …"
 * @throws Error after a minute
 */
export async function waitUntil(what: string, isSo: () => boolean): Promise<void> {
	const deadline = Date.now() + patience;
	while (!isSo()) {
		if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
		await sleep(10);
	}
}
