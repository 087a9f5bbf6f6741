import type { Told } from './driver';
import type { ModelService } from './modelService';
import { kindOf } from './modelService';
import type { Plan, World } from './world';
import { chargesBefore } from './world';

/** What a run was asked to do, and what it said. */
export interface Promised {
	who: string;
	plan: Plan;
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
}

/** After these words somebody looks at the bill. */
const IS_TOLD = /may (or|be|have|still|arrive)|is on the bill|several|twice|too many|look at/i;

/** What was said and is not so, in one line; undefined where every word is true. */
export function brokenPromise(moment: Moment): string | undefined {
	return lost(moment) ?? untrue(moment) ?? lostUpdate(moment) ?? doubled(moment);
}

/** A charge that was said to be there is not. */
function lost({ service, world, of, when }: Moment): string | undefined {
	const spare = world.desk === 'deletes' ? 1 : 0;
	for (const { who, plan, told } of of) {
		for (const kind of kindsOf(plan)) {
			const good = plan.wanted.filter(
				(wanted, n) => kindOf(plan, wanted) === kind && isPlain(told[n]),
			).length;
			const there = service.bill.filter((booking) => booking.kind === kind).length;
			if (there + spare < good) return `LOST ${kind} (${who}, ${when})`;
		}
		for (const { error, action, reference } of told.slice(plan.wanted.length)) {
			if (error !== undefined || action !== 'deleted') continue;
			if (service.bill.some(({ item }) => item.description?.endsWith(`[ref:${reference}]`))) {
				return `UNTRUE deleted ${reference} (${who}, ${when})`;
			}
		}
	}
	return undefined;
}

function untrue({ service, world, of, when }: Moment): string | undefined {
	if (world.desk === 'deletes') return undefined;
	for (const { who, plan, told } of of) {
		for (const [n, wanted] of plan.wanted.entries()) {
			const kind = kindOf(plan, wanted);
			const isThere = service.bill.some((booking) => booking.kind === kind);
			if (/ is on the bill/.test(told[n]?.error ?? '') && !isThere) {
				return `UNTRUE "is on the bill" ${kind} (${who}, ${when})`;
			}
		}
	}
	return undefined;
}

function lostUpdate({ service, world, of, all, when }: Moment): string | undefined {
	const hasFailed = all.some(({ told }) => told.some(({ error }) => error !== undefined));
	for (const { who, plan, told } of of) {
		for (const [n, { reference, amount }] of plan.wanted.entries()) {
			if (told[n]?.action !== 'updated') continue;
			const item = service.bill.find(({ kind }) => kind === reference)?.item;
			if (of.length === 1 && item?.amount !== amount) return `LOST update (${who}, ${when})`;
			const isSame = !hasFailed && world.desk !== 'deletes';
			if (isSame && item?.accountCode === undefined) return `LOST field (${who}, ${when})`;
		}
	}
	return undefined;
}

/** More than was wanted or there, and nobody was told. */
function doubled({ service, world, of, all, when }: Moment): string | undefined {
	if (all.some(({ told }) => told.some(isTold))) return undefined;
	const extra = world.desk === 'adds' ? 1 : 0;
	for (const { plan } of of) {
		for (const kind of kindsOf(plan)) {
			const counts = all.map((each) => countOf(each.plan, each.plan.wanted, kind));
			const most = Math.max(...counts, countOf(plan, chargesBefore(world), kind));
			const there = service.bill.filter((booking) => booking.kind === kind).length;
			if (there > most + extra) return `DOUBLE ${kind} (${when})`;
		}
	}
	return undefined;
}

/** A run after one that went well changes nothing, and goes well unless a person was told to look. */
export function isUnstable(runs: Promised[], before: string, after: string): string | undefined {
	const third = runs.at(-1)?.told ?? [];
	const second = runs.at(-2)?.told ?? [];
	if (second.some(({ error }) => error !== undefined)) return undefined;
	if (before !== after) return 'UNSTABLE third run changes something';
	const wasTold = runs.slice(0, -1).some(({ told }) => told.some(isTold));
	const hasFailed = third.some(({ error }) => error !== undefined);
	return hasFailed && !wasTold ? 'UNSTABLE third run fails' : undefined;
}

export function stateOf({ bill }: ModelService): string {
	return bill
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
