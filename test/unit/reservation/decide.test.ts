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
import { broken, CREATE, failureOf, UPDATE } from '../support/http';

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
	isIdShared: false,
});

const [same, ref, other] = [wishOf(), wishOf('a'), wishOf('b')];
const update = wishOf('a', { whenFound: 'update' });
const unknown: Known = {
	answerIds: 'unknown',
	areIdsProven: false,
	seen: new Set(),
	held: new Map(),
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
	const mapper = {
		showsCustom: () => true,
		asUpdated: () => ({}),
		withoutUnplaced: <Fields>(fields: Fields): Fields => fields,
	};
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
	[/deleted meanwhile/, 'gone'],
	[/other values than were sent/, 'otherwise'],
	[/must be filled in/, 'incomplete'],
];

function failureIn({ error, earlier }: FailedOutcome): string {
	if (earlier?.state === 'unclear') return 'unclear';
	if (error === lost) return 'refused';
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
const lost = failureOf(CREATE, broken('ECONNRESET'));
const unclear = { wish: 0, answered: 'unclear' as const, failure: lost };
const both = [item('1'), item('2')];
const before = item('1', 'a', 5);
const old = item('1', 'old');
const updated: SentUpdate = { before, answered: 'yes' };
const updateLost: SentUpdate = {
	before,
	answered: 'unclear',
	failure: failureOf(UPDATE, broken('ECONNRESET')),
};

/** One create, which was answered with this ID. */
function made(
	wish: Wish,
	id: string | undefined,
	now: ExistingItem[] = [],
	more: Told['more'] = {},
): Told {
	return { wishes: [wish], first: [], now, creates: [{ wish: 0, id }], more };
}

/** Two items with the reference of the one create, which was answered with the ID of one of them. */
function twice(ids: [string, string], own: string, more: Told['more'] = {}): Told {
	const now = ids.map((id) => item(id, 'a'));
	return made(ref, own, now, more);
}

/** A sync with Delete Missing, which has found what is old beside what is wanted. */
function syncing(more: Told['more'], first = [old, item('2', 'a')]): Told {
	const deletion = { prefix: 'ol', wanted: new Set<string>() };
	return { wishes: [ref], first, more: { deletion, ...more } };
}

/** One update, sent for what the first list showed. */
function updating(sent: SentUpdate, more: Told['more'] = {}): Told {
	return { wishes: [update], first: [before], update: sent, more };
}

const refusedDeletion = { item: old, answered: 'refused', failure: lost } as const;

// What an ordinary run does, and what a user is told of one that fails, the engine tests show.
const cases: Array<[string, Told, string]> = [
	[
		'what lacks a field for a new charge is not created, though it was there when the run was checked',
		{
			wishes: [wishOf('a', { fields: { amount: 10, reference: 'a', reservationId: 'R-1' } })],
			first: [],
		},
		'end: incomplete',
	],
	['shown under another ID: the own one is waited for', made(same, '1', [item('2')]), 'recheck'],
	[
		'where answers give other IDs than the list, nothing is waited for',
		{ ...made(same, '1', [item('2')]), known: { answerIds: 'broken' } },
		'end: created 2',
	],
	['not shown: asked for', made(same, '1', [], looked), 'get 1'],
	['unclear: looked for', { wishes: [same], first: [], creates: [unclear] }, 'recheck'],
	['IDs that are numbers are in the order of numbers', twice(['9', '10'], '9'), 'recheck'],
	[
		'texts are in the order of texts, however the list has them: the later one is ours',
		twice(['x2', 'x10'], 'x2'),
		'delete x2',
	],
	[
		'of several with one reference from the start, none is updated',
		{ wishes: [update], first: [before, item('2', 'a', 5)], more: looked },
		'end: tooMany',
	],
	[
		'an ID that nothing has proven is proven before its deletion',
		{ ...twice(['1', '2'], '2'), known: { areIdsProven: false } },
		'prove 2',
	],
	['an update that is not shown is looked for', updating(updated), 'recheck'],
	['unanswered, it is unclear', updating(updateLost, looked), 'end: unclear'],
	[
		'what was deleted and is still shown is looked for',
		syncing({ deletes: [{ item: old, answered: 'yes' }] }),
		'recheck',
	],
	[
		'a refused deletion is not waited for',
		syncing({ deletes: [refusedDeletion] }),
		'end: alreadyExisted 2, not deleted',
	],
	[
		'where the run stops, nothing more is deleted behind a refusal',
		syncing({ stopsAtFailure: true, deletes: [refusedDeletion] }, [
			...[old, item('3', 'older'), item('2', 'a')],
		]),
		'end: alreadyExisted 2, not deleted',
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
		{ wishes: [same], first: both, more: looked },
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
		'what was made otherwise is not updated, but told',
		made(update, '1', [before]),
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
		'a stop leaves a duplicate where it is, and tells',
		twice(['1', '2'], '2', { ...looked, isStopped: true }),
		'end: tooMany',
	],
	[
		'an answer with the ID of what was there names nothing new',
		{ wishes: [same, same], first: [item('1')], now: both, creates: [{ wish: 1, id: '1' }] },
		'end: alreadyExisted 1, created 2',
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
		'by same fields, what else was there at first is no duplicate less',
		{
			wishes: [same],
			first: [item('5', undefined, 99)],
			now: [item('5', undefined, 99), ...both],
			creates: [{ wish: 0, id: '2' }],
		},
		'delete 2',
	],
	[
		'two alike, of which one was there: a third is one too many',
		{
			wishes: [same, same],
			first: [item('1')],
			now: [...both, item('3')],
			creates: [{ wish: 1, id: '2' }],
			more: looked,
		},
		'end: tooMany, tooMany',
	],
	[
		'an update that stays unclear stops no other',
		{
			wishes: [update, otherUpdate],
			first: [before, item('2', 'b', 5)],
			more: looked,
			update: updateLost,
		},
		'update 2',
	],
	[
		'where the IDs are not true, what is new is created all the same',
		{ wishes: [update, other], first: [before], known: unknown, more: { disproof: gone } },
		'create 1',
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
	['what was answered, and no list shows', made(same, undefined), ['create']],
	['what a list shows', made(same, undefined, [item('1')]), []],
	['what was there at first, and is gone', { wishes: [same], first: [item('1')], now: [] }, []],
	['an answered update that no list shows', updating(updated), ['update']],
])('%s: what it holds up of the account', (_, told, held) => {
	const proof = new AccountProof();
	proof.holdUp(factsIn(told));
	expect([...proof.held.keys()]).toEqual(held);
});

it('what one deleted charge has held up is let go, and not what another one holds up', async () => {
	const proof = new AccountProof();
	for (const id of ['1', '2']) {
		const more = { ...looked, reservationId: `R-${id}` };
		proof.holdUp(factsIn({ wishes: [same], first: [], creates: [{ wish: 0, id }], more }));
	}
	const list = () => Promise.resolve([]);
	const find = (id: string) => Promise.resolve(id === '1' ? 'missing' : 'unread');
	await proof.recheck({ list, find } as never, 'R-3');
	expect([...proof.held]).toEqual([['create', 'R-2']]);
});

describe('what an earlier try of the execution has left', () => {
	const after = (earlier: EarlierAttempt, wish = same): Wish => ({ ...wish, earlier });
	const sentAs = { protection: 'reference', fields: { ...spa, reference: 'a' } } as const;
	const lostBefore: EarlierAttempt = { state: 'unclear', failure: lost, sentAs };
	const strayed: EarlierAttempt = { state: 'stray', ids: ['1'], error: new Error('not shown') };
	const twice: EarlierAttempt = { state: 'stray', ids: ['1', '2', '3'], error: new Error('twice') };
	const alsoStrayed: EarlierAttempt = { ...strayed, ids: ['2'] };
	const done = after({ state: 'done' });
	const withoutRetries = { ...looked, maxRetries: 0 };

	it.each<[string, Told, string]>([
		['done, and gone since: not made again', { wishes: [done], first: [] }, 'end: nothing'],
		[
			'twice, and one is gone since',
			{
				wishes: [after({ state: 'stray', ids: ['1', '2'], error: new Error('twice') })],
				first: [item('1')],
			},
			'end: created 1',
		],
		[
			'one too many, and all are there, whichever input was made',
			{ wishes: [same, after(twice)], first: [item('1'), item('2'), item('3')], more: looked },
			'end: tooMany, tooMany',
		],
		[
			'unclear, and there: counts once, where an alike one is wanted as well',
			{ wishes: [after({ state: 'unclear', failure: lost }), same], first: [item('1')] },
			'create 1',
		],
		[
			'not shown, and shown since: counts once, where an alike one is wanted as well',
			{ wishes: [after(strayed), same], first: [item('1')] },
			'create 1',
		],
		[
			'unclear: looked for as it was sent',
			{ wishes: [after(lostBefore)], first: [item('1', 'a')] },
			'end: created 1',
		],
		[
			'by the reference that it was sent with, too',
			{ wishes: [after(lostBefore)], first: [{ ...item('1', 'a'), mark: 'a' }] },
			'end: created 1',
		],
		[
			'unclear, and not there: sent again once, whatever Max Retries says',
			{ wishes: [after(lostBefore, ref)], first: [], more: withoutRetries },
			'create 0',
		],
		[
			'not shown, and shown since under another ID: that is not waited for',
			{ wishes: [after(strayed)], first: [item('2')] },
			'end: created 2',
		],
		[
			'not shown, deleted, and made anew: that one is remembered',
			{
				wishes: [after(strayed)],
				first: [],
				creates: [{ wish: 0, id: '2' }],
				gets: [gone, { ...gone, id: '2' }],
				more: looked,
			},
			'end: notShown',
		],
		[
			'two not shown, of which one was deleted: the other is asked for',
			{ wishes: [after(strayed), after(alsoStrayed)], first: [], gets: [gone], more: looked },
			'get 2',
		],
		[
			'not shown: sent again once its deletion was seen',
			{ wishes: [after(strayed)], first: [], gets: [gone], more: looked },
			'create 0',
		],
	])('%s', (_, told, expected) => {
		expect(inWords(decided(told))).toBe(expected);
	});
});
