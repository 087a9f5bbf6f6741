import { getEventListeners } from 'node:events';
import { untilStopped } from '../../../nodes/shared/http/wait';
import { CanceledError } from '../../../nodes/shared/n8n/userError';

it('many wait for one stop, with one listener', async () => {
	const stopping = new AbortController();
	const { signal } = stopping;
	const forEver = new Promise<string>(() => undefined);
	const waiting = Array.from({ length: 20 }, () => untilStopped(forEver, signal));
	expect(await untilStopped(Promise.resolve('done'), signal)).toBe('done');
	// Node.js warns of more than ten.
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	stopping.abort();

	const ends = await Promise.allSettled([...waiting, untilStopped(forEver, signal)]);
	const canceled = { status: 'rejected', reason: expect.any(CanceledError) as Error };
	expect(ends).toEqual(Array(21).fill(canceled));
});
