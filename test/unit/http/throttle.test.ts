import type { AccountLimits } from '../../../nodes/shared/credential/nodeCredential';
import type { Reply } from '../../../nodes/shared/http/reply';
import { Throttle } from '../../../nodes/shared/http/throttle';
import { CanceledError } from '../../../nodes/shared/n8n/userError';
import { letPass, useFakeClock } from '../support/fakeClock';
import { answered, classOf, CREATE } from '../support/http';

const BEGIN = Date.UTC(2026, 10, 21);
const NO_LIMITS: AccountLimits = { requestsPerSecond: 0, concurrency: 0 };
const EXECUTION = {};
const OK = answered(200);

useFakeClock(BEGIN);

interface Sending {
	execution?: object;
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
	{
		execution = EXECUTION,
		signal,
		credentialId = 'one',
		limits,
		ms = 0,
		outcome = OK,
	}: Sending = {},
): Promise<number> {
	const sender = { execution, signal, credentialId, limits: { ...NO_LIMITS, ...limits } };
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
	const sender = {
		execution: EXECUTION,
		credentialId: 'one',
		limits: { ...NO_LIMITS, concurrency: 1 },
	};
	const failing = throttle.run(sender, () => Promise.reject(new Error('odd')));
	await expect(failing).rejects.toThrow('odd');
	expect(await send(throttle, { limits: { concurrency: 1 } })).toBe(0);
});

it('an execution that is stopped waits no longer, has started nothing, and is in nobody’s way', async () => {
	const throttle = new Throttle();
	const limits = { concurrency: 1 };
	sendAll(throttle, 1, { limits, ms: 100 });
	const stop = new AbortController();
	const stopped = send(throttle, { execution: {}, signal: stop.signal, limits });
	const starts = sendAll(throttle, 1, { execution: {}, limits });
	stop.abort();
	await expect(stopped).rejects.toBeInstanceOf(CanceledError);
	await letPass(100);
	expect(starts).toEqual([100]);
});

it('executions take turns: nobody is served twice before everyone has been, newcomers included', async () => {
	const throttle = new Throttle();
	const order: string[] = [];
	const ask = (execution: object, names: string[]): void => {
		const sending = { execution, limits: { concurrency: 1 }, ms: 10 };
		for (const name of names) void send(throttle, sending).then(() => order.push(name));
	};
	ask({}, ['bulk 1', 'bulk 2', 'bulk 3']);
	ask({}, ['webhook 1', 'webhook 2']);
	await letPass(15);
	ask({}, ['other']);
	await letPass(100);
	expect(order).toEqual(['bulk 1', 'bulk 2', 'webhook 1', 'bulk 3', 'other', 'webhook 2']);
});

it.each<[string, Sending]>([
	['Requests per Second', { limits: { requestsPerSecond: 1 } }],
	['a service that has asked to wait', { outcome: refusal(1) }],
	['a service that refuses', { outcome: refusal() }],
])('a clock that is set back holds nobody up, with %s', async (_, sending) => {
	const throttle = new Throttle();
	await send(throttle, sending);
	jest.setSystemTime(BEGIN - 3_600_000);
	let isSent = false;
	void send(throttle, { limits: sending.limits }).then(() => (isSent = true));
	await letPass(500);
	expect(isSent).toBe(false);
	await letPass(1_000);
	expect(isSent).toBe(true);
});

describe('limits of the account', () => {
	it('space out the requests of all executions, and are not saved up while nothing is sent', async () => {
		const throttle = new Throttle();
		const limits = { requestsPerSecond: 4 };
		for (const begin of [0, 60_000]) {
			const starts = [1, 2].map(() => sendAll(throttle, 2, { execution: {}, limits }));
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
		const starts = [...Array(3).keys()].map(() => sendAll(throttle, 1, { execution: {}, limits }));
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
		const starts = sendAll(throttle, 1, { execution: {} });
		await letPass(200_000);
		expect(starts[0]).toBeGreaterThanOrEqual(least);
		expect(starts[0]).toBeLessThanOrEqual(least + 1_250);
	});
});

it('a request that was refused goes first when the pause is over', async () => {
	const throttle = new Throttle();
	const limits = { concurrency: 1 };
	await send(throttle, { limits, outcome: refusal(1) });
	const order: string[] = [];
	const sender = (execution: object) => ({
		execution,
		credentialId: 'one',
		limits: { ...NO_LIMITS, ...limits },
	});
	const ask = (name: string, turn: 'next' | 'again') =>
		void throttle.run(
			sender({}),
			async () => {
				order.push(name);
				return await Promise.resolve({ response: classOf(CREATE, OK) });
			},
			turn,
		);
	ask('other 1', 'next');
	ask('other 2', 'next');
	ask('refused', 'again');
	await letPass(2_000);
	expect(order).toEqual(['refused', 'other 1', 'other 2']);
});

it.each([undefined, 0])(
	'a service that refuses one request after the other is asked now and then only, Retry-After %p',
	async (retryAfter) => {
		const throttle = new Throttle();
		let sent = 0;
		const ask = async (): Promise<void> => {
			sent++;
			await send(throttle, { outcome: refusal(retryAfter), ms: 20 });
			if (Date.now() < BEGIN + 60_000) await ask();
		};
		for (let request = 0; request < 40; request++) void ask();
		await letPass(60_000);
		// Forty at first, which were on their way together.
		expect(sent).toBeLessThan(40 + 40 + 40);
		await letPass(600_000);
	},
);

/** How a service that allows so many requests a second counts: each call says whether a request is let through. */
const LIMITS: { [name: string]: (perSecond: number) => () => boolean } = {
	'in a bucket of a second': (perSecond) => bucketOf(perSecond, perSecond),
	'in a bucket of 10': (perSecond) => bucketOf(10, perSecond),
	'by the second': (perSecond) => {
		const counts = new Map<number, number>();
		return () => {
			const second = Math.floor(Date.now() / 1_000);
			counts.set(second, (counts.get(second) ?? 0) + 1);
			return (counts.get(second) as number) <= perSecond;
		};
	},
	'over any second': (perSecond) => {
		let served: number[] = [];
		return () => {
			served = served.filter((at) => at > Date.now() - 1_000);
			return served.length < perSecond && served.push(Date.now()) > 0;
		};
	},
};

function bucketOf(most: number, perSecond: number): () => boolean {
	let [tokens, countedAt] = [most, Date.now()];
	return () => {
		tokens = Math.min(most, tokens + ((Date.now() - countedAt) / 1_000) * perSecond);
		countedAt = Date.now();
		return tokens >= 1 && tokens-- > 0;
	};
}

interface Storm {
	count: number;
	atATime: number;
	isLetThrough: () => boolean;
	/** How long an answer takes, in milliseconds. */
	ms: number;
	retryAfter?: number;
}

/** Works off requests of one execution each. @returns how often they were sent, and how long it took in milliseconds */
async function workOff({ count, atATime, isLetThrough, ms, retryAfter }: Storm) {
	const throttle = new Throttle();
	const begin = Date.now();
	let [begun, sent, done] = [0, 0, 0];
	const sendThrough = async (): Promise<void> => {
		const sender = { execution: {}, credentialId: 'one', limits: NO_LIMITS };
		for (;;) {
			sent++;
			const { response } = await throttle.run(sender, async () => {
				const reply = isLetThrough() ? answered(201) : refusal(retryAfter);
				await new Promise((resolve) => setTimeout(resolve, ms));
				return { response: classOf(CREATE, reply) };
			});
			if (response.outcome === 'done') return;
		}
	};
	const sendOnAndOn = async (): Promise<void> => {
		while (begun++ < count) {
			await sendThrough();
			done++;
		}
	};
	for (let runner = 0; runner < atATime; runner++) void sendOnAndOn();
	while (done < count) await letPass(50);
	return { sent, took: Date.now() - begin };
}

describe.each(Object.keys(LIMITS))('a storm of 200 at a service that counts %s', (name) => {
	const storms = [4, 7].flatMap((perSecond) => [
		{ perSecond, atATime: 10, ms: 20, retryAfter: undefined },
		{ perSecond, atATime: 10, ms: 20, retryAfter: 1 },
	]);
	it.each(storms)('is worked off in time: %j', async ({ perSecond, ...storm }) => {
		const isLetThrough = (LIMITS[name] as (typeof LIMITS)[string])(perSecond);
		const { sent, took } = await workOff({ ...storm, count: 200, isLetThrough });
		expect(sent).toBeLessThanOrEqual(1.5 * 200);
		expect(took).toBeLessThanOrEqual(1.25 * (200 / perSecond) * 1_000);
	});
});

it.each([
	{ atATime: 40, ms: 20 },
	{ atATime: 10, ms: 200 },
])('a storm %j takes little more', async (storm) => {
	for (const perSecond of [4, 7]) {
		const isLetThrough = bucketOf(perSecond, perSecond);
		const { sent, took } = await workOff({ ...storm, count: 200, isLetThrough, retryAfter: 1 });
		expect(sent).toBeLessThanOrEqual(1.5 * 200);
		expect(took).toBeLessThanOrEqual(1.3 * (200 / perSecond) * 1_000);
	}
});

it.each([
	[0.03, 1, 2_000],
	[0.1, 1, 2_000],
	[0.03, 0, 500],
	[0.1, 0, 500],
])(
	'a service that refuses %d of the requests whatever the rate, with Retry-After: %d, costs at most %d ms for each',
	async (share, retryAfter, most) => {
		let draw = 7;
		const chance = () => (draw = (draw * 16_807) % 2_147_483_647) / 2_147_483_647;
		const isLetThrough = () => chance() >= share;
		const storm = { count: 1_000, atATime: 20, isLetThrough, ms: 20, retryAfter };
		const { sent, took } = await workOff(storm);
		expect(took).toBeLessThanOrEqual((sent - 1_000) * most);
	},
);
