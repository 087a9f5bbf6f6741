import { apiFormatOf } from '../../../../nodes/shared/format/apiFormat';
import { createBodyOf } from '../../../../nodes/shared/format/bodies';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Session } from '../../../../nodes/shared/http/session';
import { reconcile } from '../../../../nodes/shared/reservation/reconcile';
import { RunOfAccount } from '../../../../nodes/shared/reservation/runOfAccount';
import type { Deleted, Reconciled, Wish } from '../../../../nodes/shared/reservation/wish';
import type { Fault } from './modelService';
import { ModelService } from './modelService';
import type { Ran as Said, Told } from './promises';
import { brokenPromise, stateOf } from './promises';
import type { Plan, World } from './worlds';
import { planOf } from './worlds';

const createBody = {
	reservationId: '{reservationId}',
	amount: '{amount}',
	date: '{date}',
	description: '{description}',
	accountCode: '{accountCode}',
	reference: '{reference}',
};
const FORMAT = apiFormatOf(
	{ customApiFormat: true, createBody: JSON.stringify(createBody) },
	'Europe/Berlin',
);

/** What a process asks for; it happens when the order of the history comes to it. */
interface Step {
	who: Process;
	happens: () => void;
}

/** Chooses one of so many steps that may come next. */
export type Choose = (count: number) => number;

/** What the journal of the run layer keeps of an input. */
type Memory = Array<Wish['earlier']>;

let accounts = 0;

class Process {
	/** All that the process remembers goes by the account: two accounts are two processes. */
	account = `A${++accounts}`;
	fault: World['fault'];
	isDead = false;
	requests = 0;

	constructor(
		readonly name: string,
		private readonly service: ModelService,
		private readonly pending: Step[],
	) {}

	session(): Session {
		const { service, account } = this;
		const options = { timeout: 30_000, maxRetries: service.world.retries };
		const client = {
			options,
			send: async (request: ServiceRequest) => {
				return await this.step(() => service.perform(this.name, request, this.faultNow()));
			},
			pause: async (ms: number) => {
				const due = service.clock + ms;
				await this.step(() => (service.clock = Math.max(service.clock, due)));
			},
		};
		return { client, format: FORMAT, account, concurrency: 10, settings: {} } as unknown as Session;
	}

	private async step<Result>(action: () => Result): Promise<Result> {
		return await new Promise((resolve, reject) => {
			const happens = (): void => {
				try {
					const result = action();
					if (!this.isDead) resolve(result);
				} catch (error) {
					if (!this.isDead) reject(error as Error);
				}
			};
			if (!this.isDead) this.pending.push({ who: this, happens });
		});
	}

	/** What is killed gets no answer any more; in the middle of a change, it was carried out. */
	private faultNow(): Fault | undefined {
		const n = this.requests++;
		if (this.fault?.n !== n) return undefined;
		if (this.fault.kind === 'kill') this.isDead = true;
		return this.fault.kind === 'kill' ? undefined : this.fault.kind;
	}
}

export interface Played {
	broken?: string;
	/** What was said, for a person. */
	told: unknown[];
}

interface Ran extends Said {
	/** By reservation. */
	memory: Memory[];
}

/** First runs at the same time; then the first process once more, and a third time. Faults are in the first runs. */
export async function play(world: World, choose: Choose): Promise<Played> {
	const plan = planOf(world.plan);
	const names = ['R-1', 'R-2', 'R-3'].slice(0, world.reservations);
	const service = new ModelService(world, plan, names);
	const pending: Step[] = [];
	const processes = ['p0', 'p1', 'p2']
		.slice(0, world.processes)
		.map((name) => new Process(name, service, pending));
	const told: unknown[] = [];
	const [first] = processes as [Process];
	first.fault = world.fault;
	let all: Ran[] = [];

	const check = (when: string, ran: Ran[]): string | undefined => {
		all = when === 'first' ? ran : [...all, ...ran];
		for (const each of ran) told.push(when, each.told, each.deletions);
		return brokenPromise({ service, world, plan, names, ran, all, when });
	};
	const ended = (broken?: string): Played => ({ broken, told: [...told, service.items] });

	const runs = processes.map(async (each) => await run(each, world, plan, names, []));
	const ran = await inOrder(runs, processes, pending, choose);
	let broken = check('first', ran);
	if (broken) return ended(broken);
	for (const arrives of service.underWay.splice(0)) arrives();
	broken = brokenPromise({ service, world, plan, names, ran, all, when: 'late' });
	if (broken) return ended(broken);
	service.clock += 1e6;

	const retried = ran[0] as Ran;
	if (world.restart || first.isDead) first.account = `A${++accounts}`;
	first.isDead = false;
	first.fault = undefined;
	const memory = world.again === 'retry' && retried.told ? retried.memory : [];
	const again = async (earlier: Memory[]): Promise<Ran[]> => {
		const rerun = [run(first, world, plan, names, earlier)];
		const result = await inOrder(rerun, [first], pending, () => 0);
		service.clock += 1e6;
		return result;
	};
	const second = await again(memory);
	broken = check('second', second);
	if (broken) return ended(broken);
	const state = stateOf(service);
	const third = await again([]);
	broken = check('third', third);
	const isAllDone = second.concat(third).every(isDone);
	const isUnstable = isAllDone && state !== stateOf(service);
	return ended(broken ?? (isUnstable ? 'UNSTABLE' : undefined));
}

function isDone({ told }: Ran): boolean {
	return told !== undefined && told.flat().every(({ action }) => action !== undefined);
}

/** Each step when it is chosen, until all have come to their end or are dead. */
async function inOrder(
	runs: Array<Promise<Ran>>,
	processes: Process[],
	pending: Step[],
	choose: Choose,
): Promise<Ran[]> {
	const results = new Map<number, Ran>();
	let crash: unknown;
	for (const [n, each] of runs.entries()) {
		each.then((result) => results.set(n, result)).catch((error: unknown) => (crash = error));
	}
	for (;;) {
		await new Promise((resolve) => setImmediate(resolve));
		if (crash) throw crash as Error;
		const isOver = processes.every((each, n) => each.isDead || results.has(n));
		if (isOver) break;
		if (pending.length === 0) throw new Error('Stuck: all wait for each other');
		const [step] = pending.splice(choose(pending.length), 1);
		if (!step?.who.isDead) step?.happens();
	}
	pending.splice(0);
	return processes.map((_, n) => results.get(n) ?? { deletions: [], memory: [] });
}

/** One run over all reservations, as the run layer does it. */
async function run(
	process: Process,
	world: World,
	plan: Plan,
	names: string[],
	memories: Memory[],
): Promise<Ran> {
	const session = process.session();
	const account = new RunOfAccount();
	let hasFailed = false;
	const shouldStop = (): boolean => world.stops && hasFailed;
	const begun: Array<Reconciled | undefined> = [];
	const memory: Memory[] = [];
	const told = names.map((): Told[] => []);
	try {
		const work = names.map(async (reservationId, r) => {
			const earlier = memories[r] ?? [];
			const marks: Memory = [...earlier];
			memory[r] = marks;
			const desired = {
				reservationId,
				wishes: wishesOf(plan, reservationId, earlier),
				run: account,
				isDryRun: false,
				stopsAtFailure: world.stops,
				deletion: deletionOf(plan),
				watch: {
					sending: (n: number) => (marks[n] ??= 'unclear'),
					answered: (n: number) => (marks[n] = 'answered'),
					refused: (n: number) => (marks[n] = undefined),
				},
			};
			try {
				begun[r] = await reconcile(session, desired, shouldStop);
			} catch (error) {
				if ((error as Error).message.includes('canceled')) throw error;
				told[r] = plan.wanted.map(() => ({ error: (error as Error).message }));
				hasFailed = true;
				return;
			}
			told[r] = begun[r].outcomes.map((outcome, n): Told => {
				if (earlier[n] === 'done') return { action: 'before' };
				if (!outcome) return { error: 'not begun', isSilent: true };
				if (outcome.is === 'failed') return { error: outcome.error.message };
				marks[n] = 'done';
				return { action: outcome.action, hint: outcome.hint };
			});
			hasFailed ||= told[r].some(({ error }) => error);
		});
		const settled = await Promise.allSettled(work);
		for (const each of settled) if (each.status === 'rejected') throw each.reason as Error;
		const deletions: Deleted[] = [];
		for (const each of hasFailed ? [] : begun) {
			deletions.push(...((await each?.deleteOrphans()) ?? []));
		}
		return { told, deletions, memory };
	} catch (error) {
		if (!(error as Error).message.includes('canceled')) throw error;
		return { deletions: [], memory: [] };
	} finally {
		for (const each of begun) each?.end();
	}
}

function wishesOf({ operation, wanted }: Plan, reservationId: string, earlier: Memory): Wish[] {
	return wanted.map((each, n) => {
		const fields = { ...each, reservationId };
		return {
			reference: each.reference,
			whenFound: operation === 'create' ? 'keep' : 'update',
			fields,
			custom: {},
			body: createBodyOf(FORMAT, fields).body,
			earlier: earlier[n],
		};
	});
}

function deletionOf({ operation, wanted }: Plan) {
	if (operation !== 'sync') return undefined;
	return { prefix: 'own-', wanted: new Set(wanted.map(({ reference }) => reference as string)) };
}
