import { forgetOwner, rememberOwner } from '../../../nodes/shared/lists/owners';
import { assertOfReservation } from '../../../nodes/shared/lists/reservationId';

let scopes = 0;
let scope = '';
beforeEach(() => {
	scope = `account ${++scopes}`;
});

describe('the list of a reservation', () => {
	it.each<[string, string, Array<string | undefined>]>([
		['R-1', 'its own', ['R-1', 'R-1']],
		['R-1', 'its own in other case and with blanks', [' r-1 ', 'R-1']],
		['R&1', 'its own as HTML', ['R&amp;1']],
		['884213', 'a number', ['884213']],
		['R-1', 'none', [undefined, undefined]],
		['R-1', 'its own here and there', [undefined, 'R-1']],
		['R-1', 'nothing', []],
	])('of %s may show %s', (asked, _, shown) => {
		expect(() => assertOfReservation(shown, asked)).not.toThrow();
	});

	it.each<[string, string[]]>([
		['R-1', ['R-10', 'R-10']],
		['R-1', ['884213']],
		['7', ['007']],
	])('of %s does not show one other ID alone: %j', (asked, shown) => {
		expect(() => assertOfReservation(shown, asked)).toThrow(
			`The list of reservation '${asked}' shows '${shown[0]}' as the reservation of service items. Use that ID, or leave {reservationId} out of 'List Response'`,
		);
	});

	it.each<[Array<string | undefined>, string]>([
		[['R-1', 'R-2'], "shows 'R-2' as"],
		[['R-2', undefined, 'R-3', 'R-3'], "shows 'R-2', 'R-3' as"],
		[['R-2', 'R-3', 'R-4', 'R-5'], "shows 'R-2', 'R-3', 'R-4' as"],
	])('does not show others beside it: %j', (shown, words) => {
		expect(() => assertOfReservation(shown, 'R-1')).toThrow(words);
	});
});

describe('the process remembers which reservation a service item was seen on', () => {
	const ownersOf = (reservationId: string, ids: string[], of = scope): string[] => [
		...rememberOwner(of, reservationId, ids),
	];

	it('and tells where two have shown the same, whichever is read again', () => {
		expect(ownersOf('R-1', ['a', 'b'])).toEqual([]);
		expect(ownersOf('R-2', ['b', 'c'])).toEqual(['R-1']);
		expect(ownersOf('R-2', ['b', 'c'])).toEqual(['R-1']);
		expect(ownersOf('R-1', ['a', 'b'])).toEqual(['R-2']);
	});

	it('until it is known that the other does not show it any more', () => {
		ownersOf('R-1', ['a', 'b']);
		ownersOf('R-2', ['b']);
		forgetOwner(scope, 'R-1', ['b', 'x']);
		expect(ownersOf('R-2', ['b'])).toEqual([]);
		expect(ownersOf('R-3', ['a'])).toEqual(['R-1']);
	});

	it('of each account for itself', () => {
		ownersOf('R-1', ['a']);
		expect(ownersOf('R-2', ['a'], `${scope} other`)).toEqual([]);
	});

	it('until too much is remembered: then what was shown longest ago is forgotten', () => {
		const many = (name: string): string[] => [...Array(20_000).keys()].map((n) => `${name}-${n}`);
		ownersOf('R-1', ['a', 'b']);
		for (const name of ['x', 'y']) ownersOf(name, many(name));
		expect(ownersOf('R-2', ['a'])).toEqual(['R-1']);
		ownersOf('z', many('z'));
		expect(ownersOf('R-3', ['a', 'b'])).toEqual(['R-1', 'R-2']);
		for (const name of ['u', 'v', 'w']) ownersOf(name, many(name));
		expect(ownersOf('R-4', ['a'])).toEqual([]);
	});
});
