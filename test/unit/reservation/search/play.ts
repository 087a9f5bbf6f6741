import { apiFormatOf } from '../../../../nodes/shared/format/apiFormat';
import { createBodyOf } from '../../../../nodes/shared/format/bodies';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Session } from '../../../../nodes/shared/http/session';
import { CanceledError } from '../../../../nodes/shared/n8n/userError';
import { reconcile } from '../../../../nodes/shared/reservation/reconcile';
import { RunOfAccount } from '../../../../nodes/shared/reservation/runOfAccount';
import type { Deleted, Reconciled, Wish } from '../../../../nodes/shared/reservation/wish';
import { ModelService } from './modelService';
import type { Ran as Said, Told } from './promises';
import { brokenPromise } from './promises';
import type { Fault, Plan, World } from './worlds';
import { PLANS } from './worlds';

const names = ['reservationId', 'amount', 'date', 'description', 'accountCode', 'reference'];
const createBody = JSON.stringify(Object.fromEntries(names.map((name) => [name, `{${name}}`])));
export const FORMAT = apiFormatOf({ customApiFormat: true, createBody }, 'Europe/Berlin');

/** Chooses one of so many steps that may come next. */
export type Choose = (count: number) => number;
/** By input, what the journal of the run layer keeps. */
type Memory = Array<Wish['earlier']>;
type Ran = Said & { memory: Memory[] };

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
		return { client: { options, send, pause }, format: FORMAT, account } as unknown as Session;
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
	const references = plan.wanted.map(({ reference = '' }) => reference);
	const deletion = { prefix: 'own-', wanted: new Set(references) };
	const rule = {
		run: new RunOfAccount(),
		isDryRun: false,
		stopsAtFailure: world.stops,
		deletion: plan.operation === 'sync' ? deletion : undefined,
	};
	const begun: Reconciled[] = [];
	const marks = reservations.map((_, r): Memory => [...(memory[r] ?? [])]);
	const told: Told[][] = [];
	let [hasFailed, isStopped] = [false, false];
	const carryOut = async (reservationId: string, r: number): Promise<void> => {
		const mark = marks[r] as Memory;
		const earlier = [...mark];
		const wishes = plan.wanted.map((_, n) => wishOf(plan, reservationId, n, earlier[n]));
		const watch = {
			sending: (n: number) => (mark[n] ??= 'unclear'),
			answered: (n: number) => (mark[n] = 'answered'),
			refused: (n: number) => (mark[n] = undefined),
		};
		const desired = { ...rule, reservationId, wishes, watch };
		const reconciled = await reconcile(session, desired, () => world.stops && hasFailed);
		begun.push(reconciled);
		told[r] = reconciled.outcomes.map((outcome, n): Told => {
			if (earlier[n] === 'done') return { action: 'before' };
			if (!outcome) return { error: 'not begun', isSilent: true };
			if (outcome.is === 'failed') return { error: outcome.error.message };
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
