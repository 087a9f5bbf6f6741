import { retryAfterOf } from '../../../../../nodes/shared/answers/retryAfter';

const now = Date.UTC(2026, 10, 21, 12);
const asked = (value: unknown): number | undefined => retryAfterOf({ 'retry-after': value }, now);

it.each([
	['120', 120_000],
	['0', 0],
	[' 7 ', 7_000],
	['1.5', 1_500],
	['Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
	['Saturday, 21-Nov-26 12:02:00 GMT', 120_000],
	['Sat, 21 Nov 2026 11:00:00 GMT', 0],
])('Retry-After %p is a wait of %d ms', (value, wait) => {
	expect(asked(value)).toBe(wait);
});

it.each([
	[''],
	[' '],
	['-5'],
	['soon'],
	['soon 5'],
	['5 apples'],
	['30s'],
	['NaN'],
	['Infinity'],
	['12;'],
	[undefined],
	[null],
	[{}],
])('Retry-After %p is unreadable', (value) => {
	expect(asked(value)).toBeUndefined();
});

it.each([[undefined], [null], [{}]])('there is none in %p', (headers) => {
	expect(retryAfterOf(headers, now)).toBeUndefined();
});
