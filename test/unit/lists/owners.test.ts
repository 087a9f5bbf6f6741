import { assertOfReservation, rememberOwners } from '../../../nodes/shared/lists/owners';

let scopes = 0;
let scope = '';
beforeEach(() => {
	scope = `account ${++scopes}`;
});

describe('the list of a reservation', () => {
	it.each<[string, string, Array<string | undefined>]>([
		['R-1', 'its own', ['R-1', 'R-1']],
		['R-1', 'its own in other case and with blanks', [' r-1 ', 'R-1']],
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
			`The list of reservation '${asked}' shows '${shown[0]}' as the reservation of its service items. Use that ID, or leave {reservationId} out of 'List Response'`,
		);
	});

	it.each<[Array<string | undefined>, string]>([
		[['R-1', 'R-2'], "in it: 'R-2'."],
		[['R-2', undefined, 'r-3', 'R-3'], "in it: 'R-2', 'R-3'."],
		[['R-2', 'R-3', 'R-4', 'R-5'], "in it: 'R-2', 'R-3', 'R-4'."],
	])('does not show others beside it: %j', (shown, words) => {
		expect(() => assertOfReservation(shown, 'R-1')).toThrow(words);
		expect(() => assertOfReservation(shown, 'R-1')).toThrow("Check 'List Query'");
	});
});

describe('the process remembers which reservation a service item was seen on', () => {
	it('and tells where two show the same, whichever is read again', () => {
		expect(rememberOwners(scope, 'R-1', ['a', 'b'])).toBeUndefined();
		expect(rememberOwners(scope, 'R-2', ['b', 'c'])).toEqual({ id: 'b', other: 'R-1' });
		expect(rememberOwners(scope, 'R-1', ['a', 'b'])).toEqual({ id: 'b', other: 'R-2' });
	});

	it('as long as the last list of the other shows it', () => {
		rememberOwners(scope, 'R-1', ['a', 'b']);
		rememberOwners(scope, 'R-2', ['b']);
		rememberOwners(scope, 'R-1', ['a']);
		expect(rememberOwners(scope, 'R-2', ['b'])).toBeUndefined();
	});

	it('of each account for itself', () => {
		rememberOwners(scope, 'R-1', ['a']);
		expect(rememberOwners(`${scope} other`, 'R-2', ['a'])).toBeUndefined();
	});

	it('until too much is remembered: then what was read longest ago is forgotten', () => {
		const many = (name: string): string[] => [...Array(20_000).keys()].map((n) => `${name}-${n}`);
		rememberOwners(scope, 'R-1', ['a']);
		for (const name of ['x', 'y']) rememberOwners(scope, name, many(name));
		expect(rememberOwners(scope, 'R-2', ['a'])).toEqual({ id: 'a', other: 'R-1' });
		rememberOwners(scope, 'R-2', []);
		for (const name of ['z', 'u', 'v']) rememberOwners(scope, name, many(name));
		expect(rememberOwners(scope, 'R-2', ['a'])).toBeUndefined();
	});
});
