import type { Told } from './driver';
import type { Booking, ModelService } from './modelService';
import { kindOf } from './modelService';
import type { Plan, World } from './world';
import { chargesBefore } from './world';

/** What a run was asked to do, and what it said. */
export interface Promised {
	who: string;
	plan: Plan;
	reservation: string;
	told: Told[];
}

interface Moment {
	service: ModelService;
	world: World;
	/** The runs whose words are held against the bill as it is now. */
	of: Promised[];
	/** All runs so far. */
	all: Promised[];
	when: string;
	/** What was there when these runs began. */
	before: readonly Booking[];
	/** How many requests of the first runs went wrong. */
	faults: number;
}

/** After these words somebody looks at the bill. */
const IS_TOLD = /may (or|be|have|still|arrive)|is on the bill|several|twice|too many|look at/i;

/** Although it speaks of what may be on the bill: of something else. */
const IS_DENIED = /was not created/;

/** What was said and is not so, in one line; undefined where every word is true. */
export function brokenPromise(moment: Moment): string | undefined {
	const isWrong = lost(moment) ?? untrue(moment) ?? denied(moment) ?? lostUpdate(moment);
	return isWrong ?? doubled(moment) ?? excessive(moment);
}

/** A run that was alone has made more than was missing when it began, be it told or not. */
function excessive({ service, world, of, when, before, faults }: Moment): string | undefined {
	if (new Set(of.map(({ who }) => who)).size > 1 || when === 'late') return undefined;
	// What no list shows as it was sent is not known, and what was lost of it is sent again.
	const isShown = world.list !== 'never' && !world.cut;
	const lost = isShown ? 0 : faults;
	const gone = world.desk === 'deletes' && when === 'first' ? 1 : 0;
	for (const { who, plan, reservation } of of) {
		if (plan.isOff) continue;
		const bill = before.filter(({ item }) => isShown && item.reservationId === reservation);
		const own = service.billOf(reservation).filter(({ maker }) => maker === who);
		for (const kind of kindsOf(plan)) {
			const there = bill.filter((booking) => booking.kind === kind).length;
			const made = own.filter((booking) => booking.kind === kind).length;
			const missing = Math.max(0, countOf(plan, plan.wanted, kind) - there);
			if (made > missing + lost + gone) return `EXCESSIVE ${kind} (${who}, ${when})`;
		}
	}
	return undefined;
}

/** A charge that was said to be there is not. */
function lost({ service, world, of, when }: Moment): string | undefined {
	const spare = world.desk === 'deletes' ? 1 : 0;
	for (const { who, plan, reservation, told } of of) {
		const bill = service.billOf(reservation);
		const charges = plan.isOff ? chargesBefore(world) : [];
		const good = [...charges, ...plan.wanted.filter((_, n) => isPlain(told[n]))];
		// Also all kinds together: one charge is not two.
		for (const kinds of [...[...kindsOf(plan)].map((kind) => [kind]), [...kindsOf(plan)]]) {
			const promised = good.filter((charge) => kinds.includes(kindOf(plan, charge))).length;
			const there = bill.filter((booking) => kinds.some((kind) => standsFor(booking.kind, kind)));
			if (there.length + spare < promised) return `LOST ${kinds.join()} (${who}, ${when})`;
		}
		for (const { error, action, reference } of told.slice(plan.wanted.length)) {
			if (error !== undefined || action !== 'deleted') continue;
			if (bill.some(({ item }) => item.description?.endsWith(`[ref:${reference}]`))) {
				return `UNTRUE deleted ${reference} (${who}, ${when})`;
			}
		}
	}
	return undefined;
}

/** A charge with more fields stands for one with fewer. */
function standsFor(there: string, wanted: string): boolean {
	return there === wanted || (wanted.endsWith(' ') && there.startsWith(wanted));
}

function untrue({ service, world, of, when }: Moment): string | undefined {
	if (world.desk === 'deletes') return undefined;
	for (const { who, plan, reservation, told } of of) {
		const bill = service.billOf(reservation);
		for (const [n, wanted] of plan.wanted.entries()) {
			const kind = kindOf(plan, wanted);
			const isThere = bill.some((booking) => booking.kind === kind);
			if (/ is on the bill/.test(told[n]?.error ?? '') && !isThere) {
				return `UNTRUE "is on the bill" ${kind} (${who}, ${when})`;
			}
		}
	}
	return undefined;
}

/** What a run has made it says of some input, and of none that it was not made. */
function denied({ service, of, when }: Moment): string | undefined {
	if (when !== 'first') return undefined;
	for (const { who, plan, reservation, told } of of) {
		const made = service.billOf(reservation).filter(({ maker }) => maker === who);
		for (const kind of kindsOf(plan)) {
			const said = told.filter((_, n) => kind === kindOfInput(plan, n));
			if (said.some((each) => isTold(each) && !IS_DENIED.test(each.error ?? ''))) continue;
			const good = said.filter(({ error }) => error === undefined);
			const own = made.filter((booking) => booking.kind === kind);
			if (own.length > good.length) return `UNTRUE "not created" ${kind} (${who})`;
		}
	}
	return undefined;
}

function kindOfInput(plan: Plan, n: number): string | undefined {
	const wanted = plan.wanted[n];
	return wanted && kindOf(plan, wanted);
}

function lostUpdate({ service, world, of, all, when }: Moment): string | undefined {
	const isAnyFailed = all.some(hasFailed);
	const isAlone = new Set(of.map(({ who }) => who)).size === 1;
	for (const { who, plan, reservation, told } of of) {
		const bill = service.billOf(reservation);
		for (const [n, { reference, amount }] of plan.wanted.entries()) {
			if (told[n]?.action !== 'updated') continue;
			const item = bill.find(({ kind }) => kind === reference)?.item;
			// `lost` counts what is gone.
			if (item === undefined && world.desk === 'deletes') continue;
			if (isAlone && item?.amount !== amount) return `LOST update (${who}, ${when})`;
			const isSame = !isAnyFailed && world.desk !== 'deletes';
			if (isSame && item?.accountCode === undefined) return `LOST field (${who}, ${when})`;
		}
	}
	return undefined;
}

/** More than was wanted or there, and nobody was told. */
function doubled({ service, world, of, all, when }: Moment): string | undefined {
	const extra = world.desk === 'adds' ? 1 : 0;
	for (const { plan, reservation } of of) {
		const runs = all.filter((each) => each.reservation === reservation);
		if (runs.some(({ told }) => told.some(isTold))) continue;
		for (const kind of kindsOf(plan)) {
			const before = countOf(plan, chargesBefore(world), kind);
			const counts = runs.map((each) => {
				return countOf(each.plan, each.plan.wanted, kind) + (each.plan.isOff ? before : 0);
			});
			const most = Math.max(...counts, before);
			const there = service.billOf(reservation).filter((each) => each.kind === kind).length;
			if (there > most + extra) return `DOUBLE ${kind} (${when})`;
		}
	}
	return undefined;
}

interface Runs {
	first: Promised[];
	second: Promised[];
	third: Promised[];
}

/** A run after one that went well changes nothing, and goes well unless a person was told to look. */
export function isUnstable(runs: Runs, before: string, after: string): string | undefined {
	if (runs.second.some(hasFailed)) return undefined;
	if (before !== after) return 'UNSTABLE third run changes something';
	const wasTold = [...runs.first, ...runs.second].some(({ told }) => told.some(isTold));
	return runs.third.some(hasFailed) && !wasTold ? 'UNSTABLE third run fails' : undefined;
}

function hasFailed({ told }: Promised): boolean {
	return told.some(({ error }) => error !== undefined);
}

export function stateOf(service: ModelService, reservations: string[]): string {
	return reservations
		.flatMap((reservation) => service.billOf(reservation))
		.map(({ item, maker }) => `${item.id}:${item.description}:${item.amount}(${maker})`)
		.join(' ');
}

/** True where a person is asked to look at the bill. */
function isTold({ error, hint }: Told): boolean {
	return hint !== undefined || IS_TOLD.test(error ?? '');
}

function isPlain(told: Told | undefined): boolean {
	return told !== undefined && told.error === undefined && told.hint === undefined;
}

function kindsOf(plan: Plan): Set<string> {
	return new Set(plan.wanted.map((wanted) => kindOf(plan, wanted)));
}

function countOf(plan: Plan, charges: Plan['wanted'], kind: string): number {
	return charges.filter((charge) => kindOf(plan, charge) === kind).length;
}
