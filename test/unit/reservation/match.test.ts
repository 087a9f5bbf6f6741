import fc from 'fast-check';

import type { Fit } from '../../../nodes/shared/reservation/match';
import { assign, differencesOf, fitOf } from '../../../nodes/shared/reservation/match';
import { holds } from '../support/properties';

type Charge = { description: string; accountCode?: string; destinationAccount?: string };

const charge = (given: Partial<Charge> = {}): Charge => ({ description: 'Spa', ...given });
it.each(['B&#039;s &amp; C', 'b&#x27;s&nbsp;&#38; C', 'B&#X27;s &#x00026; C', "B's & C"])(
	'a text is the same with escapes of HTML: %s',
	(description) => {
		expect(fitOf(charge({ description: "B's & C" }), charge({ description }))).toBe('exact');
		expect(fitOf(charge({ description }), charge({ description: "B's & C" }))).toBe('exact');
	},
);

it.each(['B&#x110000;', 'B&#99999999999;', 'B&#;', 'B&eacute;', 'B&amp'])(
	'what is no such escape stands for itself: %s',
	(description) => {
		expect(fitOf(charge({ description }), charge({ description }))).toBe('exact');
	},
);

const account = fc.constantFrom(undefined, 'A', 'B');
const charges = (least: number, most: number) =>
	fc.array(
		fc.record({
			description: fc.constantFrom('Spa', 'spa'),
			accountCode: account,
			destinationAccount: account,
		}),
		{ minLength: least, maxLength: most },
	);

/** Tries everything: the most wishes that can be served when exact matches are given. */
function most(fits: Fit[][], taken = new Set<number>(), wish = 0): number {
	if (wish === fits.length) return 0;
	const options = (fits[wish] ?? []).flatMap((fit, item) =>
		fit && !taken.has(item) ? [item] : [],
	);
	const served = options.map((item) => 1 + most(fits, new Set([...taken, item]), wish + 1));
	return Math.max(most(fits, taken, wish + 1), ...served);
}

it('each wish gets an item that fits, none is given twice, and as many are served as can be', () => {
	holds(
		fc.property(charges(1, 5), charges(0, 5), (wishes, items) => {
			const found = assign(wishes, items, fitOf);
			const given = found.filter((item) => item !== undefined);
			expect(new Set(given).size).toBe(given.length);
			const exact = found.map((item, n) => item && fitOf(wishes[n] ?? {}, item) === 'exact');
			for (const [n, item] of found.entries()) {
				if (item) expect(fitOf(wishes[n] ?? {}, item)).toBeDefined();
			}
			// Exact matches are given first; the others are as many as the rest allows.
			const rest = wishes.filter((_, n) => !exact[n]);
			const free = items.filter((item) => !found.some((each, n) => each === item && exact[n]));
			expect(rest.some((wish) => free.some((item) => fitOf(wish, item) === 'exact'))).toBe(false);
			const fits = rest.map((wish) => free.map((item) => fitOf(wish, item)));
			expect(given.length - exact.filter(Boolean).length).toBe(most(fits));
		}),
		1_000,
	);
});

it('is quick although nothing fits everybody', () => {
	const many = Array.from({ length: 600 }, () => charge());
	let asked = 0;
	const found = assign(
		many,
		many.slice(0, 300).map(() => charge({ accountCode: 'X' })),
		(wish, item) => {
			asked++;
			return fitOf(wish, item);
		},
	);

	expect(found.filter(Boolean)).toHaveLength(300);
	expect(asked).toBeLessThan(1_000_000);
});

const wanted = { amount: 12.5, date: '2026-11-21', description: 'Spa', accountCode: '4400' };

describe('a wanted item', () => {
	it.each<[string, object]>([
		['spaces around', { description: ' Spa ' }],
		['more', { destinationAccount: 'GUEST' }],
	])('is the same as one of the service that has %s', (_how, others) => {
		expect(differencesOf(wanted, { ...wanted, ...others })).toEqual([]);
	});

	it.each<[string, object, string[]]>([
		['amount', { ...wanted, amount: 12.51 }, ['amount']],
		['date', { ...wanted, date: '2026-11-20' }, ['date']],
		['description', { ...wanted, description: 'spa' }, ['description']],
		['account code', { ...wanted, accountCode: undefined }, ['accountCode']],
		['everything', {}, ['amount', 'date', 'description', 'accountCode']],
	])('differs in its %s', (_what, item, differences) => {
		expect(differencesOf(wanted, item)).toEqual(differences);
	});

	it('of amount 0 is not one without an amount', () => {
		expect(differencesOf({ amount: 0 }, {})).toEqual(['amount']);
	});
});

describe('a match', () => {
	it.each<[object, string | undefined]>([
		[wanted, 'exact'],
		[{ ...wanted, destinationAccount: '' }, 'exact'],
		[{ ...wanted, destinationAccount: 'GUEST' }, 'filledIn'],
		[{ ...wanted, amount: 99, destinationAccount: 'GUEST' }, undefined],
	])('with %p is %p', (actual, match) => {
		expect(fitOf(wanted, actual)).toBe(match);
	});

	it.each([
		['Frühstück & Tee', 'Frühstück &amp; Tee'],
		['Frühstück'.normalize('NFC'), 'Frühstück'.normalize('NFD')],
		['Spa for two', 'Spa  for\ntwo'],
	])('does not mind how %j is written', (description, kept) => {
		expect(fitOf({ description }, { description: kept })).toBe('exact');
	});
});
