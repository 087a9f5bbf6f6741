import type { HeldItem } from '../../../../../nodes/shared/reservation/heldItem';
import { chooseFilledIn, unreserved } from '../../../../../nodes/shared/reservation/matching';
import type { WrittenFields } from '../../../../../nodes/shared/format/fields';

const SPA = { amount: 25, date: '2026-11-21', description: 'Spa' };

function held(id: string, fields: WrittenFields): HeldItem {
	return { raw: { id }, id, fields: { ...SPA, ...fields }, isTaken: false, isListed: true };
}

function wish(fields: WrittenFields = {}): WrittenFields {
	return { ...SPA, ...fields };
}

const [x, y] = [{ accountCode: 'X' }, { accountCode: 'Y' }];
const [z, w] = [{ destinationAccount: 'Z' }, { destinationAccount: 'W' }];
const P = held('P', { ...x, ...z });
const Q = held('Q', { ...y, ...z });
const R = held('R', { ...x, ...w });

describe('of items that have more than is wanted', () => {
	it('the one is taken that nobody else wants', () => {
		expect(chooseFilledIn(wish(), [P, Q], [wish(x)])).toBe(Q);
		expect(chooseFilledIn(wish(), [P, Q], [wish(y)])).toBe(P);
		expect(chooseFilledIn(wish(), [P, Q, R], [wish(w)])).not.toBe(R);
	});

	it('none is taken for which another wish has no other', () => {
		expect([P, R]).toContain(chooseFilledIn(wish(), [P, Q, R], [wish(x), wish(y)]));
		expect(chooseFilledIn(wish(), [P, Q, R], [wish(x), wish(x)])).toBe(Q);
	});

	it('what another wish matches exactly is left to it', () => {
		expect(chooseFilledIn(wish(), [P, Q], [wish({ ...x, ...z })])).toBe(Q);
		expect(chooseFilledIn(wish(), [P], [wish({ ...x, ...z })])).toBeUndefined();
		// That wish is served: it takes nothing else from anybody.
		const exact = held('E', x);
		expect(chooseFilledIn(wish(z), [exact, P], [wish(x)])).toBe(P);
		expect(chooseFilledIn(wish(), [P, exact, Q], [wish(x)])).toBe(P);
		expect(chooseFilledIn(wish(), [exact, P, Q], [wish(x)])).toBe(P);
		// A second one like it is not.
		expect(chooseFilledIn(wish(), [exact, P, Q], [wish(x), wish(x)])).toBe(Q);
	});

	it('the first is taken where they are alike', () => {
		const alike = [held('1', x), held('2', x)];
		expect(chooseFilledIn(wish(), alike, [])).toBe(alike[0]);
		expect(chooseFilledIn(wish(), alike, [wish()])).toBe(alike[0]);
		expect(chooseFilledIn(wish(y), alike, [])).toBeUndefined();
	});
});

describe('what is left when all wishes have reserved one', () => {
	it('is what none of them matches, as often as it is there', () => {
		const items = [held('1', {}), held('2', {}), P];
		expect(unreserved(items, [wish()], ['exact'])).toEqual([items[1], P]);
		expect(unreserved(items, [wish(x)], ['exact'])).toEqual(items);
		expect(unreserved(items, [wish(x)], ['exact', 'filledIn'])).toEqual(items.slice(0, 2));
		expect(items).toHaveLength(3);
	});
});
