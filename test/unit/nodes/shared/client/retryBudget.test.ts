import { RetryBudget } from '../../../../../nodes/shared/client/retryBudget';

const BEGIN = Date.UTC(2026, 10, 21);

/** How many of so many requests that fail may be sent again. */
function takenOf(count: number, budget: RetryBudget, now = BEGIN): number {
	let taken = 0;
	for (let request = 0; request < count; request++) if (budget.take(now)) taken++;
	return taken;
}

it('lets 20 requests be sent again three times', () => {
	expect(takenOf(60, new RetryBudget())).toBe(60);
});

it('gives out a trickle when it is used up', () => {
	const budget = new RetryBudget();
	expect(takenOf(1_000, budget)).toBe(60);
	expect(takenOf(1_000, budget, BEGIN + 5_000)).toBe(5);
});

it('is filled again by what gets through, but never above what it began with', () => {
	const budget = new RetryBudget();
	takenOf(1_000, budget);
	for (let success = 0; success < 52; success++) budget.noteSuccess();
	expect(takenOf(1_000, budget)).toBe(10);
	for (let success = 0; success < 5_000; success++) budget.noteSuccess();
	expect(takenOf(1_000, budget, BEGIN + 3_600_000)).toBe(60);
});
