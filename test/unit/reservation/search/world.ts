/** A charge somebody wants on a reservation. */
export interface Wanted {
	reference?: string;
	amount: number;
	description: string;
	accountCode?: string;
}

/** What a run is asked to do: its operation and its inputs. */
export interface Plan {
	operation: 'create' | 'upsert' | 'sync';
	matchBy: 'reference' | 'sameFields';
	/** Without protection. */
	isOff?: boolean;
	wanted: Wanted[];
}

const tax = (amount = 10): Wanted => ({ amount, description: 'tax' });
const own = (n: number, amount = 10): Wanted => ({ reference: `own-${n}`, ...tax(amount) });
const create = (matchBy: Plan['matchBy'], ...wanted: Wanted[]): Plan => ({
	operation: 'create',
	matchBy,
	wanted,
});

export const PLANS = {
	ref1: create('reference', own(1)),
	ref2: create('reference', own(1), own(2)),
	same1: create('sameFields', tax()),
	alike2: create('sameFields', tax(), tax()),
	differ2: create('sameFields', tax(), tax(20)),
	/** One charge with the account code may stand for either. */
	overlap2: create('sameFields', tax(), { ...tax(), accountCode: '4400' }),
	update1: { operation: 'upsert', matchBy: 'reference', wanted: [own(1)] },
	update2: { operation: 'upsert', matchBy: 'reference', wanted: [own(1), own(2)] },
	sync2: { operation: 'sync', matchBy: 'reference', wanted: [own(1), own(2)] },
} satisfies Record<string, Plan>;

/** What the reservation has before the first run. */
const THERE = {
	nothing: () => [],
	unlike: () => [{ amount: 7, description: 'bar' }],
	first: ({ operation, wanted }: Plan) => [before(wanted[0] as Wanted, operation)],
	both: ({ operation, wanted }: Plan) => wanted.map((each) => before(each, operation)),
	stale: ({ wanted }: Plan) => [wanted[0] as Wanted, own(8, 8), own(9, 9)],
	twins: ({ wanted }: Plan) => [wanted[0] as Wanted, wanted[0] as Wanted],
};

/** What is to be updated has another amount, and an account code that the update does not name. */
function before(wanted: Wanted, operation: Plan['operation']): Wanted {
	if (operation === 'create') return wanted;
	return { ...wanted, amount: 5, accountCode: 'x' };
}

/** What a service may be like and what may happen. The first value of each is the usual one. */
export const DIMENSIONS = {
	plan: Object.keys(PLANS) as Array<keyof typeof PLANS>,
	there: Object.keys(THERE) as Array<keyof typeof THERE>,
	/** What a second process does at the same time, or what two more do. */
	other: ['none', 'same', 'one', 'sameTwice'],
	/** On how many reservations a run wants it. */
	reservations: [1, 2],
	/** What the answer to a create looks like. */
	answer: [
		'item',
		'idOnly',
		'otherName',
		'nothing',
		'location',
		'oldestFirst',
		'newestFirst',
		'echo',
		'foreign',
		'oldest',
	],
	/** Which IDs the list shows. */
	list: ['same', 'rows', 'none', 'shared', 'other', 'never'],
	/** By how many looks the list is late. */
	late: [0, 1, 2],
	/** The list cuts texts off. */
	cut: [false, true],
	get: ['works', 'refused', 'withoutReservation'],
	patch: ['merge', 'blank', 'ignore'],
	remove: ['done', 'ignored', 'refused', '404', 'done404'],
	ids: ['rising', 'falling'],
	/** Another guest has a charge like the wanted ones, or the very ones that are there. */
	foreign: ['unlike', 'alike', 'twin'],
	/** The service itself takes a reference once. */
	conflict: [false, true],
	/** How many requests go wrong. */
	faults: [0, 1, 2],
	/** A lost create may arrive later. */
	arrivesLate: [false, true],
	desk: ['nothing', 'adds', 'deletes'],
	/** How often an unclear create may be sent again. */
	retries: [1, 0, 2],
	/** The service makes one charge for each key. */
	key: [false, true],
	/** After a failure nothing more is started. */
	stops: [false, true],
	/** What the first process does next: the same execution once more, with protection where it was off, or another one. */
	again: ['retry', 'protected', 'run'],
	/** Between the two, n8n is started anew. */
	restart: [false, true],
} as const;

export type World = {
	[Name in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Name][number];
};

export const usual = Object.fromEntries(
	Object.entries(DIMENSIONS).map(([name, values]) => [name, values[0]]),
) as World;

/** False where values of a world make no sense together. */
export function makesSense({ plan, there, other, again }: World): boolean {
	const { wanted, operation, matchBy }: Plan = PLANS[plan];
	if (other === 'one' && (wanted.length === 1 || operation === 'sync')) return false;
	// What Off makes carries no reference, and who else creates the same adds to it.
	if (again === 'protected' && (matchBy === 'reference' || other !== 'none')) return false;
	return there !== 'stale' || matchBy === 'reference';
}

export function chargesBefore({ there, plan }: World): Wanted[] {
	return THERE[there](PLANS[plan]);
}

const withoutOthers = (plan: Plan): Plan => ({ ...plan, wanted: plan.wanted.slice(0, 1) });
const FIRST_ONLY = new Map(Object.values(PLANS).map((plan: Plan) => [plan, withoutOthers(plan)]));
const OFF = new Map(Object.values(PLANS).map((plan: Plan) => [plan, { ...plan, isOff: true }]));

/** What the first process wants at first. */
export function firstPlan({ plan, again }: World): Plan {
	const wanted: Plan = PLANS[plan];
	return (again === 'protected' && OFF.get(wanted)) || wanted;
}

/** What other processes want meanwhile. */
export function otherPlans({ other, plan }: World): Plan[] {
	const wanted: Plan = PLANS[plan];
	switch (other) {
		case 'none':
			return [];
		case 'same':
			return [wanted];
		case 'one':
			return [FIRST_ONLY.get(wanted) ?? wanted];
		case 'sameTwice':
			return [wanted, wanted];
	}
}

export const RESERVATIONS = ['R-1', 'R-2'];

export function reservationsOf({ reservations }: World): string[] {
	return RESERVATIONS.slice(0, reservations);
}
