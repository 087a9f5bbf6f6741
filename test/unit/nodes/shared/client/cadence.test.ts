import { nextDue } from '../../../../../nodes/shared/client/cadence';

const DUE = Date.UTC(2026, 10, 21);

it.each([0, 1, 5])('a start that is %d ms late, as timers are, does not delay the next', (late) => {
	expect(nextDue(DUE, DUE + late, 250)).toBe(DUE + 250);
});

it.each([6, 60_000])('a start that is %d ms late is not made up for', (late) => {
	expect(nextDue(DUE, DUE + late, 250)).toBe(DUE + late + 250);
});
