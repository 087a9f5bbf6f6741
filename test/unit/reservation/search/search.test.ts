import type { Choose } from './play';
import { play } from './play';
import type { Scope, World } from './modelService';
import { FAULTS, worldsOf } from './modelService';

// A history has many errors, and nobody traces them.
Error.stackTraceLimit = 0;

/** How many histories each scope plays at most; a million in all with SEARCH_HISTORIES=200000, of one scope with -t. */
const MOST = Number(process.env.SEARCH_HISTORIES ?? 300);

jest.setTimeout(60_000 + MOST * 20);

/** One choice after another; the next history differs in the last one that can. */
class Script {
	isOver = false;
	private made: Array<{ chosen: number; of: number }> = [];
	private position = 0;

	readonly choose: Choose = (of) => {
		const known = this.made[this.position] ?? { chosen: 0, of };
		this.made[this.position++] = { ...known, of };
		return known.chosen;
	};

	next(): void {
		this.made.length = this.position;
		this.position = 0;
		while (this.made.length > 0) {
			const { chosen, of } = this.made.pop() as { chosen: number; of: number };
			if (chosen + 1 === of) continue;
			this.made.push({ chosen: chosen + 1, of });
			return;
		}
		this.isOver = true;
	}
}

/** The same numbers each time. */
function randomly(seed: number): Choose {
	let state = seed + 1;
	return (of) => (state = (state * 48271) % 2147483647) % of;
}

/** Plays a scope: of worlds that have more histories than there is room for, those are cut off. */
async function search(scope: Scope) {
	const worlds = worldsOf(scope);
	const broken: Record<string, string> = {};
	const findings = { histories: 0, done: 0, cutOff: 0, broken, said: '' };
	const tell = async (world: World, choose: Choose): Promise<void> => {
		const played = await play(world, choose);
		findings.histories++;
		findings.said = JSON.stringify(played.told);
		if (findings.said.includes('"action"')) findings.done++;
		if (played.broken) broken[played.broken] = JSON.stringify([world, played.told], null, 1);
	};
	// Where there are too many, some of each part.
	const step = Math.max(1, worlds.length / MOST);
	const most = Math.max(1, MOST / worlds.length);
	for (let n = 0; n < worlds.length; n += step) {
		const world = worlds[Math.floor(n)] as World;
		const script = new Script();
		let played = 0;
		for (; played < most / 2 && !script.isOver; played++) {
			await tell(world, script.choose);
			script.next();
		}
		if (script.isOver) continue;
		findings.cutOff++;
		// The first ones differ at their end: others differ anywhere.
		for (; played < most; played++) await tell(world, randomly(findings.histories));
	}
	return findings;
}

const REFERENCES = ['ref1', 'ref2', 'update1', 'update2', 'sync2'] as const;
const plan = [...REFERENCES, 'same1', 'alike2', 'differ2', 'overlap2'] as const;
const mixed = ['ref1', 'ref2', 'alike2', 'update1', 'sync2'] as const;
const there = ['nothing', 'first', 'both', 'stale'] as const;
const few = ['nothing', 'first'] as const;
const again = ['run', 'retry'] as const;
const answer = ['item', 'nothing'] as const;
const late = [0, 400, 3000] as const;
const remove = ['done', 'done404', 'refused', 'ignored'] as const;
const patch = ['blank', 'ignore'] as const;
const stops = [false, true] as const;
const processes = [2] as const;
const fault = [undefined, ...FAULTS];
const noId = { late: [400], answer: ['nothing'] } as const;
const stale = { plan: ['sync2'], there: ['stale'] } as const;
/** With two processes, what arrives late is a limit. */
const inTime = FAULTS.filter(({ kind }) => kind !== 'late');
const tooLate = FAULTS.filter(({ kind }) => kind === 'late');

const updates = ['update1', 'update2', 'sync2'] as const;
const unshown = { list: ['never', 'cut'], fault, plan, there: few, reservations: [1, 3] } as const;

const SCOPES: Record<string, Scope> = {
	'one process': { fault, plan, there, answer, late, retries: [0, 2], stops, again },
	'one process, deletions': { ...stale, fault, remove, late, again },
	'several reservations': { fault, reservations: [2, 3], plan: mixed, there, stops, again },
	'two processes': { processes, plan, there, answer, again },
	'two processes, a late list': { processes, plan, there: few, late: [400, 3000] },
	'two processes, one fault': { processes, fault: inTime, plan: mixed, there: few, answer, again },
	'two or three, healing': { processes: [2, 3], plan: REFERENCES, remove, late: [0, 400], again },
	'in no list or cut': { ...unshown, again },
	'updates that blank': { patch, fault, plan: updates, there: ['first', 'both'] },
};

it.each(Object.entries(SCOPES))('%s: every word is true', async (name, scope) => {
	const { histories, done, cutOff, broken } = await search(scope);
	if (process.env.SEARCH_HISTORIES) console.log(name, { histories, done, cutOff });
	expect(broken).toEqual({});
	expect(done).toBeGreaterThan(histories / 3);
});

const DOUBLE = 'DOUBLE in silence';
const UNSHOWN = 'was created and may be on the bill';
const both = ['ref1', 'same1'] as const;
const before = { plan: updates, there: ['first'] } as const;

/** Outside of the contract, as docs/charge-safety.md has it: what happens, and what is said or follows. */
const LIMITS: Array<[string, string, Scope]> = [
	['a lost create, late, two processes', DOUBLE, { processes, fault: tooLate, plan: both }],
	['a late list, answers without ID, two processes', DOUBLE, { ...noId, processes, plan: both }],
	['a list that never shows what is created', UNSHOWN, { list: ['never'], plan: both }],
	['a list that is later than 3.5 seconds', UNSHOWN, { late: [5000], plan: both }],
	['a shorter text', 'stored this text otherwise', { list: ['cut'], plan: ['same1'] }],
	['an update that blanks', 'otherwise: Account Code', { ...before, patch: ['blank'] }],
	['an update of nothing', 'otherwise: Amount 5', { ...before, patch: ['ignore'] }],
	['a deletion of nothing', 'the list still shows it', { ...stale, remove: ['ignored'] }],
];

it.each(LIMITS)('limit: %s: %s', async (_, words, scope) => {
	const { broken, said } = await search(scope);
	expect([said, ...Object.keys(broken)].join()).toContain(words);
	if (words !== DOUBLE) expect(broken).toEqual({});
});
