import { retryAfterOf, waitAdvice } from '../../../../../nodes/shared/answers/retryAfter';

const now = Date.UTC(2026, 10, 21, 12);
const asked = (value: unknown): number | undefined => retryAfterOf({ 'retry-after': value }, now);

it.each([
	['120', 120_000],
	['0', 0],
	[' 7 ', 7_000],
	['1.5', 1_500],
	['0.25', 250],
	[' Sat, 21 Nov 2026 12:02:00 GMT', 120_000],
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
	['not Sat, 21 Nov 2026 12:02:00 GMT'],
	['5 5'],
	['Saturday'],
	[30],
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

it.each([
	[undefined, undefined],
	[0, undefined],
	[1, 'It asks to wait 1 seconds'],
	[60_000, 'It asks to wait 60 seconds'],
	[
		60_001,
		'It asks to wait 61 seconds, which is too long to wait here: run the workflow again after that',
	],
	[
		86_400_000,
		'It asks to wait 86400 seconds, which is too long to wait here: run the workflow again after that',
	],
	[
		86_400_001,
		'It asks to wait more than a day, which is too long to wait here: run the workflow again after that',
	],
])('a pause of %p ms is told as %p', (ms, words) => {
	expect(waitAdvice(ms)).toBe(words);
});
