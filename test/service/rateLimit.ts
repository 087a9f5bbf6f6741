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

	/** True when a request may go through; what is refused costs nothing. */
	take(): boolean {
		const { requestsPerSecond } = this.settings;
		const now = Date.now();
		const gained = ((now - this.countedAt) / 1000) * requestsPerSecond;
		this.tokens = Math.min(Math.max(1, requestsPerSecond), this.tokens + gained);
		this.countedAt = now;
		if (this.tokens < 1) return false;
		this.tokens--;
		return true;
	}

	/** What a refusal says, as the header Retry-After. */
	get retryAfter(): number | undefined {
		const { requestsPerSecond, saysWhen } = this.settings;
		return saysWhen ? Math.ceil((1 - this.tokens) / requestsPerSecond) : undefined;
	}
}
