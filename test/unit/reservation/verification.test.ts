import fc from 'fast-check';

import type { ExistingItem } from '../../../nodes/shared/reservation/reservations';
import type { Created } from '../../../nodes/shared/reservation/verification';
import { findRivals, isLater } from '../../../nodes/shared/reservation/verification';
import { holds } from '../support/properties';

const item = (id: string): ExistingItem => ({
	id,
	raw: { id },
	fields: {},
	isMismatched: false,
	isIdShared: false,
});

const made = (id: string | undefined, matchBy = 'sameFields', isOurs = true): Created => ({
	wish: { wanted: { matchBy } } as Created['wish'],
	item: item(id ?? 'unknown'),
	isOurs,
	wasUnclear: false,
	shown: id === undefined ? undefined : item(id),
});

/** What the list says of each charge, with the IDs of those that stand for the same. */
const wordsFor = (created: Created[], others: string[], isRival = true) => {
	findRivals(created, others.map(item), () => isRival);
	return created.map((each) => {
		const ids = (each.rivals ?? []).flatMap(({ id }) => id ?? []);
		if (!each.shown) return ['notShown', ...ids].join(' ');
		if (ids.length === 0) return 'right';
		return [isLater(each) ? 'later' : 'earlier', ...ids].join(' ');
	});
};

describe('a created charge', () => {
	it.each<[string, Created[], string[], string[]]>([
		['not shown', [made(undefined)], [], ['notShown']],
		['not shown, and another one is', [made(undefined)], ['1'], ['notShown 1']],
		['later than another, by number', [made('10')], ['9'], ['later 9']],
		['earlier than another', [made('1')], ['2'], ['earlier 2']],
		['later by text', [made('b')], ['a'], ['later a']],
		[
			'later, but with an ID that may not be its own',
			[made('2', 'sameFields', false)],
			['1'],
			['earlier 1'],
		],
		[
			'one of three with a reference, the first',
			[made('1', 'reference')],
			['2', '3'],
			['earlier 2 3'],
		],
		[
			'one of three with a reference, the second',
			[made('2', 'reference')],
			['1', '3'],
			['later 1 3'],
		],
		['beside more than it stands for', [made('1')], ['2', '3'], ['earlier 2']],
		['two alike, and one other', [made('1'), made('3')], ['2'], ['earlier 2', 'right']],
		['two alike, and two others', [made('1'), made('4')], ['2', '3'], ['earlier 2', 'later 3']],
	])('%s', (_, created, others, words) => {
		expect(wordsFor(created, others)).toEqual(words);
	});

	it('of another kind', () => {
		expect(wordsFor([made('2')], ['1'], false)).toEqual(['right']);
	});
});

it('of two processes that made some alike exactly the later half of each pair is taken back', () => {
	const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 2, maxLength: 12 });
	holds(
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
