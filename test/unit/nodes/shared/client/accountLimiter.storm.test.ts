import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import { BEGIN, note, refusal } from '../../../support/accountLimits';
import { letPass, useFakeClock } from '../../../support/fakeClock';
import { answered } from '../../../support/outcomes';

useFakeClock(BEGIN);

describe('a storm of 200 requests, 40 at a time, at a service that allows 4 a second', () => {
	const PER_SECOND = 4;

	/** How the service counts: from now on, each call says whether a request is let through. */
	const services: Record<string, () => () => boolean> = {
		'in a bucket of 4': () => bucketOf(4),
		'in a bucket of 1': () => bucketOf(1),
		'in a bucket of 10': () => bucketOf(10),
		'by the second': () => {
			const counts = new Map<number, number>();
			return () => {
				const second = Math.floor(Date.now() / 1_000);
				counts.set(second, (counts.get(second) ?? 0) + 1);
				return (counts.get(second) as number) <= PER_SECOND;
			};
		},
		'over any second': () => {
			let served: number[] = [];
			return () => {
				served = served.filter((at) => at > Date.now() - 1_000);
				if (served.length >= PER_SECOND) return false;
				served.push(Date.now());
				return true;
			};
		},
	};

	function bucketOf(most: number): () => boolean {
		let [tokens, countedAt] = [most, Date.now()];
		return () => {
			tokens = Math.min(most, tokens + ((Date.now() - countedAt) / 1_000) * PER_SECOND);
			countedAt = Date.now();
			if (tokens < 1) return false;
			tokens--;
			return true;
		};
	}

	const cases = Object.keys(services).flatMap((name) =>
		[undefined, 1].flatMap((retryAfter) => [
			[name, retryAfter, 20] as const,
			[name, retryAfter, 200] as const,
		]),
	);

	it.each(cases)('%s (Retry-After: %p, %d ms)', async (name, retryAfter, latencyMs) => {
		const limiter = new AccountLimiter();
		const isLetThrough = (services[name] as () => () => boolean)();
		let [begun, sent, done] = [0, 0, 0];
		const sendOne = async (owner: object): Promise<void> => {
			for (let isDone = false; !isDone; ) {
				await limiter.enter({ owner });
				const startedAt = Date.now();
				sent++;
				isDone = isLetThrough();
				await new Promise((resolve) => setTimeout(resolve, latencyMs));
				note(limiter, isDone ? answered(201) : refusal(retryAfter), startedAt);
				limiter.leave();
			}
			done++;
		};
		const sendOnAndOn = async (): Promise<void> => {
			while (begun++ < 200) await sendOne({});
		};
		for (let runner = 0; runner < 40; runner++) void sendOnAndOn();
		while (done < 200) await letPass(100);

		expect(sent).toBeLessThanOrEqual(1.3 * 200);
		expect(Date.now() - BEGIN).toBeLessThanOrEqual(1.3 * (200 / PER_SECOND) * 1_000);
	});
});
