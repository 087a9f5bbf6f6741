import { TokenExchangeError } from '../../../../../nodes/shared/access/tokenRefusal';
import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import { wrappedByN8n } from '../../../support/outcomes';
import {
	clientOf,
	CREATE,
	created,
	DELETE,
	outcomeOf,
	READ,
	refused,
	reset,
	unavailable,
} from '../../../support/scriptedClient';
import { useFakeClock } from '../../../support/fakeClock';

useFakeClock(Date.UTC(2026, 10, 21));

describe('a create', () => {
	it.each([
		['an answer that got lost', reset],
		['a gateway that gave up', { status: 504 }],
		['an answer with several results', { status: 207, body: [{ status: 422 }] }],
		['an answer cut short', { status: 201, body: '{"id":"S-1","am' }],
	])('is sent once and reported as unclear after %s', async (_what, reply) => {
		const { client, sent } = clientOf([reply, created]);

		const failure = await outcomeOf(client, CREATE);

		expect(failure).toBeInstanceOf(RequestFailure);
		expect(failure).toMatchObject({ isUnclear: true });
		expect(sent).toHaveLength(1);
	});

	it.each([
		['has failed for certain after success: false', { success: false }, false],
		['is unclear after an error under a status of success', { error: 'Closed' }, true],
	])('%s', async (_, body, isUnclear) => {
		const { client, sent } = clientOf([{ status: 200, body }, created]);

		const failure = await outcomeOf(client, CREATE);

		expect(failure).toBeInstanceOf(RequestFailure);
		expect(failure).toMatchObject({ isUnclear });
		expect(sent).toHaveLength(1);
	});

	it('is sent again, the same, after it certainly did not arrive', async () => {
		const { client, sent } = clientOf([refused, { status: 429 }, created]);

		expect(await outcomeOf(client, CREATE)).toMatchObject({ status: 201, body: { id: 'S-1' } });
		expect(sent).toHaveLength(3);
		expect(sent.map(({ body }) => body as unknown)).toEqual(Array(3).fill({ amount: 5 }));
	});
});

describe('a request that keeps failing', () => {
	it.each([0, 1, 3])('is sent %d times more at most', async (maxRetries) => {
		const { client, sent } = clientOf([unavailable], { maxRetries });
		expect(await outcomeOf(client, READ)).toBeInstanceOf(RequestFailure);
		expect(sent).toHaveLength(maxRetries + 1);
	});

	it.each([429, 503])('waits out what Retry-After asks (%d)', async (status) => {
		const { client, sent } = clientOf([{ status, headers: { 'retry-after': '7' } }, created]);
		const outcome = client.send(READ);
		await jest.advanceTimersByTimeAsync(6999);
		expect(sent).toHaveLength(1);
		await jest.runAllTimersAsync();

		expect(await outcome).toMatchObject({ status: 201 });
		expect(sent).toHaveLength(2);
	});

	it('is not held up for a wait that is too long', async () => {
		const { client, sent } = clientOf([
			{ status: 429, headers: { 'retry-after': '3600' } },
			created,
		]);
		expect(await outcomeOf(client, READ)).toMatchObject({ outcome: { status: 429 } });
		expect(sent).toHaveLength(1);
	});
});

describe('a delete', () => {
	const gone = [404, 410];

	it.each(gone)('has succeeded when a later try finds nothing (%d)', async (status) => {
		for (const first of [reset, unavailable]) {
			const { client } = clientOf([first, { status }]);
			expect(await outcomeOf(client, DELETE)).toMatchObject({ kind: 'answer', status });
		}
	});

	it.each(gone)('of an item that may be gone has succeeded with %d', async (status) => {
		const { client } = clientOf([{ status }]);
		expect(await outcomeOf(client, DELETE, { mayBeGone: true })).toMatchObject({
			kind: 'answer',
			status,
		});
	});

	it.each(gone)('has not when no try of it can have arrived (%d)', async (status) => {
		for (const first of [refused, { status: 429 }]) {
			const { client } = clientOf([first, { status }]);
			expect(await outcomeOf(client, DELETE)).toBeInstanceOf(RequestFailure);
		}
	});
});

describe('a login that is refused for good', () => {
	it('is tried once, not once for every item', async () => {
		const refusal = wrappedByN8n(new TokenExchangeError('Wrong key', 'Check it', false));
		const { client, sent } = clientOf([refusal, created]);
		for (let item = 0; item < 3; item++) {
			expect(await outcomeOf(client, CREATE)).toMatchObject({ outcome: { kind: 'notSent' } });
		}
		expect(sent).toHaveLength(1);
	});
});

describe('the wait before another look', () => {
	it('grows with the looks', async () => {
		const { client } = clientOf([created]);
		const lengthOf = async (look: number): Promise<number> => {
			const begin = Date.now();
			const waiting = client.waitBeforeTry(look);
			await jest.runAllTimersAsync();
			await waiting;
			return Date.now() - begin;
		};
		const lengths = [await lengthOf(1), await lengthOf(2), await lengthOf(3), await lengthOf(4)];
		expect(lengths).toEqual([500, 1_000, 2_000, 4_000]);
	});
});
