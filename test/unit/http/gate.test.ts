import { Gate } from '../../../nodes/shared/http/gate';
import type { Answer } from '../../../nodes/shared/http/reply';
import { letPass, useFakeClock } from '../support/fakeClock';
import { answered } from '../support/http';

const BEGIN = Date.UTC(2026, 10, 21);
useFakeClock(BEGIN);

/** Sends so many, each for `ms`. @returns when they start, in milliseconds, as they come */
function sendAll(gate: Gate, count: number, { limit = 99, ms = 10, answer = answered(200) } = {}) {
	const starts: number[] = [];
	const send = async (): Promise<Answer> => {
		starts.push(Date.now() - BEGIN);
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
		return answer;
	};
	for (let n = 0; n < count; n++) void gate.run(limit, send);
	return starts;
}

/** A service that allows so many a second; the others are sent again after the 429. */
function sendThroughStorm(gate: Gate, count: number, perSecond: number) {
	const told = { requests: 0, done: 0 };
	const served = new Map<number, number>();
	const send = async (): Promise<void> => {
		for (let isDone = false; !isDone;) {
			const answer = await gate.run(10, async () => {
				const second = Math.floor(Date.now() / 1000);
				const before = served.get(second) ?? 0;
				told.requests++;
				const isServed = before < perSecond;
				if (isServed) served.set(second, before + 1);
				await new Promise((resolve) => setTimeout(resolve, 20));
				return answered(isServed ? 201 : 429);
			});
			isDone = answer.status === 201;
		}
		told.done++;
	};
	for (let n = 0; n < count; n++) void send();
	return told;
}

it('with a limit as many start as it allows, first come, first served, without a timer', async () => {
	const starts = sendAll(new Gate(), 5, { limit: 2 });
	await letPass(100);
	expect(starts).toEqual([0, 0, 10, 10, 20]);
	expect(jest.getTimerCount()).toBe(0);
});

it('what a request throws is passed on, and leaves its place', async () => {
	const gate = new Gate();
	const failing = gate.run(1, () => Promise.reject(new Error('odd')));
	await expect(failing).rejects.toThrow('odd');
	const starts = sendAll(gate, 1, { limit: 1 });
	await letPass(0);
	expect(starts).toEqual([0]);
});

describe('after a 429', () => {
	it.each([
		['as long as the service asks', { 'retry-after': '3' }, 3_000],
		['a second where it does not say', {}, 1_000],
		['until the date it names', { 'retry-after': new Date(BEGIN + 4_005).toUTCString() }, 3_995],
		['not at all for more than two minutes: the request ends', { 'retry-after': '121' }, 0],
	])('all wait: %s', async (_, headers, startsAfter) => {
		const gate = new Gate();
		await letPass(5);
		sendAll(gate, 1, { ms: 0, answer: answered(429, '', headers) });
		await letPass(0);
		const starts = sendAll(gate, 2, { ms: 100 });
		await letPass(10_000);
		expect(starts).toEqual([5 + startsAfter, 105 + startsAfter]);
	});

	it('pauses grow from 1 to 8 s while nothing gets through, and begin anew after a success', async () => {
		const gate = new Gate();
		await letPass(1);
		const starts: number[] = [];
		for (const status of [429, 429, 429, 429, 429, 200, 429, 200]) {
			void gate.run(1, () => {
				starts.push(Date.now());
				return Promise.resolve(answered(status));
			});
		}
		await letPass(60_000);
		const pauses = starts.slice(1).map((start, n) => start - (starts[n] ?? 0));
		expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 0, 1_000]);
	});

	it('of refusals that were under way together, one counts', async () => {
		const gate = new Gate();
		await letPass(5);
		sendAll(gate, 10, { ms: 0, answer: answered(429) });
		await letPass(0);
		const starts = sendAll(gate, 1);
		await letPass(20_000);
		expect(starts).toEqual([1_005]);
	});

	it.each([4, 7])('200 at %d a second cost little more than they have to', async (perSecond) => {
		const told = sendThroughStorm(new Gate(), 200, perSecond);
		await letPass((200 / perSecond) * 1_000 * 1.3);
		expect(told.done).toBe(200);
		expect(told.requests).toBeLessThanOrEqual(300);
	});
});
