import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { HiddenCharges } from '../../../../../nodes/shared/reservation/hiddenCharges';

const CHARGE = { id: 'S-1', fields: { amount: 25 } };
let accounts = 0;
let account: string;

beforeEach(() => (account = `hidden-${++accounts}`));

/** A node with this static data, which n8n saves when a property of it is set anew. */
function nodeWith(data: IDataObject = {}): IAllExecuteFunctions {
	return { getWorkflowStaticData: () => data } as unknown as IAllExecuteFunctions;
}

/** What n8n has kept, in another process. */
function inOtherProcess(data: IDataObject): HiddenCharges {
	const kept = JSON.parse(JSON.stringify(data).replaceAll(account, 'elsewhere')) as IDataObject;
	return new HiddenCharges(nodeWith(kept), 'elsewhere');
}

it('are known in later runs of the node, in this process and in others', () => {
	const data: IDataObject = {};
	new HiddenCharges(nodeWith(data), account).note('R-1', CHARGE);

	expect(new HiddenCharges(nodeWith(data), account).of('R-1')).toEqual(CHARGE);
	expect(inOtherProcess(data).of('R-1')).toEqual(CHARGE);
	expect(inOtherProcess(data).of('R-2')).toBeUndefined();
});

it('are known in this process where n8n keeps nothing: in runs by hand, and for other nodes', () => {
	new HiddenCharges(nodeWith(), account).note('R-1', CHARGE);
	for (const context of [nodeWith(), {} as IAllExecuteFunctions]) {
		expect(new HiddenCharges(context, account).of('R-1')).toEqual(CHARGE);
		expect(new HiddenCharges(context, `${account} of another`).of('R-1')).toBeUndefined();
	}
});

it('of several reservations are forgotten one by one', () => {
	const data: IDataObject = {};
	const hidden = new HiddenCharges(nodeWith(data), account);
	for (const reservation of ['R-1', 'R-2', 'R-3']) hidden.note(reservation, CHARGE);
	hidden.forget('R-2');

	for (const known of [hidden, inOtherProcess(data)]) {
		expect(['R-1', 'R-2', 'R-3'].map((id) => known.of(id) !== undefined)).toEqual([
			true,
			false,
			true,
		]);
	}
});

it('of other accounts stay', () => {
	const data: IDataObject = {};
	const other = new HiddenCharges(nodeWith(data), `${account} of another`);
	other.note('R-1', CHARGE);
	const hidden = new HiddenCharges(nodeWith(data), account);
	hidden.note('R-1', CHARGE);
	hidden.forget('R-1');

	expect(hidden.of('R-1')).toBeUndefined();
	expect(other.of('R-1')).toEqual(CHARGE);
});

it('are written as a new value, as n8n would not notice a change further inside', () => {
	const data: IDataObject = {};
	const hidden = new HiddenCharges(nodeWith(data), account);
	hidden.note('R-1', CHARGE);
	const before = data.hiddenCharges;
	hidden.note('R-2', CHARGE);

	expect(data.hiddenCharges).not.toBe(before);
});

it('that were none change nothing that n8n would have to save', () => {
	const data: IDataObject = {};
	new HiddenCharges(nodeWith(data), account).forget('R-1');

	expect(data).toEqual({});
});

it.each([['text'], [5], [null], [[]]])('are none where %p is in their place', (kept) => {
	const data = { hiddenCharges: kept as IDataObject['hiddenCharges'] };
	const hidden = new HiddenCharges(nodeWith(data), account);

	expect(hidden.of('R-1')).toBeUndefined();
	hidden.note('R-1', CHARGE);
	expect(inOtherProcess(data).of('R-1')).toEqual(CHARGE);
});

it('are remembered of a thousand reservations', () => {
	const hidden = new HiddenCharges({} as IAllExecuteFunctions, account);
	for (let n = 0; n <= 1_000; n++) hidden.note(`R-${n}`, CHARGE);

	expect(hidden.of('R-0')).toBeUndefined();
	expect(hidden.of('R-1')).toEqual(CHARGE);
	expect(hidden.of('R-1000')).toEqual(CHARGE);
});
