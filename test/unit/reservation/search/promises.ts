import type { Deleted } from '../../../../nodes/shared/reservation/wish';
import type { Item, ModelService } from './modelService';
import type { Plan, Wanted } from './worlds';
import { PLANS } from './worlds';

/** What a run says of an input. */
export interface Told {
	action?: string;
	hint?: string;
	error?: string;
	/** Nothing was begun. */
	isSilent?: boolean;
}

export interface Ran {
	/** By reservation and input; undefined: the process was killed or stopped. */
	told?: Told[][];
	deletions: Deleted[];
}

export interface Moment {
	service: ModelService;
	names: string[];
	/** The runs that have just ended, and all so far. */
	ran: Ran[];
	all: Ran[];
	when: string;
}

/** What the words promise and the bill does not keep; undefined: all is well. */
export function brokenPromise(at: Moment): string | undefined {
	const { service, when, ran } = at;
	const isUntrue = ran.some(({ deletions }) => {
		return deletions.some(
			(each) => each.is === 'deleted' && service.items.some(isSame(each.charge)),
		);
	});
	if (isUntrue) return `UNTRUE deletion, ${when}`;
	const broken = at.names.map((name, r) => onReservation(at, name, r)).find(Boolean);
	return broken && `${broken}, ${when}`;
}

function onReservation(at: Moment, name: string, r: number): string | undefined {
	const { service, ran, all, when } = at;
	const { processes, fault, ...world } = service.world;
	const plan: Plan = PLANS[world.plan];
	const isHere = ({ reservationId }: Item): boolean => reservationId === name;
	const bill = service.items.filter(isHere);
	const before = service.atStart.filter(isHere);
	const isTold = all.some(({ told }) => {
		return !told || told[r]?.some(({ error, hint, isSilent }) => hint ?? (error && !isSilent));
	});
	if (ran.some(({ told }) => told && isLost(told[r] ?? [], plan, bill))) return 'LOST';
	const kinds = new Set(plan.wanted.map(kindOf));
	for (const kind of kinds) {
		const count = (items: Wanted[]): number => items.filter(isOf(kind)).length;
		const isMore = count(bill) > Math.max(count(plan.wanted), count(before));
		if (isMore && !isTold) return 'DOUBLE in silence';
		const wasLate = processes === 1 && fault?.kind === 'late' && when === 'late';
		if (isMore && wasLate) return 'SENT AGAIN while under way';
	}
	const hasFailed = ran.every(({ told }) => told?.flat().some(({ error }) => error));
	for (const was of before) {
		const isOwn = was.reference?.startsWith('own-') === true;
		const isStale = isOwn && plan.operation === 'sync' && !kinds.has(kindOf(was));
		const now = bill.find(isSame(was));
		if (!now && !isStale) return 'DELETED what is wanted, or of others';
		if (!now && hasFailed && when === 'first') return 'DELETED although something failed';
		if (!isOwn && service.touched.has(was.id)) return 'CHANGED what is of others';
		const isBlanked = now && now.accountCode !== was.accountCode;
		if (isBlanked && !isTold) return 'FIELD LOST in silence';
	}
	return undefined;
}

function isSame({ id }: { id?: string }) {
	return (item: Item): boolean => item.id === id;
}

function kindOf({ reference, amount, description, accountCode = '' }: Wanted): string {
	return reference ?? `${amount}/${description}/${accountCode}`;
}

function isOf(kind: string) {
	return (item: Wanted): boolean => kindOf(item) === kind;
}

/** True where less is there than is said to be. */
function isLost(told: Told[], { operation, wanted }: Plan, bill: Item[]): boolean {
	const done = wanted.filter((_, n) => told[n]?.action !== undefined).map(kindOf);
	// One with an account code may stand for one without.
	const standsFor = (item: Item, kind: string): boolean => {
		return isOf(kind)(item) || (kind.endsWith('/') && kindOf(item).startsWith(kind));
	};
	const there = bill.filter((item) => done.some((kind) => standsFor(item, kind)));
	if (there.length < done.length) return true;
	return done.some((kind) => {
		const alike = there.filter((item) => standsFor(item, kind));
		if (alike.length < done.filter((each) => each === kind).length) return true;
		return operation !== 'create' && !alike.some(({ amount }) => amount === 10);
	});
}
