import type { AccountLimits } from '../../../nodes/shared/credential/access';
import { AdaptiveRate } from '../../../nodes/shared/http/adaptiveRate';
import type { Reply } from '../../../nodes/shared/http/reply';
import { Throttle } from '../../../nodes/shared/http/throttle';
import { CanceledError } from '../../../nodes/shared/http/wait';
import { letPass, useFakeClock } from '../support/fakeClock';
import { answered, classOf, CREATE } from '../support/http';

const BEGIN = Date.UTC(2026, 10, 21);
const NO_LIMITS: AccountLimits = { requestsPerSecond: 0, concurrency: 0 };
const OWNER = {};
const OK = answered(200);

useFakeClock(BEGIN);

/** The same pauses in every run, so that a red test is red for everyone. */
beforeEach(() => {
	let draw = 1;
	jest
		.spyOn(Math, 'random')
		.mockImplementation(() => (draw = (draw * 16_807) % 2_147_483_647) / 2_147_483_647);
});
afterEach(() => {
	jest.restoreAllMocks();
});

interface Sending {
	owner?: object;
	signal?: AbortSignal;
	credentialId?: string;
	limits?: Partial<AccountLimits>;
	/** How long an answer takes, in milliseconds. */
	ms?: number;
	outcome?: Reply;
}

/** Sends a request. @returns when it started, in milliseconds from the beginning of the test */
async function send(
	throttle: Throttle,
	{ owner = OWNER, signal, credentialId = 'one', limits, ms = 0, outcome = OK }: Sending = {},
): Promise<number> {
	const sender = { owner, signal, credentialId, limits: { ...NO_LIMITS, ...limits } };
	const { startedAt } = await throttle.run(sender, async () => {
		const at = Date.now();
		if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
		return { response: classOf(CREATE, outcome), startedAt: at };
	});
	return startedAt - BEGIN;
}

/** Sends so many at once. @returns when they start, as they come back */
function sendAll(throttle: Throttle, count: number, sending: Sending = {}): number[] {
	const starts: number[] = [];
	for (let n = 0; n < count; n++) {
		void send(throttle, sending).then((start) => starts.push(start));
	}
	return starts;
}

function refusal(retryAfter?: number): Reply {
	return answered(429, '', retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

it('without limits, and at a service that refuses nothing, all requests start at once, without a timer', async () => {
	const starts = sendAll(new Throttle(), 1_000);
	await letPass(0);
	expect(starts).toEqual(Array(1_000).fill(0));
	expect(jest.getTimerCount()).toBe(0);
});

it('what a request throws is passed on, and leaves its place', async () => {
	const throttle = new Throttle();
	const sender = { owner: OWNER, credentialId: 'one', limits: { ...NO_LIMITS, concurrency: 1 } };
	const failing = throttle.run(sender, () => Promise.reject(new Error('odd')));
	await expect(failing).rejects.toThrow('odd');
	expect(await send(throttle, { limits: { concurrency: 1 } })).toBe(0);
});

it('an execution that is stopped waits no longer, has started nothing, and is in nobody’s way', async () => {
	const throttle = new Throttle();
	const limits = { concurrency: 1 };
	sendAll(throttle, 1, { limits, ms: 100 });
	const stop = new AbortController();
	const stopped = send(throttle, { owner: {}, signal: stop.signal, limits });
	const starts = sendAll(throttle, 1, { owner: {}, limits });
	stop.abort();
	await expect(stopped).rejects.toBeInstanceOf(CanceledError);
	await letPass(100);
	expect(starts).toEqual([100]);
});

it('executions take turns: nobody is served twice before everyone has been, newcomers included', async () => {
	const throttle = new Throttle();
	const order: string[] = [];
	const ask = (owner: object, names: string[]): void => {
		const sending = { owner, limits: { concurrency: 1 }, ms: 10 };
		for (const name of names) void send(throttle, sending).then(() => order.push(name));
	};
	ask({}, ['bulk 1', 'bulk 2', 'bulk 3']);
	ask({}, ['webhook 1', 'webhook 2']);
	await letPass(15);
	ask({}, ['other']);
	await letPass(100);
	expect(order).toEqual(['bulk 1', 'bulk 2', 'webhook 1', 'bulk 3', 'other', 'webhook 2']);
});

it('a clock that is set back holds nobody up', async () => {
	const throttle = new Throttle();
	await send(throttle);
	jest.setSystemTime(BEGIN - 3_600_000);
	let isSent = false;
	void send(throttle).then(() => (isSent = true));
	await letPass(100);
	expect(isSent).toBe(true);
});

describe('limits of the account', () => {
	it('space out the requests of all executions, and are not saved up while nothing is sent', async () => {
		const throttle = new Throttle();
		const limits = { requestsPerSecond: 4 };
		for (const begin of [0, 60_000]) {
			const starts = [1, 2].map(() => sendAll(throttle, 2, { owner: {}, limits }));
			await letPass(60_000);
			expect(starts.flat().sort((a, b) => a - b)).toEqual(
				[0, 250, 500, 750].map((ms) => begin + ms),
			);
		}
	});

	it('are the strictest of its credentials, of those that were used within a minute', async () => {
		const throttle = new Throttle();
		const limits = { requestsPerSecond: 4 };
		sendAll(throttle, 1, { credentialId: 'deleted', limits: { requestsPerSecond: 1 } });
		await letPass(59_000);
		const still = sendAll(throttle, 2, { credentialId: 'kept', limits });
		await letPass(2_000);
		expect(still).toEqual([59_000, 60_000]);
		const free = sendAll(throttle, 3, { credentialId: 'kept', limits });
		await letPass(1_000);
		expect(free).toEqual([61_000, 61_250, 61_500]);
	});

	it('count as long as requests with that credential wait, however long', async () => {
		const throttle = new Throttle();
		const starts = sendAll(throttle, 3, { limits: { requestsPerSecond: 0.01 } });
		await letPass(300_000);
		expect(starts).toEqual([0, 100_000, 200_000]);
	});
});

describe('a request that is asked to wait', () => {
	it.each([
		['because there are too many', refusal(5)],
		['because the service is down', answered(503, '', { 'retry-after': '5' })],
		['under a status of success', answered(200, '', { 'retry-after': '5' })],
	])('%s holds back all, those who wait already too', async (_, outcome) => {
		const throttle = new Throttle();
		const limits = { requestsPerSecond: 10 };
		sendAll(throttle, 1, { limits, outcome });
		const starts = [...Array(3).keys()].map(() => sendAll(throttle, 1, { owner: {}, limits }));
		await letPass(4_999);
		expect(starts.flat()).toEqual([]);
		await letPass(10_000);
		expect(starts.flat()).toHaveLength(3);
	});

	it.each([
		['two minutes', refusal(120), 120_000],
		['longer: nobody else', refusal(121), 0],
		['two minutes, as it is down', answered(503, '', { 'retry-after': '120' }), 120_000],
		['longer, as it is down: nobody', answered(503, '', { 'retry-after': '121' }), 0],
	])('%s', async (_, outcome, least) => {
		const throttle = new Throttle();
		sendAll(throttle, 1, { outcome });
		await letPass(0);
		const starts = sendAll(throttle, 1, { owner: {} });
		await letPass(200_000);
		expect(starts[0]).toBeGreaterThanOrEqual(least);
		expect(starts[0]).toBeLessThanOrEqual(least + 500);
	});
});

it('a service that refuses one request after the other is asked now and then only', async () => {
	const throttle = new Throttle();
	let sent = 0;
	const ask = async (): Promise<void> => {
		sent++;
		await send(throttle, { outcome: refusal() });
		if (Date.now() < BEGIN + 60_000) await ask();
	};
	for (let request = 0; request < 40; request++) void ask();
	await letPass(60_000);
	// Forty at first, which were on their way together.
	expect(sent).toBeLessThan(40 + 40 + 40);
	await letPass(600_000);
});

it('little is sent again while nothing gets through, and then one in five', async () => {
	const throttle = new Throttle();
	let taken = 0;
	while (throttle.takeRetry()) taken++;
	expect(taken).toBe(60);
	await letPass(1_000);
	expect([throttle.takeRetry(), throttle.takeRetry()]).toEqual([true, false]);
	sendAll(throttle, 11);
	await letPass(0);
	expect([1, 2, 3].map(() => throttle.takeRetry())).toEqual([true, true, false]);
});

/** How a service that allows four requests a second counts: each call says whether a request is let through. */
const SERVICES: { [name: string]: () => () => boolean } = {
	'in a bucket of 4': () => bucketOf(4),
	'in a bucket of 1': () => bucketOf(1),
	'in a bucket of 10': () => bucketOf(10),
	'by the second': () => {
		const counts = new Map<number, number>();
		return () => {
			const second = Math.floor(Date.now() / 1_000);
			counts.set(second, (counts.get(second) ?? 0) + 1);
			return (counts.get(second) as number) <= 4;
		};
	},
	'over any second': () => {
		let served: number[] = [];
		return () => {
			served = served.filter((at) => at > Date.now() - 1_000);
			return served.length < 4 && served.push(Date.now()) > 0;
		};
	},
};

function bucketOf(most: number, perSecond = 4): () => boolean {
	let [tokens, countedAt] = [most, Date.now()];
	return () => {
		tokens = Math.min(most, tokens + ((Date.now() - countedAt) / 1_000) * perSecond);
		countedAt = Date.now();
		return tokens >= 1 && tokens-- > 0;
	};
}

/** Sends a request until it is through. @returns how often it was sent */
async function sendThrough(
	throttle: Throttle,
	isLetThrough: () => boolean,
	{ owner = {}, retryAfter, ms = 20 }: { owner?: object; retryAfter?: number; ms?: number },
): Promise<number> {
	const sender = { owner, credentialId: 'one', limits: NO_LIMITS };
	for (let sent = 1; ; sent++) {
		const { response } = await throttle.run(sender, async () => {
			const outcome = isLetThrough() ? answered(201) : refusal(retryAfter);
			await new Promise((resolve) => setTimeout(resolve, ms));
			return { response: classOf(CREATE, outcome) };
		});
		if (response.outcome === 'done') return sent;
	}
}

/** Works off requests, so many at a time. @returns how often they were sent */
async function workOff(
	count: number,
	atATime: number,
	isLetThrough: () => boolean,
	sending: { retryAfter?: number; ms: number },
): Promise<number> {
	const throttle = new Throttle();
	let [begun, sent, done] = [0, 0, 0];
	const sendOnAndOn = async (): Promise<void> => {
		while (begun++ < count) {
			const tries = await sendThrough(throttle, isLetThrough, sending);
			sent += tries;
			done++;
		}
	};
	for (let runner = 0; runner < atATime; runner++) void sendOnAndOn();
	while (done < count) await letPass(100);
	return sent;
}

describe.each(Object.keys(SERVICES))(
	'a storm of 200 requests, 40 at a time, at a service that allows 4 a second %s',
	(name) => {
		it.each([
			[undefined, 20],
			[undefined, 200],
			[1, 20],
			[1, 200],
		])('is worked off in time (Retry-After: %p, %d ms)', async (retryAfter, ms) => {
			const isLetThrough = (SERVICES[name] as () => () => boolean)();
			expect(await workOff(200, 40, isLetThrough, { retryAfter, ms })).toBeLessThanOrEqual(260);
			// In a bucket of a second and more, a pause that was too long is not lost.
			const longest = /bucket of (4|10)/.test(name) ? 1.15 : 1.3;
			expect(Date.now() - BEGIN).toBeLessThanOrEqual(longest * (200 / 4) * 1_000);
		});
	},
);

it.each([0.5, 1])('a service that allows %d requests a second refuses few of 300', async (rate) => {
	expect(await workOff(300, 10, bucketOf(1, rate), { ms: 100 })).toBeLessThanOrEqual(360);
});

it.each([undefined, 1])(
	'beside a bulk run at a rate that is found by refusals, five of six small executions wait no longer than twice their share (Retry-After: %p)',
	async (retryAfter) => {
		const throttle = new Throttle();
		const isLetThrough = bucketOf(4);
		let isOver = false;
		const bulk = async (): Promise<void> => {
			while (!isOver) await sendThrough(throttle, isLetThrough, { owner: OWNER, retryAfter });
		};
		for (let runner = 0; runner < 5; runner++) void bulk();
		await letPass(30_000);

		const waits: number[] = [];
		for (let execution = 0; execution < 300; execution++) {
			const begin = Date.now();
			const sending = sendThrough(throttle, isLetThrough, { retryAfter });
			void sending.then(() => waits.push(Date.now() - begin));
			await letPass(2_000 + (execution % 10) * 97);
		}
		isOver = true;
		await letPass(20_000);

		expect(waits).toHaveLength(300);
		const inTime = waits.filter((ms) => ms <= 2 * (1_000 / 4));
		expect(inTime.length).toBeGreaterThanOrEqual((5 / 6) * 300);
	},
);

it('a limit is forgotten a minute after the last refusal', () => {
	const rate = new AdaptiveRate();
	rate.refused(BEGIN, BEGIN);
	expect(rate.gap(BEGIN + 60_000)).toBeGreaterThan(0);
	expect(rate.gap(BEGIN + 60_001)).toBe(0);
});

it('every further refusal cuts the rate, and it grows again', () => {
	const rate = new AdaptiveRate();
	let now = BEGIN;
	for (let refusals = 0; refusals < 3; refusals++) {
		const before = rate.gap(now);
		rate.refused(now, now);
		const cut = rate.gap(now);
		expect(cut).toBeGreaterThan(before);
		const end = now + 10_000;
		for (now += 1; now < end; now += 50) rate.served(now, now);
		expect(rate.gap(now)).toBeLessThan(cut);
	}
});
