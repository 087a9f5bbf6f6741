import type { Choose, Played } from './play';
import { play } from './play';
import type { Scope, World } from './worlds';
import { FAULTS, usual, worldsOf } from './worlds';

/** How many histories each scope plays; a million with SEARCH_HISTORIES=1000000, of that scope alone with -t. */
const MOST = Number(process.env.SEARCH_HISTORIES ?? 1000);
const TIMEOUT_MS = Math.max(60_000, MOST * 20);

/** One choice after another, of so many; the next history differs in the last that can differ. */
class Script {
	private made: Array<{ chosen: number; of: number }> = [];
	private position = 0;
	isOver = false;

	readonly choose = (of: number): number => {
		const known = this.made[this.position] ?? { chosen: 0, of };
		known.of = of;
		this.made[this.position++] = known;
		return known.chosen;
	};

	/** @returns false after the last one */
	next(): boolean {
		this.made.length = this.position;
		this.position = 0;
		while (this.made.length > 0) {
			const last = this.made.pop() as { chosen: number; of: number };
			if (last.chosen + 1 >= last.of) continue;
			this.made.push({ ...last, chosen: last.chosen + 1 });
			return true;
		}
		this.isOver = true;
		return false;
	}
}

interface Findings {
	histories: number;
	/** Those in which something was done. */
	done: number;
	/** Worlds of which not all histories were played. */
	cutOff: number;
	broken: Map<string, string>;
}

/** The same numbers each time. */
function randomly(seed: number): Choose {
	let state = seed + 1;
	return (of) => {
		state = (state * 48271) % 2147483647;
		return state % of;
	};
}

async function search(scope: Scope): Promise<Findings> {
	const worlds = worldsOf(scope);
	const findings: Findings = { histories: 0, done: 0, cutOff: 0, broken: new Map() };
	// Where there are too many, as many of each part.
	const step = Math.max(1, worlds.length / MOST);
	const most = Math.max(1, MOST / worlds.length);
	for (let n = 0; n < worlds.length; n += step) {
		const world = worlds[Math.floor(n)] as World;
		const script = new Script();
		let played = 0;
		do note(findings, world, await play(world, script.choose));
		while (script.next() && ++played < most / 2);
		if (script.isOver) continue;
		findings.cutOff++;
		// The first ones differ at their end: the others differ anywhere.
		for (; played < most; played++) {
			note(findings, world, await play(world, randomly(findings.histories)));
		}
	}
	return findings;
}

function note(findings: Findings, world: World, { broken, told }: Played): void {
	findings.histories++;
	if (JSON.stringify(told).includes('"action"')) findings.done++;
	if (!broken) return;
	const odd = Object.entries(world).filter(([name, value]) => value !== usual[name as 'plan']);
	findings.broken.set(broken, JSON.stringify([Object.fromEntries(odd), told], null, 1));
}

const REFERENCES = ['ref1', 'ref2', 'update1', 'update2', 'sync2'] as const;
const FIELDS = ['same1', 'alike2', 'differ2', 'overlap2'] as const;
const PLANS = [...REFERENCES, ...FIELDS];
const THERE = ['nothing', 'first', 'both', 'stale'] as const;
const AGAIN = ['run', 'retry'] as const;
const ANSWERS = ['item', 'nothing'] as const;
const LATE = [0, 400, 3000] as const;
const ANY_FAULT = [undefined, ...FAULTS];

const SCOPES: Record<string, Scope> = {
	'one process, every fault': {
		fault: ANY_FAULT,
		plan: PLANS,
		there: THERE,
		answer: ANSWERS,
		late: LATE,
		retries: [0, 2],
		stops: [false, true],
		again: AGAIN,
	},
	'one process, every fault, a service that deletes otherwise': {
		fault: ANY_FAULT,
		plan: ['sync2'],
		there: ['stale'],
		remove: ['done404', 'refused', 'ignored'],
		late: LATE,
		again: AGAIN,
	},
	'several reservations, any order': {
		reservations: [2, 3],
		fault: [undefined, ...FAULTS.filter(({ kind }) => kind !== 'down')],
		plan: ['ref1', 'ref2', 'alike2', 'update1', 'sync2'],
		there: ['nothing', 'stale'],
		late: [0, 400],
		stops: [false, true],
		again: AGAIN,
	},
	'two processes': {
		processes: [2],
		plan: PLANS,
		there: THERE,
		answer: ANSWERS,
		again: AGAIN,
	},
	'two processes, a late list': {
		processes: [2],
		plan: PLANS,
		there: ['nothing', 'first'],
		late: [400, 3000],
	},
	'two processes, one fault': {
		processes: [2],
		fault: FAULTS.filter(({ kind }) => kind !== 'late'),
		plan: ['ref1', 'update1', 'sync2', 'same1', 'alike2'],
		there: ['nothing', 'first'],
		answer: ANSWERS,
		again: AGAIN,
	},
	'two and three processes by reference, where none or all are deleted': {
		processes: [2, 3],
		plan: REFERENCES,
		remove: ['done', 'refused', 'done404'],
		late: [0, 400],
		again: AGAIN,
	},
	'outside of the contract': {
		list: ['never', 'cut'],
		fault: ANY_FAULT,
		plan: PLANS,
		there: ['nothing', 'first'],
		reservations: [1, 3],
		answer: ANSWERS,
		again: AGAIN,
	},
	'outside of the contract: updates': {
		patch: ['blank', 'ignore'],
		fault: [undefined, ...FAULTS.filter(({ kind }) => kind !== 'kill')],
		plan: ['update1', 'update2', 'sync2'],
		there: ['first', 'both'],
		again: AGAIN,
	},
};

it.each(Object.entries(SCOPES))(
	'%s: every word is true',
	async (name, scope) => {
		const start = Date.now();
		const { histories, done, cutOff, broken } = await search(scope);
		if (process.env.SEARCH_HISTORIES)
			console.log(name, histories, done, cutOff, Date.now() - start);
		expect(Object.fromEntries(broken)).toEqual({});
		expect(done).toBeGreaterThan(histories / 2);
	},
	TIMEOUT_MS,
);
