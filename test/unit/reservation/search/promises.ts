import type { Deleted } from '../../../../nodes/shared/reservation/wish';
import type { Item, ModelService } from './modelService';
import type { Plan, Wanted, World } from './worlds';

/** What a run says of an input. */
export interface Told {
	action?: string;
	hint?: string;
	error?: string;
	/** It says nothing of a charge. */
	isSilent?: boolean;
}

export interface Ran {
	/** By reservation and input; undefined: the process was killed or stopped. */
	told?: Told[][];
	deletions: Deleted[];
}

export interface Moment {
	service: ModelService;
	world: World;
	plan: Plan;
	names: string[];
	/** The runs that have just ended, and all so far. */
	ran: Ran[];
	all: Ran[];
	when: string;
}

function kindOf({ reference, amount, description, accountCode = '' }: Wanted | Item): string {
	return reference ?? `${amount}/${description}/${accountCode}`;
}

function standsFor(there: string, wanted: string): boolean {
	return there === wanted || (wanted.endsWith('/') && there.startsWith(wanted));
}

/** What a moment's words promise and the bill does not keep; undefined: all is well. */
export function brokenPromise(at: Moment): string | undefined {
	for (const [r, name] of at.names.entries()) {
		const broken = onReservation(at, name, r);
		if (broken) return `${broken} on ${name}, ${at.when}`;
	}
	for (const { deletions } of at.ran) {
		const untrue = deletions.find((each) => {
			return each.is === 'deleted' && at.service.items.some(({ id }) => id === each.charge.id);
		});
		if (untrue) return `UNTRUE deletion, ${at.when}`;
	}
	return undefined;
}

function onReservation(at: Moment, name: string, r: number): string | undefined {
	const { service, plan, ran, all, world } = at;
	const isHere = ({ reservationId }: Item): boolean => reservationId === name;
	const bill = service.items.filter(isHere);
	const before = service.atStart.filter(isHere);
	const isTold = all.some(({ told }) => {
		return !told || told[r]?.some(({ error, hint, isSilent }) => hint || (error && !isSilent));
	});
	const kinds = new Set(plan.wanted.map(kindOf));
	for (const { told } of ran) {
		if (told && isLost(told[r] ?? [], plan, bill)) return 'LOST';
	}
	for (const kind of kinds) {
		const count = (items: Array<Wanted | Item>): number => {
			return items.filter((item) => kindOf(item) === kind).length;
		};
		const most = Math.max(count(plan.wanted), count(before));
		if (count(bill) > most && !isTold) return 'DOUBLE in silence';
		const isAlone = world.processes === 1 && world.fault?.kind === 'late';
		if (count(bill) > most && isAlone && at.when === 'late') return 'SENT AGAIN while under way';
	}
	const isSync = plan.operation === 'sync';
	for (const was of before) {
		const isOwn = was.reference?.startsWith('own-') === true;
		const now = bill.find(({ id }) => id === was.id);
		const mayGo = isSync && isOwn && !kinds.has(was.reference as string);
		if (!now && !mayGo) return 'DELETED what is wanted, or is of others';
		if (!isOwn && service.touched.has(was.id)) return 'CHANGED what is of others';
		const hasLost = now && now.accountCode !== was.accountCode;
		if (hasLost && !isTold && plan.operation !== 'create') return 'FIELD LOST in silence';
		const hasFailed = ran.every(({ told }) => told?.flat().some(({ error }) => error));
		if (!now && hasFailed && all === ran) return 'DELETED although something failed';
	}
	return undefined;
}

/** True where less is there than is said to be. */
function isLost(told: Told[], { operation, wanted }: Plan, bill: Item[]): boolean {
	const isDone = (_: Wanted, n: number): boolean => told[n]?.action !== undefined;
	const done = wanted.filter(isDone).map(kindOf);
	const matches = (kinds: string[]): number => {
		return bill.filter((item) => kinds.some((kind) => standsFor(kindOf(item), kind))).length;
	};
	if (matches(done) < done.length) return true;
	return done.some((kind) => {
		if (matches([kind]) < done.filter((each) => each === kind).length) return true;
		const isUpdated = bill.some((item) => kindOf(item) === kind && item.amount === 10);
		return operation !== 'create' && !isUpdated;
	});
}

export function stateOf({ items }: ModelService): string {
	return JSON.stringify(items);
}
