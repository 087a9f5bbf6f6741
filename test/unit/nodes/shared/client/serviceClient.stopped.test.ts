import { CanceledError, RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import {
	clientOf,
	CREATE,
	created,
	outcomeOf,
	READ,
	unavailable,
} from '../../../support/scriptedClient';
import { useFakeClock } from '../../../support/fakeClock';

useFakeClock(Date.UTC(2026, 10, 21));

describe('an answer that comes in drops and never ends', () => {
	/** A login, and an answer of a second, as set. */
	const longest = 30_000 + 1000;

	it.each([
		['a create', CREATE],
		['a read', READ],
	])('is a timeout to %s', async (_what, request) => {
		const { client } = clientOf(['endless'], { maxRetries: 0 });
		let end: unknown;
		void client.send(request).catch((error: unknown) => (end = error));
		await jest.advanceTimersByTimeAsync(longest - 1);
		expect(end).toBeUndefined();
		await jest.advanceTimersByTimeAsync(1001);

		expect(end).toBeInstanceOf(RequestFailure);
		expect(end).toMatchObject({ outcome: { kind: 'noAnswer', isTimeout: true }, isUnclear: true });
	});

	it('is asked for again by a read, and not by a create', async () => {
		const reader = clientOf(['endless', { status: 200, body: {} }]);
		expect(await outcomeOf(reader.client, READ)).toMatchObject({ status: 200 });
		expect(reader.sent).toHaveLength(2);

		const creator = clientOf(['endless', created]);
		expect(await outcomeOf(creator.client, CREATE)).toBeInstanceOf(RequestFailure);
		expect(creator.sent).toHaveLength(1);
	});

	it('ends with the execution', async () => {
		const controller = new AbortController();
		const { client } = clientOf(['endless'], { signal: controller.signal });
		const outcome = client.send(READ).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(5000);
		controller.abort();

		expect(await outcome).toBeInstanceOf(CanceledError);
	});
});

describe('a cancelled execution', () => {
	it('starts nothing, and is not a failed item', async () => {
		const { client, sent } = clientOf([created], { signal: AbortSignal.abort() });
		expect(await outcomeOf(client, CREATE)).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(0);
	});

	it('ends a pause between two tries', async () => {
		const controller = new AbortController();
		const { client, sent } = clientOf([unavailable], {
			signal: controller.signal,
			maxRetries: 1000,
		});
		const outcome = client.send(READ).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(0);
		controller.abort();
		await jest.runAllTimersAsync();

		expect(await outcome).toBeInstanceOf(CanceledError);
		expect(sent).toHaveLength(1);
	});
});
