export const DAY = '2026-12-07';

const TAX = { amount: 10, date: DAY, description: 'tax' };
export type Wanted = typeof TAX & { reference?: string; accountCode?: string };
export type Plan = { operation: 'create' | 'upsert' | 'sync'; wanted: Wanted[] };

const tax = (more: Partial<Wanted> = {}): Wanted => ({ ...TAX, ...more });
const own = (name: string): Wanted => tax({ reference: `own-${name}` });

export const PLANS = {
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

/** `late`: our own Timeout ends it, and it is carried out after the run. */
const KINDS = [
	'lost',
	'notDone',
	'late',
	'refused',
	'conflict',
	'unreadable',
	'stop',
	'kill',
] as const;
export type Fault = (typeof KINDS)[number];
export const FAULTS = [0, 1, 2, 3, 4, 5, 6].flatMap((n) => KINDS.map((kind) => ({ n, kind })));

/** What may happen; the first value of each is the usual one. */
const DIMENSIONS = {
	plan: Object.keys(PLANS) as Array<keyof typeof PLANS>,
	/** What each reservation has before the first run. */
	there: ['nothing', 'first', 'both', 'stale'],
	processes: [1, 2, 3],
	reservations: [1, 2, 3],
	/** To a create. */
	answer: ['item', 'nothing'],
	/** When a change shows, in milliseconds. */
	late: [0, 400, 3000, 5000],
	list: ['whole', 'never', 'cut'],
	patch: ['merge', 'blank', 'ignore'],
	remove: ['done', 'done404', 'refused', 'ignored'],
	retries: [1, 0, 2],
	stops: [false, true],
	/** What the first process does next: the same execution once more, or another one. */
	again: ['run', 'retry'],
} as const;

export type World = { [Name in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Name][number] } & {
	fault?: { n: number; kind: Fault };
};
export type Scope = { [Name in keyof World]?: ReadonlyArray<World[Name]> };

export const usual = Object.fromEntries(
	Object.entries(DIMENSIONS).map(([name, values]) => [name, values[0]]),
) as unknown as World;

export function worldsOf(scope: Scope): World[] {
	let worlds: World[] = [usual];
	for (const [name, values] of Object.entries(scope)) {
		worlds = worlds.flatMap((world) => values.map((value) => ({ ...world, [name]: value })));
	}
	const isByReference = ({ plan }: World): boolean =>
		PLANS[plan].wanted[0]?.reference !== undefined;
	return worlds.filter((world) => world.there !== 'stale' || isByReference(world));
}

/** What is to be updated has another amount, and an account code that the update does not name. */
export function chargesBefore({ plan, there }: World): Wanted[] {
	const { operation, wanted }: Plan = PLANS[plan];
	const before = wanted.map((each) => {
		return operation === 'create' ? each : { ...each, amount: 5, accountCode: 'x' };
	});
	const stale = [own('y'), own('z'), tax({ reference: 'other-1' })];
	return { nothing: [], first: before.slice(0, 1), both: before, stale }[there];
}
