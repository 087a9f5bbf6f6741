import type { Choose } from './play';
import { play } from './play';
import type { Scope, World } from './worlds';
import { FAULTS, worldsOf } from './worlds';

// A history has many errors, and nobody traces them.
Error.stackTraceLimit = 0;

/** How many histories each scope plays at most; a million with SEARCH_HISTORIES=1000000, of one scope with -t. */
const MOST = Number(process.env.SEARCH_HISTORIES ?? 600);

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
	const findings = { histories: 0, done: 0, cutOff: 0, broken: {} as Record<string, string> };
	const tell = async (world: World, choose: Choose): Promise<void> => {
		const { broken, told } = await play(world, choose);
		findings.histories++;
		if (JSON.stringify(told).includes('"action"')) findings.done++;
		if (broken) findings.broken[broken] = JSON.stringify([world, told], null, 1);
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
/** With two processes, what arrives late is a limit. */
const inTime = FAULTS.filter(({ kind }) => kind !== 'late');
const tooLate = FAULTS.filter(({ kind }) => kind === 'late');

const SCOPES: Record<string, Scope> = {
	'one process': { fault, plan, there, answer, late, retries: [0, 2], stops, again },
	'one process, deletions': { fault, plan: ['sync2'], there: ['stale'], remove, late, again },
	'several reservations': { fault, reservations: [2, 3], plan: mixed, there, stops, again },
	'two processes': { processes, plan, there, answer, again },
	'two processes, a late list': { processes, plan, there: few, late: [400, 3000] },
	'two processes, one fault': { processes, fault: inTime, plan: mixed, there: few, answer, again },
	'two or three, healing': { processes: [2, 3], plan: REFERENCES, remove, late: [0, 400], again },
	'in no list or cut': {
		list: ['never', 'cut'],
		fault,
		plan,
		there: few,
		reservations: [1, 3],
		again,
	},
	'updates that blank': {
		patch,
		fault,
		plan: ['update1', 'update2', 'sync2'],
		there: ['first', 'both'],
	},
};

it.each(Object.entries(SCOPES))(
	'%s: every word is true',
	async (name, scope) => {
		const { histories, done, cutOff, broken } = await search(scope);
		if (process.env.SEARCH_HISTORIES) console.log(name, { histories, done, cutOff });
		expect(broken).toEqual({});
		expect(done).toBeGreaterThan(histories / 2);
	},
	60_000 + MOST * 20,
);

/** What no rule here can help, as docs/charge-safety.md has it: what happens, what follows, and where. */
const LIMITS: Array<[string, string, Scope]> = [
	[
		'Our own Timeout ends a create that is carried out later, while another n8n process creates the same',
		'DOUBLE in silence, late',
		{ processes, fault: tooLate, plan: ['ref1', 'same1'] },
	],
	[
		'The list is late, answers to creates have no ID, and another n8n process creates the same',
		'DOUBLE in silence, first',
		{ processes, late: [400], answer: ['nothing'], plan: ['ref1', 'same1'] },
	],
];

it.each(LIMITS)('limit: %s: %s', async (_, follows, scope) => {
	expect(Object.keys((await search(scope)).broken)).toEqual([follows]);
});
