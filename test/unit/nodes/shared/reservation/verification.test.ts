import type { ExistingItem } from '../../../../../nodes/shared/reservation/existingItem';
import type { ListedCharge } from '../../../../../nodes/shared/reservation/verification';
import { compareAll } from '../../../../../nodes/shared/reservation/verification';
import * as fc from 'fast-check';

const item = (id: string): ExistingItem => ({
	id,
	raw: { id },
	fields: {},
	isMismatched: false,
	isIdShared: false,
});

const made = (id: string | undefined, given: Partial<ListedCharge> = {}): ListedCharge => ({
	kind: 'spa',
	isOnlyOne: false,
	shown: id === undefined ? undefined : item(id),
	isOurs: true,
	fits: () => true,
	...given,
});
const only = { isOnlyOne: true };

/** Comparisons in a word, with the IDs of those who stand for the same. */
const wordsFor = (created: ListedCharge[], others: string[]) =>
	compareAll(created, others.map(item)).map((comparison) => {
		if (comparison.is === 'right') return 'right';
		const ids = 'others' in comparison ? comparison.others : [comparison.other];
		return [comparison.is, ...ids.flatMap((each) => each?.id ?? [])].join(' ');
	});

describe('a created charge', () => {
	it.each<[string, ListedCharge[], string[], string[]]>([
		['alone', [made('2')], [], ['right']],
		['not shown', [made(undefined)], [], ['notShown']],
		['not shown, and another one is', [made(undefined)], ['1'], ['notShown 1']],
		['later than another', [made('2')], ['1'], ['later 1']],
		['earlier than another', [made('1')], ['2'], ['earlier 2']],
		['later by number', [made('10')], ['9'], ['later 9']],
		['later by text', [made('b')], ['a'], ['later a']],
		[
			'later, but with an ID that may not be its own',
			[made('2', { isOurs: false })],
			['1'],
			['earlier 1'],
		],
		['one of three with a reference, the first', [made('1', only)], ['2', '3'], ['earlier 2 3']],
		['one of three with a reference, the second', [made('2', only)], ['1', '3'], ['later 1']],
		['beside more than it stands for', [made('1')], ['2', '3'], ['earlier 2']],
		['two alike, and one other', [made('1'), made('3')], ['2'], ['earlier 2', 'right']],
		['two alike, and two others', [made('1'), made('4')], ['2', '3'], ['earlier 2', 'later 3']],
		['of another kind', [made('2', { fits: () => false })], ['1'], ['right']],
	])('%s', (_, created, others, words) => {
		expect(wordsFor(created, others)).toEqual(words);
	});
});

it('of two processes that made some alike exactly the later half of each pair is taken back', () => {
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 12 });
	fc.assert(
		fc.property(ids, fc.nat(), (all, split) => {
			const cut = 1 + (split % (all.length - 1));
			const [one, other] = [all.slice(0, cut).map(String), all.slice(cut).map(String)];
			const stays = (own: string[], others: string[]) =>
				wordsFor(
					own.map((id) => made(id)),
					others,
				).filter((word) => !word.startsWith('later'));

			const left = stays(one, other).length + stays(other, one).length;
			expect(left).toBe(Math.max(one.length, other.length));
		}),
	);
});
