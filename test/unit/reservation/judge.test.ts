import type { IDataObject } from 'n8n-workflow';

import { readCharge } from '../../../nodes/shared/format/charges';
import type { Session } from '../../../nodes/shared/http/session';
import { toldBy, userError } from '../../../nodes/shared/n8n/userError';
import type { Known } from '../../../nodes/shared/reservation/judge';
import { judge } from '../../../nodes/shared/reservation/judge';
import type { Want } from '../../../nodes/shared/reservation/seen';
import { see, wantOf } from '../../../nodes/shared/reservation/seen';
import type { Plan, Wanted } from './search/modelService';
import { failureOf } from './search/modelService';
import { FORMAT, wishOf } from './search/play';

const fields = { amount: 10, date: '2026-12-07', description: 'tax' };
const session = { format: FORMAT, account: 'A' } as Session;

function wants(wanted: Wanted, more: Partial<Want> = {}): Want {
	const plan: Plan = { operation: 'create', wanted: [wanted] };
	return { ...wantOf(session, wishOf(plan, 'R-1', 0)), ...more };
}

const tax = (more?: Partial<Want>): Want => wants(fields, more);
const taxOn = (accountCode: string, more?: Partial<Want>) =>
	wants({ ...fields, accountCode }, more);
const listed = FORMAT.itemPlaces.filter(({ field }) => field !== 'accountCode');
const hiding = { ...session, format: { ...FORMAT, itemPlaces: listed } } as Session;
const ref = (more?: Partial<Want>): Want => wants({ ...fields, reference: 'a' }, more);
const creates = (more: Partial<Want>, want = ref): Want =>
	want({ sent: 'create', creates: 1, id: 'i2', looks: 4, ...more });
const unclear = (more: Partial<Want> = {}): Want =>
	creates({ failure: lost, id: undefined, ...more });
const updates = (more: Partial<Want> = {}): Want => {
	const before = readCharge(FORMAT, { ...one, amount: 5, accountCode: 'x' });
	return ref({ sent: 'update', whenFound: 'update', id: 'i1', looks: 4, before, ...more });
};

const takenBack = (looks: number): Want => creates({ sent: 'takeBack', looks });

const failure = (how: object) => failureOf({ method: 'POST' }, how);
const lost = failure({ isUnclear: true });
const refused = failure({ status: 422 });
const conflict: Partial<Want> = { sent: 'create', failure: failure({ status: 409 }) };
const incomplete = { amount: 10, reference: 'a' } as Wanted;
const timeout = failure({ isUnclear: true, isOwnTimeout: true });
const unread = userError({ what: 'down', advice: '' });
const one = { ...fields, reference: 'a', id: 'i1' };
const two = { ...one, id: 'i2' };
const other = { ...one, amount: 9 };
const alike = ['i1', 'i2'].map((id) => ({ ...fields, id }));
const on44 = { ...fields, accountCode: '44' };
const cut = { ...fields, id: 'i2', description: 'ta' };

/** What is wanted, what the list shows, and what follows. */
const VERDICTS: Array<[string, Want, IDataObject[], string, Partial<Known>?]> = [
	['nothing there', ref(), [], 'due create'],
	['there', ref(), [one], 'alreadyExisted'],
	['there otherwise', ref(), [other], 'alreadyExisted, with a hint'],
	['there otherwise, to update', ref({ whenFound: 'update' }), [other], 'due update'],
	['there twice', ref(), [one, two], 'Several service items'],
	['the same fields, twice before', tax(), alike, 'alreadyExisted'],
	['held', ref({ isHeld: true }), [], 'was not created again: it was'],
	['answered earlier, and not there', ref({ earlier: 'answered' }), [], 'was not created again'],
	['a new one that is not whole', wants(incomplete), [], "'Date' and 'Description' must be"],
	['fields that cannot be read', tax(), [{ ...other, amount: 'x' }], `'amount' is "x"`],
	['unclear earlier, not there yet', ref({ earlier: 'unclear', looks: 3 }), [], 'waiting'],
	['unclear earlier, and not there', ref({ earlier: 'unclear', looks: 4 }), [], 'due create'],
	['unclear earlier, the list down', ref({ earlier: 'unclear' }), [], 'may or may not', { unread }],
	['unclear earlier, and there', ref({ earlier: 'unclear' }), [one], 'created'],
	['answered, and there', creates({ looks: 1 }), [two], 'created'],
	['answered, only another there', creates({ looks: 1 }), [one], 'waiting'],
	['answered, before another', creates({ looks: 1, id: 'i1' }), [one, two], 'waiting'],
	['answered, behind another', creates({ looks: 1 }), [one, two], 'due takeBack'],
	['answered, the same fields twice', creates({}, tax), alike, 'Several service items'],
	['answered, in no list', creates({}), [], 'was created and may be on the bill'],
	['answered, a list with less', creates({}, tax), [{ id: 'i2', amount: 9 }], 'may be on the bill'],
	['answered, a text cut', creates({}, tax), [cut], 'stored this text otherwise: Description "ta"'],
	['answered, the list down', creates({ looks: 0 }), [], 'may or may not', { unread }],
	['unclear, not there yet', unclear({ looks: 1 }), [], 'waiting'],
	['unclear, there before the last look', unclear({ looks: 1 }), [one], 'waiting'],
	['unclear, there at last', unclear(), [one], 'created'],
	['unclear, not there', unclear(), [], 'due create'],
	['unclear too often', unclear({ creates: 2 }), [], 'may or may not have been created'],
	['unclear twice, and there', unclear({ creates: 2 }), [one], 'created, with a hint'],
	['our own Timeout', unclear({ failure: timeout }), [], 'may or may not have been created'],
	['refused', ref({ ...conflict, failure: refused }), [], 'was not created: '],
	['a conflict', ref(conflict), [], 'waiting'],
	['a conflict, and there', ref(conflict), [one], 'alreadyExisted'],
	['gone since the first list', ref({ id: 'i1' }), [], 'is not on reservation'],
	['taken back', takenBack(1), [one], 'alreadyExisted'],
	['taken back, still there', takenBack(1), [one, two], 'waiting'],
	['not taken back', takenBack(4), [one, two], 'Several service items'],
	['taken back, the list down', takenBack(0), [one, two], 'may or may not', { unread }],
	['an update whose text is cut', updates(), [{ ...one, description: 'ta' }], 'stored this text'],
	['updated', updates(), [{ ...one, accountCode: 'x' }], 'updated'],
	['updated, not read since', updates({ looks: 0 }), [{ ...one, accountCode: 'x' }], 'waiting'],
	['updated, and emptied beside it', updates(), [one], 'otherwise: Account Code ""'],
	['updated, and gone', updates(), [], 'is not on reservation'],
	['an update refused', updates({ failure: refused }), [one], 'was not created: '],
];

it.each(VERDICTS)('judges %s', (_, want, list, follows, more = {}) => {
	const charges = list.map((each) => readCharge(FORMAT, each));
	const now = see(charges, [want]);
	const verdict = judge(want, { now, format: FORMAT, maxRetries: 1, ...more });
	let text: string = verdict?.is ?? 'waiting';
	if (verdict?.is === 'due') text = `due ${verdict.do}`;
	if (verdict?.is === 'done') text = `${verdict.action}${verdict.hint ? ', with a hint' : ''}`;
	if (verdict?.is === 'failed') text = toldBy(verdict.error).what;
	expect(text).toContain(follows);
	expect(text.includes('with a hint')).toBe(follows.includes('with a hint'));
});

/** What is wanted, what the list shows, and which charge stands for which want. */
const MATCHES: Array<[string, Want[], IDataObject[], Array<number | undefined>]> = [
	['alike ones, one each', [tax(), tax()], [fields], [0, undefined]],
	['no other case', [tax()], [{ ...fields, description: 'Tax' }], [undefined]],
	['other white space', [tax()], [{ ...fields, description: ' tax\n' }], [0]],
	['what the service fills in', [tax()], [on44], [0]],
	['the exact one first', [tax()], [on44, fields], [1]],
	[
		'none without what the list does not show',
		[wantOf(hiding, taxOn('44'))],
		[fields],
		[undefined],
	],
	['who says more first', [tax(), taxOn('44')], [on44], [undefined, 0]],
	['who is done first', [taxOn('44'), tax({ earlier: 'done' })], [on44], [undefined, 0]],
	['its own ID', [tax(), tax({ id: 'n0' })], [fields], [undefined, 0]],
	['a reference, whatever the fields', [ref()], [fields, other], [1]],
];

it.each(MATCHES)('matches %s', (_, all, list, expected) => {
	const charges = list.map((each, n) => readCharge(FORMAT, { ...each, id: `n${n}` }));
	const { placed } = see(charges, all);
	const found = all.map((want) => placed.get(want)).map((each) => each && charges.indexOf(each));
	expect(found).toEqual(expected);
});
