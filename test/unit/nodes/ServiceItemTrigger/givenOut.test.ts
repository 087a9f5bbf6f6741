import { GivenOut } from '../../../../nodes/ServiceItemTrigger/givenOut';

const before = { account: 'a', known: { 'RES-1': { 'si-1': [35], 'si-2': [20] } } };
/** The same with its keys in another order, as a database may give it back. */
const same = { known: { 'RES-1': { 'si-2': [20], 'si-1': [35] } }, account: 'a' };
const after = { account: 'a', known: { 'RES-1': {} } };

let givenOut: GivenOut;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
	givenOut = new GivenOut();
	givenOut.note('trigger', before);
});

afterEach(() => jest.useRealTimers());

it('knows the state that something was given out from', () => {
	expect(givenOut.isRecent('trigger', same)).toBe(true);
});

it('lets every other state and every other trigger through', () => {
	expect(givenOut.isRecent('trigger', after)).toBe(false);
	expect(givenOut.isRecent('another', before)).toBe(false);
});

it('lets the state through when n8n has not kept another one by the next regular poll', () => {
	jest.setSystemTime(Date.now() + 60_000);

	expect(givenOut.isRecent('trigger', before)).toBe(false);
});

it('knows the last state only', () => {
	givenOut.note('trigger', after);

	expect(givenOut.isRecent('trigger', before)).toBe(false);
	expect(givenOut.isRecent('trigger', after)).toBe(true);
});
