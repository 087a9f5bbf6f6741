import type { Fault } from './faults';

/** How much the service allows, counted over all accounts and endpoints together. */
export interface RateLimitSettings {
	requestsPerSecond: number;
	/** Whether a refusal says when to come again, in full seconds. */
	saysWhen: boolean;
}

/** Refuses what comes too soon: a token bucket that holds what one second allows. */
export class RateLimit {
	private tokens: number;
	private countedAt = Date.now();

	constructor(private readonly settings: RateLimitSettings) {
		this.tokens = settings.requestsPerSecond;
	}

	/** Undefined when a request may go through; what is refused costs nothing. */
	refuse(): Fault | undefined {
		const { requestsPerSecond, saysWhen } = this.settings;
		const gained = ((Date.now() - this.countedAt) / 1000) * requestsPerSecond;
		this.tokens = Math.min(Math.max(1, requestsPerSecond), this.tokens + gained);
		this.countedAt = Date.now();
		const seconds = Math.ceil((1 - this.tokens) / requestsPerSecond);
		if (seconds > 0) return { kind: 'tooManyRequests', retryAfter: saysWhen ? seconds : undefined };
		this.tokens--;
		return undefined;
	}
}
