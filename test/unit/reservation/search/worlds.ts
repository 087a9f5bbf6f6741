import type { Fault } from './modelService';

export const DAY = '2026-12-07';

/** A charge that is wanted. */
export interface Wanted {
	reference?: string;
	amount: number;
	date: string;
	description: string;
	accountCode?: string;
}

export interface Plan {
	operation: 'create' | 'upsert' | 'sync';
	wanted: Wanted[];
}

const tax = (more: Partial<Wanted> = {}): Wanted => {
	return { amount: 10, date: DAY, description: 'tax', ...more };
};
const own = (name: string): Wanted => tax({ reference: `own-${name}` });

const PLANS = {
	ref1: { operation: 'create', wanted: [own('a')] },
	ref2: { operation: 'create', wanted: [own('a'), own('b')] },
	same1: { operation: 'create', wanted: [tax()] },
	alike2: { operation: 'create', wanted: [tax(), tax()] },
	differ2: { operation: 'create', wanted: [tax(), tax({ amount: 20 })] },
	/** One charge with the account code may stand for either. */
	overlap2: { operation: 'create', wanted: [tax(), tax({ accountCode: '44' })] },
	update1: { operation: 'upsert', wanted: [own('a')] },
	update2: { operation: 'upsert', wanted: [own('a'), own('b')] },
	sync2: { operation: 'sync', wanted: [own('a'), own('b')] },
} satisfies Record<string, Plan>;

/** What a service may be like and what may happen; the first value of each is the usual one. */
export const DIMENSIONS = {
	plan: Object.keys(PLANS) as Array<keyof typeof PLANS>,
	/** What each reservation has before the first run. */
	there: ['nothing', 'first', 'both', 'stale'],
	processes: [1, 2, 3],
	reservations: [1, 2, 3],
	answer: ['item', 'nothing'],
	/** When a change shows, in milliseconds. */
	late: [0, 400, 3000],
	list: ['whole', 'never', 'cut'],
	patch: ['merge', 'blank', 'ignore'],
	remove: ['done', 'done404', 'refused', 'ignored'],
	retries: [1, 0, 2],
	stops: [false, true],
	/** What the first process does next: the same execution once more, or another one. */
	again: ['run', 'retry'],
	/** Between the two, n8n is started anew. */
	restart: [false, true],
} as const;

export type World = {
	[Name in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Name][number];
} & { fault?: { n: number; kind: Fault } };

export type Scope = { [Name in keyof World]?: ReadonlyArray<World[Name]> };

export const usual = Object.fromEntries(
	Object.entries(DIMENSIONS).map(([name, values]) => [name, values[0]]),
) as unknown as World;

const KINDS: Fault[] = ['lostMade', 'lostNotMade', 'late', 'refused', 'conflict', 'stop', 'kill'];

export const FAULTS = [0, 1, 2, 3, 4, 5, 6].flatMap((n) => KINDS.map((kind) => ({ n, kind })));

export function worldsOf(scope: Scope): World[] {
	let worlds: World[] = [usual];
	for (const [name, values] of Object.entries(scope)) {
		worlds = worlds.flatMap((world) => values.map((value) => ({ ...world, [name]: value })));
	}
	return worlds.filter(makesSense);
}

function makesSense({ plan, there }: World): boolean {
	return there !== 'stale' || planOf(plan).wanted.every(({ reference }) => reference);
}

export function planOf(name: World['plan']): Plan {
	return PLANS[name];
}

/** What is to be updated has another amount, and an account code that the update does not name. */
export function chargesBefore({ plan, there }: World): Wanted[] {
	const { operation, wanted } = planOf(plan);
	const before = wanted.map((each) => {
		return operation === 'create' ? each : { ...each, amount: 5, accountCode: 'x' };
	});
	switch (there) {
		case 'nothing':
			return [];
		case 'first':
			return before.slice(0, 1);
		case 'both':
			return before;
		case 'stale':
			return [own('y'), own('z'), tax({ reference: 'other-1' })];
	}
}
