import fc from 'fast-check';

import { isBeyond } from './limits';
import type { Fault } from './modelService';
import type { History, Order, Played } from './play';
import { play } from './play';
import type { World } from './world';
import { DIMENSIONS, makesSense, usual } from './world';

/** What may go wrong with a request. */
const FAULTS: Record<string, Fault[]> = {
	LIST: ['down'],
	GET: ['down'],
	POST: ['lostAnswer', 'notDone', 'refused'],
	PATCH: ['lostAnswer', 'notDone', 'refused'],
	DELETE: ['lostAnswer', 'notDone'],
};

/** A history of two processes has an order, too: of what was asked for, by number, in the order of its happening. */
export interface OrderedHistory extends History {
	order?: number[];
}

/** Some values of some dimensions; the others are usual. */
export type Scope = { [Name in keyof World]?: ReadonlyArray<World[Name]> };

export function* worldsOf(scope: Scope): Generator<World> {
	const entries = Object.entries(scope) as Array<[keyof World, readonly never[]]>;
	yield* complete(entries, usual);
}

function* complete(
	[first, ...others]: Array<[keyof World, readonly never[]]>,
	world: World,
): Generator<World> {
	if (first === undefined) {
		if (makesSense(world)) yield world;
		return;
	}
	const [name, values] = first;
	for (const value of values) yield* complete(others, { ...world, [name]: value });
}

/** Plays all worlds of a scope, without a fault and with each fault at each request. */
export async function searchAll(scope: Scope, findings: Findings): Promise<void> {
	for (const world of worldsOf(scope)) {
		const calm: History = { world, faults: [] };
		const played = await play(calm);
		findings.add(calm, played);
		for (const [n, request] of played.requests.entries()) {
			for (const fault of FAULTS[request] ?? []) {
				const history: History = { world, faults: [[n, fault]] };
				findings.add(history, await play(history));
			}
		}
	}
}

/** Requests of a history, and what happens at some moment, one after another as the scheduler has them. */
function orderBy(scheduler: fc.Scheduler, order: number[]): Order {
	let asked = 0;
	const turn = async (what: string): Promise<void> => {
		const number = ++asked;
		await scheduler.schedule(Promise.resolve(), what);
		order.push(number);
	};
	return {
		request: turn,
		later: (what, happens) => void turn(what).then(happens),
		settle: async (runs) => await scheduler.waitFor(runs),
	};
}

/** Plays a history in the order that it has, or that the scheduler gives. */
export async function playInOrder(
	history: OrderedHistory,
	{ scheduler, isLogged }: { scheduler?: fc.Scheduler; isLogged?: boolean } = {},
): Promise<Played & { order: number[] }> {
	const order: number[] = [];
	const by = scheduler ?? (history.order && fc.schedulerFor(history.order));
	// What was found at one process has none: all happens at once.
	if (!by) return { ...(await play(history, { isLogged })), order };
	const played = await play(history, { order: orderBy(by, order), isLogged });
	return { ...played, order };
}

/** Worlds with up to two faults; two dimensions out of three are usual, but for those of the scope. */
export function histories(scope: Scope = {}): fc.Arbitrary<History> {
	const names = Object.keys(DIMENSIONS) as Array<keyof World>;
	const often = new Set<keyof World>(['plan', 'there', 'other', 'faults']);
	const dimension = (name: keyof World): fc.Arbitrary<unknown> => {
		const values: readonly unknown[] = scope[name] ?? DIMENSIONS[name];
		const any = fc.constantFrom(...values);
		const isFree = often.has(name) || scope[name] !== undefined;
		return isFree
			? any
			: fc.oneof({ weight: 2, arbitrary: fc.constant(usual[name]) }, { weight: 1, arbitrary: any });
	};
	const world = fc.record(Object.fromEntries(names.map((name) => [name, dimension(name)])));
	const fault = fc.tuple(
		fc.nat(12),
		fc.constantFrom<Fault>('lostAnswer', 'notDone', 'refused', 'down', 'late'),
	);
	const faults = fc.tuple(fault, fault);
	return fc
		.tuple(world as fc.Arbitrary<unknown> as fc.Arbitrary<World>, faults)
		.filter(([each]) => makesSense(each))
		.map(([each, all]) => ({ world: each, faults: all.slice(0, each.faults) }));
}

/** What was found broken, the shortest history of each sort. */
export class Findings {
	count = 0;
	/** Broken where no rule can help. */
	beyond = 0;
	private readonly sorts = new Map<string, { count: number; line: string }>();

	add(history: OrderedHistory, { broken }: Played): void {
		this.count++;
		if (broken === undefined) return;
		if (isBeyond(history, broken)) {
			this.beyond++;
			return;
		}
		const sort = broken.replace(/\d+/g, '#');
		const line = lineOf(history);
		const known = this.sorts.get(sort) ?? { count: 0, line };
		const shorter = line.length < known.line.length ? line : known.line;
		this.sorts.set(sort, { count: known.count + 1, line: shorter });
	}

	/** One line for each sort. */
	get lines(): string[] {
		const all = [...this.sorts].sort(([, a], [, b]) => b.count - a.count);
		return all.map(([sort, { count, line }]) => `${count} x ${sort}: ${line}`);
	}
}

/** A history as one line that HISTORY='…' plays again. */
export function lineOf({ world, ...others }: OrderedHistory): string {
	const odd = Object.entries(world).filter(([name, value]) => value !== usual[name as keyof World]);
	return JSON.stringify({ world: Object.fromEntries(odd), ...others });
}
