import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import { RateLimit } from '../../../../service/rateLimit';
import { note, refusal } from '../../../support/accountLimits';
import { answered } from '../../../support/outcomes';
import { letPass, useFakeClock } from '../../../support/fakeClock';

const PER_SECOND = 4;
const ANSWER_MS = 20;
const BULK = {};

useFakeClock(Date.UTC(2026, 10, 21));

/** An account at a service that refuses what comes too soon. */
class Account {
	private readonly limiter = new AccountLimiter();
	private readonly service: RateLimit;

	constructor(private readonly saysWhen: boolean) {
		this.service = new RateLimit({ requestsPerSecond: PER_SECOND, saysWhen });
	}

	/** Sends one request until it gets through. */
	async send(owner: object): Promise<void> {
		for (let isThrough = false; !isThrough; ) {
			await this.limiter.enter({ owner });
			const startedAt = Date.now();
			isThrough = this.service.take();
			const retryAfter = this.saysWhen ? this.service.retryAfter : undefined;
			await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
			note(this.limiter, isThrough ? answered(200) : refusal(retryAfter), startedAt);
			this.limiter.leave();
		}
	}
}

it.each([true, false])(
	'beside a bulk run at a rate that is found by refusals, nine of ten small executions wait no longer than twice their share (refusals say when: %p)',
	async (saysWhen) => {
		const account = new Account(saysWhen);
		let isOver = false;
		const sendOnAndOn = async (): Promise<void> => {
			while (!isOver) await account.send(BULK);
		};
		for (let runner = 0; runner < 5; runner++) void sendOnAndOn();
		await letPass(30_000);

		const waits: number[] = [];
		for (let execution = 0; execution < 100; execution++) {
			const begin = Date.now();
			void account.send({}).then(() => waits.push(Date.now() - begin));
			await letPass(2_000 + (execution % 10) * 97);
		}
		isOver = true;
		await letPass(20_000);

		const share = 1_000 / PER_SECOND;
		const inTime = waits.filter((ms) => ms <= 2 * share);
		expect(waits).toHaveLength(100);
		expect(inTime.length).toBeGreaterThanOrEqual(0.9 * 100);
	},
);
