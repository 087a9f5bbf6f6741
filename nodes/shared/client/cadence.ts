/** A start that was late by less, as timers are, does not make the next one late, in milliseconds. */
const LATE_MS = 5;

/**
 * When the start after the present one is due, in epoch milliseconds. What was missed is not made up for.
 *
 * @param due when the present one was due
 * @param gap from start to start, in milliseconds
 */
export function nextDue(due: number, now: number, gap: number): number {
	return (now - due <= LATE_MS ? due : now) + gap;
}
