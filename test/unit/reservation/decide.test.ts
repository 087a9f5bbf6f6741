import { AccountProof } from '../../../nodes/shared/reservation/accountProof';
import { decide, factsOf } from '../../../nodes/shared/reservation/decide';
import type {
	DesiredCharge,
	DoneOutcome,
	EarlierAttempt,
	FailedOutcome,
	Wish,
} from '../../../nodes/shared/reservation/desired';
import type {
	Disproof,
	Change,
	Facts,
	History,
	Known,
	Step,
} from '../../../nodes/shared/reservation/history';
import { keepAsked, ownIdsOf } from '../../../nodes/shared/reservation/history';
import type { Input, SentCreate, SentUpdate } from '../../../nodes/shared/reservation/input';
import { inputOf } from '../../../nodes/shared/reservation/input';
import { Matcher } from '../../../nodes/shared/reservation/observation';
import type { ExistingItem } from '../../../nodes/shared/lists/reservations';
import { answered, broken, CREATE, failureOf, UPDATE } from '../support/http';

const spa = { amount: 10, date: '2026-11-21', description: 'Spa' };

function wishOf(reference?: string, changes: Partial<DesiredCharge> = {}): Wish {
	const fields = { ...spa, reference, reservationId: 'R-1' };
	const matchBy = reference === undefined ? 'sameFields' : 'reference';
	const charge = { body: {}, expected: {} };
	const desired = { matchBy, whenFound: 'keep', fields, custom: {}, charge, ...changes } as const;
	return { desired, listedAs: { ...spa, reference }, setByCustom: new Set() };
}

const item = (id: string, reference?: string, amount = 10): ExistingItem => ({
	id,
	raw: { id, amount },
	fields: { ...spa, amount, reference },
	reservationId: undefined,
	isMismatched: false,
	isIdShared: false,
});

const [same, ref, other] = [wishOf(), wishOf('a'), wishOf('b')];
const update = wishOf('a', { whenFound: 'update' });
const unknown: Known = {
	answerIds: 'unknown',
	areIdsProven: false,
	seen: new Set(),
	held: new Set(),
};
const proven: Known = {
	...unknown,
	answerIds: 'proven',
	areIdsProven: true,
	seen: new Set(['update']),
};

/** What has happened: `first` and `now` are the items of the lists. */
interface Told {
	wishes: Wish[];
	first: ExistingItem[];
	now?: ExistingItem[];
	/** By this try of the execution; answered with yes, where nothing else is said. */
	creates?: Array<Partial<SentCreate> & { wish: number }>;
	/** Of the first wish. */
	update?: SentUpdate;
	isTakenBack?: boolean;
	gets?: Disproof[];
	more?: Partial<History>;
	known?: Partial<Known>;
}

function decided(told: Told): { step: Step; inputs: readonly Input[] } {
	const facts = factsIn(told);
	return { inputs: facts.inputs, step: decide(facts) };
}

function factsIn({ wishes, first, now = first, more, known, gets = [], ...sent }: Told): Facts {
	const inputs = wishes.map((wish, n): Input => {
		const creates = (sent.creates ?? []).filter((create) => create.wish === n);
		const input = inputOf(wish);
		input.creates.push(...creates.map((create) => ({ answered: 'yes', ...create }) as SentCreate));
		return n === 0 ? { ...input, update: sent.update, isTakenBack: sent.isTakenBack } : input;
	});
	const mapper = { showsCustom: () => true, asUpdated: () => ({}) };
	const matcher = new Matcher(inputs, mapper);
	const seenAtFirst = matcher.observe(first, new Map());
	const history: History = {
		reservationId: 'R-1',
		inputs,
		matcher,
		isDryRun: false,
		stopsAtFailure: false,
		maxRetries: 1,
		first: seenAtFirst,
		now: matcher.observe(now, ownIdsOf({ first: seenAtFirst, inputs })),
		rechecks: 0,
		deletes: [],
		gets: new Map(),
		isAccountRechecked: false,
		isStopped: false,
		...more,
	};
	for (const { id, found } of gets) keepAsked(history, id, found);
	return factsOf(history, { ...proven, ...known });
}

const nameOf = ({ action, item: { id } }: DoneOutcome): string =>
	[action, id].filter(Boolean).join(' ');

const FAILURES: Array<[RegExp, string]> = [
	[/ on the bill/, 'notShown'],
	[/carry the reference|twice/, 'tooMany'],
	[/was not updated/, 'updatesHeld'],
	[/^The update of/, 'notKept'],
	[/deleted meanwhile/, 'gone'],
	[/other values than were sent/, 'otherwise'],
	[/must be filled in/, 'incomplete'],
];

function failureIn({ error, earlier }: FailedOutcome): string {
	if (earlier?.state === 'unclear') return 'unclear';
	if (error === lost) return 'refused';
	if (/not created: an earlier one/.test(error.message)) return 'createsHeld';
	return FAILURES.find(([words]) => words.test(error.message))?.[1] ?? error.message;
}

function changeInWords(change: Change, inputs: readonly Input[]): string {
	return change.do === 'create'
		? `create ${inputs.indexOf(change.input)}`
		: `${change.do} ${change.item.id}`;
}

/** A step in a few words: `create 0`, `delete 2`, `end: created 1, notShown`. */
function inWords({ step, inputs }: ReturnType<typeof decided>): string {
	switch (step.do) {
		case 'change':
			return step.changes.map((change) => changeInWords(change, inputs)).join(', ');
		case 'get':
			return `get ${step.id}`;
		case 'prove':
			return `prove ${step.item.id}`;
		case 'end': {
			const outcomes = step.outcomes.map((outcome) => {
				if (!outcome) return 'nothing';
				return outcome.is === 'done' ? nameOf(outcome) : failureIn(outcome);
			});
			const deletions = step.deletions.map((deletion) =>
				deletion.is === 'failed' ? 'not deleted' : `${deletion.is} ${deletion.item.id}`,
			);
			return `end: ${[...outcomes, ...deletions].join(', ')}`;
		}
		default:
			return step.do;
	}
}

const third = wishOf('c');
const otherUpdate = wishOf('b', { whenFound: 'update' });
const keyed = wishOf(undefined, { charge: { body: {}, expected: {}, idempotencyKey: 'key' } });
const looked = { rechecks: 3 };
const gone = { id: '1', found: 'missing' as const };
const deletion = { prefix: 'ol', wanted: new Set<string>() };
const lost = failureOf(CREATE, broken('ECONNRESET'));
const unclear = { wish: 0, answered: 'unclear' as const, failure: lost };
const both = [item('1'), item('2')];
const before = item('1', 'a', 5);
const updated: SentUpdate = { before, answered: 'yes' };
const updateLost: SentUpdate = {
	before,
	answered: 'unclear',
	failure: failureOf(UPDATE, broken('ECONNRESET')),
};

const cases: Array<[string, Told, string]> = [
	['what is not there is created', { wishes: [same], first: [] }, 'create 0'],
	[
		'what lacks a field for a new charge is not created, though it was there when the run was checked',
		{
			wishes: [wishOf('a', { fields: { amount: 10, reference: 'a', reservationId: 'R-1' } })],
			first: [],
		},
		'end: incomplete',
	],
	['what is there is kept', { wishes: [same], first: [item('1')] }, 'end: alreadyExisted 1'],
	['two alike need two', { wishes: [same, same], first: [item('1')] }, 'create 1'],
	[
		'a dry run sends nothing',
		{ wishes: [same], first: [], more: { isDryRun: true } },
		'end: wouldCreate',
	],
	['the first is seen before the second is sent', { wishes: [ref, other], first: [] }, 'create 0'],
	[
		'then the rest goes out without lists',
		{
			wishes: [ref, other, third],
			first: [],
			now: [item('1', 'a')],
			creates: [{ wish: 0, id: '1' }],
		},
		'create 1, create 2',
	],
	[
		'made and shown',
		{ wishes: [same], first: [], now: [item('1')], creates: [{ wish: 0, id: '1' }] },
		'end: created 1',
	],
	[
		'shown under another ID: the own one is waited for',
		{ wishes: [same], first: [], now: [item('2')], creates: [{ wish: 0, id: '1' }] },
		'recheck',
	],
	[
		'and then the count decides',
		{ wishes: [same], first: [], now: [item('2')], creates: [{ wish: 0, id: '1' }], more: looked },
		'end: created 2',
	],
	[
		'where answers give other IDs than the list, nothing is waited for',
		{
			wishes: [same],
			first: [],
			now: [item('2')],
			creates: [{ wish: 0, id: '1' }],
			known: { answerIds: 'broken' },
		},
		'end: created 2',
	],
	[
		'a refused deletion is not waited for',
		{
			wishes: [ref],
			first: [item('1', 'old'), item('2', 'a')],
			more: { deletes: [{ item: item('1', 'old'), answered: 'refused', failure: lost }], deletion },
		},
		'end: alreadyExisted 2, not deleted',
	],
	[
		'where answers give no IDs, nothing is waited for',
		{ wishes: [same], first: [], now: [item('2')], creates: [{ wish: 0 }] },
		'end: created 2',
	],
	['not shown yet', { wishes: [same], first: [], creates: [{ wish: 0, id: '1' }] }, 'recheck'],
	[
		'not shown: asked for',
		{ wishes: [same], first: [], creates: [{ wish: 0, id: '1' }], more: looked },
		'get 1',
	],
	[
		'not shown: told, and nothing is deleted',
		{
			wishes: [same],
			first: [],
			creates: [{ wish: 0, id: '1' }],
			gets: [gone],
			more: looked,
		},
		'end: notShown',
	],
	['unclear: looked for', { wishes: [same], first: [], creates: [unclear] }, 'recheck'],
	[
		'unclear, and not there: sent again',
		{ wishes: [same], first: [], creates: [unclear], more: looked },
		'create 0',
	],
	[
		'unclear, and there',
		{ wishes: [same], first: [], now: [item('1')], creates: [unclear] },
		'end: created 1',
	],
	[
		'unclear after all tries',
		{ wishes: [same], first: [], creates: [unclear], more: { ...looked, maxRetries: 0 } },
		'end: unclear',
	],
	[
		'held by the account: that is looked at first',
		{ wishes: [same], first: [], known: { held: new Set(['create']) } },
		'recheckAccount',
	],
	[
		'held by the account',
		{
			wishes: [same],
			first: [],
			known: { held: new Set(['create']) },
			more: { isAccountRechecked: true },
		},
		'end: createsHeld',
	],
	[
		'twice by reference: the later one is ours',
		{
			wishes: [ref],
			first: [],
			now: [item('1', 'a'), item('2', 'a')],
			creates: [{ wish: 0, id: '2' }],
		},
		'delete 2',
	],
	[
		'twice by reference: the earlier one is ours, the other may go',
		{
			wishes: [ref],
			first: [],
			now: [item('1', 'a'), item('2', 'a')],
			creates: [{ wish: 0, id: '1' }],
		},
		'recheck',
	],
	[
		'IDs that are numbers are in the order of numbers',
		{
			wishes: [ref],
			first: [],
			now: [item('9', 'a'), item('10', 'a')],
			creates: [{ wish: 0, id: '9' }],
		},
		'recheck',
	],
	[
		'texts are in the order of texts, however the list has them: the later one is ours',
		{
			wishes: [ref],
			first: [],
			now: [item('x2', 'a'), item('x10', 'a')],
			creates: [{ wish: 0, id: 'x2' }],
		},
		'delete x2',
	],
	[
		'and the earlier one is ours',
		{
			wishes: [ref],
			first: [],
			now: [item('x2', 'a'), item('x10', 'a')],
			creates: [{ wish: 0, id: 'x10' }],
		},
		'recheck',
	],
	[
		'twice by same fields: no text tells which is the later',
		{ wishes: [same], first: [], now: [item('x1'), item('x2')], creates: [{ wish: 0, id: 'x2' }] },
		'recheck',
	],
	[
		'twice by same fields: numbers tell',
		{ wishes: [same], first: [], now: [item('1'), item('2')], creates: [{ wish: 0, id: '2' }] },
		'delete 2',
	],
	[
		'twice by reference from the start',
		{ wishes: [ref], first: [item('1', 'a'), item('2', 'a')], more: looked },
		'end: tooMany',
	],
	[
		'and none of them is updated',
		{ wishes: [update], first: [item('1', 'a', 5), item('2', 'a', 5)], more: looked },
		'end: tooMany',
	],
	[
		'an ID that nothing has proven is proven before its deletion',
		{
			wishes: [ref],
			first: [],
			now: [item('1', 'a'), item('2', 'a')],
			creates: [{ wish: 0, id: '2' }],
			known: { areIdsProven: false },
		},
		'prove 2',
	],
	[
		'an ID is proven before the first update',
		{ wishes: [update], first: [item('1', 'a', 5)], known: unknown },
		'prove 1',
	],
	['what differs is updated', { wishes: [update], first: [item('1', 'a', 5)] }, 'update 1'],
	[
		'an update that is not shown is looked for',
		{ wishes: [update], first: [item('1', 'a', 5)], update: updated },
		'recheck',
	],
	[
		'and told',
		{ wishes: [update], first: [item('1', 'a', 5)], more: looked, update: updated },
		'end: notKept',
	],
	[
		'unanswered, it is unclear',
		{ wishes: [update], first: [item('1', 'a', 5)], more: looked, update: updateLost },
		'end: unclear',
	],
	[
		'updated and shown',
		{ wishes: [update], first: [item('1', 'a', 5)], now: [item('1', 'a')], update: updated },
		'end: updated 1',
	],
	[
		'updates are held by the account',
		{
			wishes: [update],
			first: [item('1', 'a', 5)],
			known: { held: new Set(['update']) },
			more: { isAccountRechecked: true },
		},
		'end: updatesHeld',
	],
	[
		'deletions come last',
		{ wishes: [ref], first: [item('1', 'old')], more: { deletion } },
		'create 0',
	],
	[
		'once all was seen',
		{ wishes: [ref], first: [item('1', 'old'), item('2', 'a')], more: { deletion } },
		'delete 1',
	],
	[
		'and not where something failed',
		{
			wishes: [ref],
			first: [item('1', 'old')],
			creates: [{ wish: 0, id: '2' }],
			gets: [{ ...gone, id: '2' }],
			more: { ...looked, deletion },
		},
		'end: notShown',
	],
	[
		'what came since the first list is not deleted',
		{
			wishes: [ref],
			first: [item('2', 'a')],
			now: [item('2', 'a'), item('1', 'old')],
			more: { deletion },
		},
		'end: alreadyExisted 2',
	],
	[
		'what was deleted and is still shown is looked for',
		{
			wishes: [ref],
			first: [item('1', 'old'), item('2', 'a')],
			more: { deletes: [{ item: item('1', 'old'), answered: 'yes' }], deletion },
		},
		'recheck',
	],
	[
		'and told',
		{
			wishes: [ref],
			first: [item('1', 'old'), item('2', 'a')],
			more: { ...looked, deletes: [{ item: item('1', 'old'), answered: 'yes' }], deletion },
		},
		'end: alreadyExisted 2, not deleted',
	],
	[
		'a list that cannot be read leaves what was answered as done',
		{
			wishes: [same],
			first: [],
			creates: [{ wish: 0, id: '1' }],
			more: { unread: new Error('down') },
		},
		'end: created 1',
	],
	[
		'and tells what is still to be deleted',
		{
			wishes: [ref],
			first: [item('1', 'old')],
			creates: [{ wish: 0, id: '2' }],
			more: { unread: new Error('down'), deletion },
		},
		'end: created 2, not deleted',
	],
	[
		'but not what was seen twice',
		{
			wishes: [ref],
			first: [],
			now: [item('1', 'a'), item('2', 'a')],
			creates: [{ wish: 0, id: '1' }],
			more: { unread: new Error('down') },
		},
		'end: tooMany',
	],
	[
		'theirs is deleted meanwhile: ours is not taken for theirs',
		{
			wishes: [same, same],
			first: [item('1')],
			now: [item('2')],
			creates: [{ wish: 1, id: '2' }],
			more: looked,
		},
		'end: gone, created 2',
	],
	[
		'by same fields, more than are wanted may have been there',
		{ wishes: [same], first: [item('1'), item('2')], more: looked },
		'end: alreadyExisted 1',
	],
	[
		'several unclear ones are sent again without a list in between, where one of the run was seen',
		{
			wishes: [ref, other, third],
			first: [],
			now: [item('3', 'c')],
			creates: [unclear, { ...unclear, wish: 1 }, { wish: 2, id: '3' }],
			more: looked,
		},
		'create 0, create 1',
	],
	[
		'and one at a time, where none was seen',
		{ wishes: [ref, other], first: [], creates: [unclear, { ...unclear, wish: 1 }], more: looked },
		'create 0',
	],
	[
		'a create under a key is not sent again: the client has done so',
		{ wishes: [keyed], first: [], creates: [unclear], more: looked },
		'end: unclear',
	],
	[
		'an update that was not kept stops the others',
		{
			wishes: [update, otherUpdate],
			first: [item('1', 'a', 5), item('2', 'b', 5)],
			more: looked,
			update: updated,
		},
		'end: notKept, updatesHeld',
	],
	[
		'theirs is updated, once ours was deleted as the later one',
		{
			wishes: [update],
			first: [],
			now: [item('1', 'a', 5)],
			creates: [{ wish: 0, id: '2' }],
			isTakenBack: true,
		},
		'update 1',
	],
	[
		'what was made otherwise is not updated, but told',
		{
			wishes: [update],
			first: [],
			now: [item('1', 'a', 5)],
			creates: [{ wish: 0, id: '1' }],
		},
		'end: otherwise',
	],
	[
		'what the run could not do is not said of what it did not begin',
		{
			wishes: [ref, other],
			first: [],
			creates: [{ wish: 0, id: '1' }],
			gets: [gone],
			more: { ...looked, stopsAtFailure: true },
		},
		'end: notShown, nothing',
	],
	[
		'a stop that comes before the second create leaves it alone',
		{
			wishes: [ref, other],
			first: [],
			now: [item('1', 'a')],
			creates: [{ wish: 0, id: '1' }],
			more: { isStopped: true },
		},
		'end: created 1, nothing',
	],
	[
		'a stop leaves a duplicate where it is, and tells',
		{
			wishes: [ref],
			first: [],
			now: [item('1', 'a'), item('2', 'a')],
			creates: [{ wish: 0, id: '2' }],
			more: { ...looked, isStopped: true },
		},
		'end: tooMany',
	],
	[
		'where the run stops, nothing is started behind a refusal',
		{
			wishes: [ref, other],
			first: [],
			creates: [{ wish: 0, answered: 'refused', failure: lost }],
			more: { stopsAtFailure: true },
		},
		'end: refused, nothing',
	],
	[
		'and where nothing was refused, it goes on',
		{ wishes: [same], first: [], more: { stopsAtFailure: true } },
		'create 0',
	],
	[
		'what is refused the second time may still be there of the first',
		{
			wishes: [ref],
			first: [],
			creates: [unclear, { wish: 0, answered: 'refused', failure: lost }],
			more: looked,
		},
		'end: unclear',
	],
	[
		'an answer with the ID of what was there names nothing new',
		{ wishes: [same, same], first: [item('1')], now: both, creates: [{ wish: 1, id: '1' }] },
		'end: alreadyExisted 1, created 2',
	],
	[
		'an ID that two answers give is that of neither',
		{
			wishes: [ref, other],
			first: [],
			now: [item('1', 'a'), item('2', 'b')],
			creates: [
				{ wish: 0, id: '9' },
				{ wish: 1, id: '9' },
			],
		},
		'end: created 1, created 2',
	],
	[
		'what is there stands last for an input that was refused',
		{
			wishes: [same, same],
			first: [],
			now: [item('1')],
			creates: [{ wish: 0, answered: 'refused', failure: lost }, { wish: 1 }],
		},
		'end: refused, created 1',
	],
	[
		'by same fields, what has come meanwhile may go again',
		{ wishes: [same], first: [], now: [item('1')] },
		'create 0',
	],
	[
		'unless the service itself has found it there',
		{
			wishes: [same],
			first: [],
			now: [item('1')],
			creates: [{ wish: 0, answered: 'refused', failure: failureOf(CREATE, answered(409)) }],
		},
		'end: alreadyExisted 1',
	],
	[
		'a dry run tells what it would delete beside what it would create',
		{ wishes: [ref], first: [item('1', 'old')], more: { isDryRun: true, deletion } },
		'end: wouldCreate, wouldDelete 1',
	],
	[
		'where the run stops, nothing more is deleted behind a refusal',
		{
			wishes: [ref],
			first: [item('1', 'old'), item('3', 'older'), item('2', 'a')],
			more: {
				stopsAtFailure: true,
				deletes: [{ item: item('1', 'old'), answered: 'refused', failure: lost }],
				deletion,
			},
		},
		'end: alreadyExisted 2, not deleted',
	],
	[
		'by same fields, what else was there at first is no duplicate less',
		{
			wishes: [same],
			first: [item('5', undefined, 99)],
			now: [item('5', undefined, 99), item('1'), item('2')],
			creates: [{ wish: 0, id: '2' }],
		},
		'delete 2',
	],
	[
		'two alike, of which one was there: a third is one too many',
		{
			wishes: [same, same],
			first: [item('1')],
			now: [item('1'), item('2'), item('3')],
			creates: [{ wish: 1, id: '2' }],
			more: looked,
		},
		'end: tooMany, tooMany',
	],
	[
		'an update that stays unclear stops no other',
		{
			wishes: [update, otherUpdate],
			first: [item('1', 'a', 5), item('2', 'b', 5)],
			more: looked,
			update: updateLost,
		},
		'update 2',
	],
	[
		'where the IDs are not true, what is new is created all the same',
		{
			wishes: [update, other],
			first: [item('1', 'a', 5)],
			known: unknown,
			more: { disproof: gone },
		},
		'create 1',
	],
	[
		'a stop deletes nothing, and says nothing of it',
		{
			wishes: [ref],
			first: [item('1', 'old'), item('2', 'a')],
			more: { isStopped: true, deletion },
		},
		'end: alreadyExisted 2',
	],
];

it.each(cases)('%s', (_, told, expected) => {
	expect(inWords(decided(told))).toBe(expected);
});

it.each([
	['refused' as const, ['1']],
	['missing' as const, []],
])(
	'an ID that a GET has found %s is remembered as %j: later, only a new 404 proves a deletion',
	(found, ids) => {
		const { step } = decided({
			wishes: [same],
			first: [],
			creates: [{ wish: 0, id: '1' }],
			gets: [{ id: '1', found }],
			more: looked,
		});
		const [outcome] = step.do === 'end' ? step.outcomes : [];
		expect(outcome).toMatchObject({ is: 'failed', earlier: { state: 'stray', ids } });
	},
);

it.each<[string, Told, string[]]>([
	[
		'what was answered, and no list shows',
		{ wishes: [same], first: [], creates: [{ wish: 0 }] },
		['create'],
	],
	[
		'what a list shows',
		{ wishes: [same], first: [], now: [item('1')], creates: [{ wish: 0 }] },
		[],
	],
	['what was there at first, and is gone', { wishes: [same], first: [item('1')], now: [] }, []],
	['what may not be there at all', { wishes: [same], first: [], creates: [unclear] }, []],
	[
		'an answered update that no list shows',
		{ wishes: [update], first: [item('1', 'a', 5)], update: updated },
		['update'],
	],
])('%s: what it holds up of the account', (_, told, held) => {
	const proof = new AccountProof();
	proof.remember(factsIn(told));
	expect([...proof.held]).toEqual(held);
});

describe('what an earlier try of the execution has left', () => {
	const after = (earlier: EarlierAttempt, wish = same): Wish => ({ ...wish, earlier });
	const failure = lost;
	const sentAs = { protection: 'reference', fields: { ...spa, reference: 'a' } } as const;
	const strayed = after({ state: 'stray', ids: ['1'], error: new Error('not shown') });

	it.each<[string, Told, string]>([
		[
			'done: stands for its item first',
			{ wishes: [after({ state: 'done' }), same], first: [item('1')] },
			'create 1',
		],
		[
			'also where it comes later',
			{ wishes: [same, after({ state: 'done' })], first: [item('1')] },
			'create 0',
		],
		[
			'done, and gone since: not made again',
			{ wishes: [after({ state: 'done' })], first: [] },
			'end: nothing',
		],
		[
			'twice, and one is gone since',
			{
				wishes: [after({ state: 'stray', ids: ['1', '2'], error: new Error('twice') })],
				first: [item('1')],
			},
			'end: created 1',
		],
		[
			'unclear, and there: counts once, where an alike one is wanted as well',
			{ wishes: [after({ state: 'unclear', failure }), same], first: [item('1')] },
			'create 1',
		],
		[
			'not shown, and shown since: counts once, where an alike one is wanted as well',
			{ wishes: [strayed, same], first: [item('1')] },
			'create 1',
		],
		[
			'unclear: looked for as it was sent',
			{
				wishes: [after({ state: 'unclear', failure, sentAs })],
				first: [item('1', 'a')],
			},
			'end: created 1',
		],
		[
			'unclear, and not there: sent again once, whatever Max Retries says',
			{
				wishes: [after({ state: 'unclear', failure, sentAs }, ref)],
				first: [],
				more: { ...looked, maxRetries: 0 },
			},
			'create 0',
		],
		[
			'and not twice',
			{
				wishes: [after({ state: 'unclear', failure, sentAs }, ref)],
				first: [],
				creates: [unclear],
				more: { ...looked, maxRetries: 0 },
			},
			'end: unclear',
		],
		[
			'changed and not seen: a new create goes by Max Retries',
			{
				wishes: [after({ state: 'unseen', error: lost })],
				first: [],
				creates: [unclear],
				more: { ...looked, maxRetries: 0 },
			},
			'end: unclear',
		],
		[
			'unclear: looked for by the reference that it was sent with, too',
			{
				wishes: [after({ state: 'unclear', failure, sentAs })],
				first: [{ ...item('1', 'a'), mark: 'a' }],
			},
			'end: created 1',
		],
		[
			'not shown, and shown since under another ID: that is not waited for',
			{ wishes: [strayed], first: [item('2')] },
			'end: created 2',
		],
		[
			'not shown, and shown since otherwise than it is wanted: updated',
			{
				wishes: [after({ state: 'stray', ids: ['1'], error: new Error('not shown') }, update)],
				first: [item('1', 'a', 5)],
			},
			'update 1',
		],
		['not shown: not sent again', { wishes: [strayed], first: [], more: looked }, 'get 1'],
		[
			'not shown, deleted, and made anew: that one is remembered',
			{
				wishes: [strayed],
				first: [],
				creates: [{ wish: 0, id: '2' }],
				gets: [gone, { ...gone, id: '2' }],
				more: looked,
			},
			'end: notShown',
		],
		[
			'not shown: sent again once its deletion was seen',
			{
				wishes: [strayed],
				first: [],
				gets: [gone],
				more: looked,
			},
			'create 0',
		],
	])('%s', (_, told, expected) => {
		expect(inWords(decided(told))).toBe(expected);
	});
});
