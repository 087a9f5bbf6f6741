import { apiFormatOf } from '../../../../nodes/shared/format/apiFormat';
import { createBodyOf } from '../../../../nodes/shared/format/bodies';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Session } from '../../../../nodes/shared/http/session';
import { CanceledError, toldBy } from '../../../../nodes/shared/n8n/userError';
import { reconcile, type Reconciliation } from '../../../../nodes/shared/reservation/reconcile';
import { RunOfAccount } from '../../../../nodes/shared/reservation/runOfAccount';
import type { Deleted, Wish } from '../../../../nodes/shared/reservation/wish';
import type { Fault, Item, Plan, Wanted, World } from './modelService';
import { ModelService, PLANS } from './modelService';

const names = ['reservationId', 'amount', 'date', 'description', 'accountCode', 'reference'];
const createBody = JSON.stringify(Object.fromEntries(names.map((name) => [name, `{${name}}`])));
/** In UTC, as reading days of another zone takes a third of the time. */
export const FORMAT = apiFormatOf({ customApiFormat: true, createBody }, 'UTC');

/** Chooses one of so many steps that may come next. */
export type Choose = (count: number) => number;
/** By input, what the journal of the run layer keeps. */
type Memory = Array<Wish['earlier']>;

let accounts = 0;

class Process {
	/** All that a process remembers goes by account: two of them are two processes. */
	account = `A${++accounts}`;
	fault: World['fault'];
	isDead = false;
	/** What it asks for; it happens when the order of the history comes to it. */
	readonly pending: Array<() => void> = [];
	private requests = 0;

	constructor(readonly service: ModelService) {}

	session(): Session {
		const { service, account } = this;
		const send = async (request: ServiceRequest): Promise<unknown> => {
			return await this.step(() => service.perform(request, this.faultNow()));
		};
		const pause = async (ms: number): Promise<void> => {
			const due = service.clock + ms;
			await this.step(() => (service.clock = Math.max(service.clock, due)));
		};
		const options = { maxRetries: service.world.retries };
		return { options, send, pause, format: FORMAT, account } as unknown as Session;
	}

	private async step<Result>(action: () => Result): Promise<Result> {
		const turn = new Promise<void>((resolve) => this.pending.push(resolve));
		const result = turn.then(action);
		await result.catch(() => undefined);
		// What is killed hears of nothing any more.
		return this.isDead ? await new Promise(() => undefined) : await result;
	}

	private faultNow(): Fault | undefined {
		if (this.fault?.n !== this.requests++) return undefined;
		this.isDead = this.fault.kind === 'kill';
		return this.isDead ? undefined : this.fault.kind;
	}
}

/** First runs at the same time; then the first process once more, and a third time. Faults are in its first run. */
export async function play(world: World, choose: Choose) {
	const reservations = ['R-1', 'R-2', 'R-3'].slice(0, world.reservations);
	const service = new ModelService(world, reservations);
	const first = new Process(service);
	const others = [2, 3].slice(0, world.processes - 1).map(() => new Process(service));
	first.fault = world.fault;
	const told: unknown[] = [service.items];
	const all: Ran[] = [];
	let broken: string | undefined;
	const check = (when: string, ran: Ran[]): void => {
		if (when !== 'late') all.push(...ran);
		told.push(when, ran);
		broken ??= brokenPromise({ service, names: reservations, ran, all, when });
	};

	const ran = await runAll([first, ...others], reservations, [], choose);
	check('first', ran);
	for (const arrives of service.underWay.splice(0)) arrives();
	check('late', ran);
	const memory = world.again === 'retry' && ran[0]?.told ? ran[0].memory : [];
	if (first.isDead) first.account = `A${++accounts}`;
	Object.assign(first, { isDead: false, fault: undefined });
	service.clock += 1e6;
	check('second', await runAll([first], reservations, memory, () => 0));
	const state = JSON.stringify(service.items);
	service.clock += 1e6;
	check('third', await runAll([first], reservations, [], () => 0));
	const isDone = all.slice(-2).every((each) => each.told?.flat().every(({ action }) => action));
	if (isDone && state !== JSON.stringify(service.items)) broken ??= 'UNSTABLE';
	return { broken, told };
}

/** Each step when it is chosen, until all have come to their end or are dead. */
async function runAll(
	processes: Process[],
	reservations: string[],
	memory: Memory[],
	choose: Choose,
): Promise<Ran[]> {
	const results: Ran[] = processes.map(() => ({ deletions: [], memory: [] }));
	const open = new Set(processes);
	for (const [n, each] of processes.entries()) {
		void run(each, reservations, memory).then((result) => {
			results[n] = result;
			open.delete(each);
		});
	}
	for (;;) {
		await new Promise((resolve) => setImmediate(resolve));
		for (const each of open) if (each.isDead) open.delete(each);
		if (open.size === 0) return results;
		const steps = [...open].flatMap(({ pending }) => pending.map((step) => ({ step, pending })));
		if (steps.length === 0) throw new Error('All wait for each other');
		const chosen = steps[choose(steps.length)] as (typeof steps)[number];
		chosen.pending.splice(chosen.pending.indexOf(chosen.step), 1);
		chosen.step();
	}
}

/** One run over all reservations, as the run layer does it. */
async function run(process: Process, reservations: string[], memory: Memory[]): Promise<Ran> {
	const session = process.session();
	const { world } = process.service;
	const plan: Plan = PLANS[world.plan];
	const rule = {
		run: new RunOfAccount(),
		isDryRun: false,
		stopsAtFailure: world.stops,
		prefix: plan.operation === 'sync' ? 'own-' : undefined,
	};
	const begun: Reconciliation[] = [];
	const marks = reservations.map((_, r): Memory => [...(memory[r] ?? [])]);
	const told: Told[][] = [];
	let [hasFailed, isStopped] = [false, false];
	const carryOut = async (reservationId: string, r: number): Promise<void> => {
		const mark = marks[r] as Memory;
		const earlier = [...mark];
		const wishes = plan.wanted.map((_, n): Wish => {
			const watch = {
				sending: () => (mark[n] ??= 'unclear'),
				answered: () => (mark[n] = 'answered'),
				settled: () => (mark[n] = undefined),
			};
			return { ...wishOf(plan, reservationId, n, earlier[n]), watch };
		});
		const desired = { ...rule, reservationId, wishes };
		const reconciled = await reconcile(session, desired, () => world.stops && hasFailed);
		begun.push(reconciled);
		told[r] = reconciled.outcomes.map((outcome, n): Told => {
			if (earlier[n] === 'done') return { action: 'before' };
			if (!outcome) return { error: 'not begun', isSilent: true };
			if (outcome.is === 'failed') return { error: toldBy(outcome.error).what };
			mark[n] = 'done';
			return { action: outcome.action, hint: outcome.hint };
		});
		hasFailed ||= told[r].some(({ error }) => error);
	};
	const failed = (error: Error): void => {
		hasFailed = true;
		isStopped ||= error instanceof CanceledError;
	};
	const work = reservations.map(async (name, r) => {
		told[r] = plan.wanted.map(() => ({ error: 'its list was not read' }));
		await carryOut(name, r).catch(failed);
	});
	await Promise.all(work);
	const deletions: Deleted[] = [];
	for (const each of begun) {
		if (!hasFailed) deletions.push(...((await each.deleteOrphans().catch(failed)) ?? []));
		each.end();
	}
	return { told: isStopped ? undefined : told, deletions, memory: marks };
}

export function wishOf(
	{ operation, wanted }: Plan,
	reservationId: string,
	n: number,
	earlier?: Wish['earlier'],
): Wish {
	const fields = { ...wanted[n], reservationId };
	const { body } = createBodyOf(FORMAT, fields);
	const whenFound = operation === 'create' ? 'keep' : 'update';
	return { reference: fields.reference, whenFound, fields, custom: {}, body, earlier };
}

/** What a run says of an input. */
interface Told {
	action?: string;
	hint?: string;
	error?: string;
	/** Nothing was begun. */
	isSilent?: boolean;
}

interface Ran {
	/** By reservation and input; undefined: the process was killed or stopped. */
	told?: Told[][];
	deletions: Deleted[];
	memory: Memory[];
}

interface Moment {
	service: ModelService;
	names: string[];
	/** The runs that have just ended, and all so far. */
	ran: Ran[];
	all: Ran[];
	when: string;
}

/** What the words promise and the bill does not keep; undefined: all is well. */
function brokenPromise(at: Moment): string | undefined {
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
