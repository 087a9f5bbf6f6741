import { chooseFairly } from '../../../../../nodes/shared/reservation/fairChoice';

const taker = (...options: string[]) => ({ kind: options.join(), options });

it('leaves others the one that would do for them', () => {
	expect(chooseFairly(['a', 'b'], [taker('a')])).toBe('b');
	expect(chooseFairly(['a', 'b'], [taker('b')])).toBe('a');
});

it('takes what is left when two others stand in for each other', () => {
	expect(chooseFairly(['a', 'b', 'c'], [taker('a', 'b'), taker('b')])).toBe('c');
	expect(chooseFairly(['a', 'b', 'c'], [taker('a', 'c'), taker('c')])).toBe('b');
});

it('counts every one of several others that want the same', () => {
	expect(chooseFairly(['a', 'b', 'c'], [taker('a', 'b'), taker('a', 'b')])).toBe('c');
	expect(chooseFairly(['a', 'b', 'c'], [taker('b', 'c'), taker('b', 'c')])).toBe('a');
});

it('takes one all the same where there are too few, as somebody has to go without', () => {
	expect(chooseFairly(['a'], [taker('a'), taker('a')])).toBe('a');
	expect(['a', 'b']).toContain(chooseFairly(['a', 'b'], [taker('a'), taker('b'), taker('b')]));
});

it('finds nothing only where there is nothing', () => {
	expect(chooseFairly([], [taker('a')])).toBeUndefined();
	expect(chooseFairly(['a'], [])).toBe('a');
});
