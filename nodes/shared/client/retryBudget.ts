/** Enough for 20 requests at a time to be sent again three times. */
const MOST_RETRIES = 60;
/** Beside that, one more may be sent again every so often. */
const MS_PER_RETRY = 1_000;
/** What a success adds: of a service that is up, one request in five may be sent again, for as long as it takes. */
const RETRIES_PER_SUCCESS = 0.2;

/** How many requests may be sent again: of a service that is down, every request asks once, and few ask again. */
export class RetryBudget {
	private left = MOST_RETRIES;
	private countedAt = 0;

	noteSuccess(): void {
		this.add(RETRIES_PER_SUCCESS);
	}

	/** Takes one retry, if there is one. */
	take(now: number): boolean {
		this.add((now - this.countedAt) / MS_PER_RETRY);
		this.countedAt = now;
		if (this.left < 1) return false;
		this.left--;
		return true;
	}

	private add(retries: number): void {
		this.left = Math.min(MOST_RETRIES, this.left + retries);
	}
}
