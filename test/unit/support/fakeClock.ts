/** Runs each test on a clock that only moves when told, and lets what is still waiting end with it. */
export function useFakeClock(now: number): void {
	beforeEach(() => {
		jest.useFakeTimers({ now });
	});

	afterEach(async () => {
		await jest.runAllTimersAsync();
		jest.useRealTimers();
	});
}

/** Moves the fake clock on, and does what is due meanwhile. */
export async function letPass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
}
