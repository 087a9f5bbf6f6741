import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Memory, Process, Told } from './driver';
import { newProcess, runPlan } from './driver';
import type { Fault, Reply } from './modelService';
import { ModelService } from './modelService';
import type { Promised } from './promises';
import { brokenPromise, isUnstable, stateOf } from './promises';
import type { Plan, World } from './world';
import { firstPlan, otherPlans, PLANS, reservationsOf } from './world';

/** A history that can be played again: what is unusual about the service, and which requests go wrong how. */
export interface History {
	world: World;
	/** Of the requests of the first runs, in the order in which the service gets them. */
	faults: Array<[request: number, fault: Fault]>;
}

/** When a request of a process is carried out, and what arrives late. At once where nothing else says so. */
export interface Order {
	request: (who: string) => Promise<void>;
	/** For what happens at some moment of the first runs. */
	later: (what: string, happens: () => void) => void;
	/** Lets the first runs come to their end. */
	settle: <Result>(runs: Promise<Result>) => Promise<Result>;
}

const atOnce: Order = {
	request: async () => await Promise.resolve(),
	later: () => undefined,
	settle: async (runs) => await runs,
};

export interface Played {
	/** What was promised and is not so; undefined: all is well. */
	broken?: string;
	/** Requests of the first runs, by method and whether they are about one item. */
	requests: string[];
	/** What happened, for a person, if that is asked for. */
	log: string[];
}

const MAX_REQUESTS = 120;

/**
 * The first runs, of up to three processes; then what was lost arrives; then the first process once more, and a third time
 * without faults.
 */
export async function play(
	{ world, faults }: History,
	{ order = atOnce, isLogged = false }: { order?: Order; isLogged?: boolean } = {},
): Promise<Played> {
	const service = new ModelService(world);
	const log: string[] = [];
	const requests: string[] = [];
	const plan: Plan = PLANS[world.plan];
	const reservations = reservationsOf(world);

	const start = async (process: Process, wanted: Plan, again: Again): Promise<Results> => {
		const { isFirst = false, execution = process.name, memories = [] } = again;
		let count = 0;
		const send = async (request: ServiceRequest): Promise<Reply> => {
			if (++count > MAX_REQUESTS) throw new Error('The run does not come to an end');
			if (isFirst) await order.request(process.name);
			const n = requests.length;
			const fault = isFirst ? faults.find(([at]) => at === n)?.[1] : undefined;
			if (isFirst) requests.push(nameOf(request));
			const reply = service.perform(process.name, request, fault);
			if (isLogged) log.push(lineOf(process.name, request, fault, reply));
			if (fault === 'late')
				order.later('the lost request arrives', () => service.underWay.shift()?.());
			return reply;
		};
		const shared = { hasFailed: false };
		const run = { process, execution, world, plan: wanted, send, shared };
		const ran = await Promise.all(
			reservations.map(async (reservation, n) => {
				return await runPlan({ ...run, reservation, memory: memories[n] });
			}),
		);
		const promised = ran.map(({ told }, n): Promised => {
			return { who: process.name, plan: wanted, reservation: reservations[n] ?? '', told };
		});
		return { promised, memories: ran.map(({ memory }) => memory) };
	};
	const check = (when: string, of: Promised[], all: Promised[]): string | undefined => {
		if (isLogged) {
			for (const { who, reservation, told } of of) {
				log.push(` ${when} ${who} ${reservation}: ${told.map(textOf).join(' | ')}`);
			}
			for (const each of reservations) log.push(`  bill of ${each}: ${stateOf(service, [each])}`);
		}
		const moment = { service, world, of, all, when, before: service.atStart };
		return service.harm ?? brokenPromise({ ...moment, faults: faults.length });
	};
	const ended = (broken?: string): Played => ({ broken, requests, log });

	const a = newProcess('A');
	const others = otherPlans(world).map((wanted, n) => [newProcess('BC'[n] ?? ''), wanted] as const);
	if (world.desk !== 'nothing') order.later('at the desk', () => service.actAtDesk());
	const runs = [[a, firstPlan(world)] as const, ...others].map(
		async ([process, wanted]) => await start(process, wanted, { isFirst: true }),
	);
	const results = await order.settle(Promise.all(runs));
	const first = results.flatMap(({ promised }) => promised);
	let broken = check('first', first, first);
	if (broken) return ended(broken);
	while (service.underWay.length > 0) service.underWay.shift()?.();
	broken = check('late', first, first);
	if (broken) return ended(broken);

	service.beginPhase();
	const own = results[0] as Results;
	const hasFailed = own.promised.some(({ told }) => told.some(({ error }) => error));
	const isRetry = world.again !== 'run' && hasFailed;
	const next = world.restart ? newProcess('A2') : { ...a, name: 'A2' };
	const memories = isRetry ? own.memories : [];
	const execution = isRetry ? a.name : next.name;
	const { promised: second } = await start(next, plan, { execution, memories });
	broken = check(isRetry ? 'retry' : 'second', second, [...first, ...second]);
	if (broken) return ended(broken);

	service.beginPhase();
	const state = stateOf(service, reservations);
	const { promised: third } = await start({ ...next, name: 'A3' }, plan, {});
	const all = [...first, ...second, ...third];
	broken = check('third', third, all);
	if (isRetry) return ended(broken);
	return ended(
		broken ?? isUnstable({ first, second, third }, state, stateOf(service, reservations)),
	);
}

interface Again {
	isFirst?: boolean;
	execution?: string;
	memories?: Memory[];
}

interface Results {
	promised: Promised[];
	/** By reservation. */
	memories: Memory[];
}

function nameOf({ method, serviceId }: ServiceRequest): string {
	return method === 'GET' && serviceId === undefined ? 'LIST' : method;
}

function textOf({ action, hint, error }: Told): string {
	return error === undefined ? `${action}${hint ? ` (${hint})` : ''}` : `failed: ${error}`;
}

function lineOf(who: string, request: ServiceRequest, fault: Fault | undefined, reply: Reply) {
	const what = `${who} ${nameOf(request)} ${request.serviceId ?? ''} ${JSON.stringify(request.body ?? '')}`;
	return `${what}${fault ? ` [${fault}]` : ''} -> ${JSON.stringify(reply)}`;
}
