import { RequestFailure } from '../../../../nodes/shared/http/failure';
import type { Answer } from '../../../../nodes/shared/http/reply';
import { noAnswer } from '../../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import { CanceledError } from '../../../../nodes/shared/n8n/userError';

export const DAY = '2026-12-07';

const TAX = { amount: 10, date: DAY, description: 'tax' };
export type Wanted = typeof TAX & { reference?: string; accountCode?: string };
export type Plan = { operation: 'create' | 'upsert' | 'sync'; wanted: Wanted[] };

const tax = (more: Partial<Wanted> = {}): Wanted => ({ ...TAX, ...more });
const own = (name: string): Wanted => tax({ reference: `own-${name}` });

export const PLANS = {
	ref1: { operation: 'create', wanted: [own('a')] },
	ref2: { operation: 'create', wanted: [own('a'), own('b')] },
	same1: { operation: 'create', wanted: [tax()] },
	alike2: { operation: 'create', wanted: [tax(), tax()] },
	differ2: { operation: 'create', wanted: [tax(), tax({ amount: 20 })] },
	/** One charge with the account code may stand for either. */
	overlap2: { operation: 'create', wanted: [tax(), tax({ accountCode: '44' })] },
	update1: { operation: 'upsert', wanted: [own('a')] },
	update2: { operation: 'upsert', wanted: [own('a'), own('b')] },
	sync2: { operation: 'sync', wanted: [own('a'), own('b')] },
} satisfies Record<string, Plan>;

/** `late`: our own Timeout ends it, and it is carried out after the run. */
export type Fault =
	'lost' | 'notDone' | 'late' | 'refused' | 'conflict' | 'unreadable' | 'stop' | 'kill';
const KINDS = 'lost notDone late refused conflict unreadable stop kill'.split(' ') as Fault[];
export const FAULTS = [0, 1, 2, 3, 4, 5, 6].flatMap((n) => KINDS.map((kind) => ({ n, kind })));

/** What may happen; the first value of each is the usual one. */
const DIMENSIONS = {
	plan: Object.keys(PLANS) as Array<keyof typeof PLANS>,
	/** What each reservation has before the first run. */
	there: ['nothing', 'first', 'both', 'stale'],
	processes: [1, 2, 3],
	reservations: [1, 2, 3],
	/** To a create. */
	answer: ['item', 'nothing'],
	/** When a change shows, in milliseconds. */
	late: [0, 400, 3000, 5000],
	list: ['whole', 'never', 'cut'],
	patch: ['merge', 'blank', 'ignore'],
	remove: ['done', 'done404', 'refused', 'ignored'],
	retries: [1, 0, 2],
	stops: [false, true],
	/** What the first process does next: the same execution once more, or another one. */
	again: ['run', 'retry'],
} as const;

export type World = { [Name in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Name][number] } & {
	fault?: { n: number; kind: Fault };
};
export type Scope = { [Name in keyof World]?: ReadonlyArray<World[Name]> };

export const usual = Object.fromEntries(
	Object.entries(DIMENSIONS).map(([name, values]) => [name, values[0]]),
) as unknown as World;

export function worldsOf(scope: Scope): World[] {
	let worlds: World[] = [usual];
	for (const [name, values] of Object.entries(scope)) {
		worlds = worlds.flatMap((world) => values.map((value) => ({ ...world, [name]: value })));
	}
	const isByReference = ({ plan }: World): boolean =>
		PLANS[plan].wanted[0]?.reference !== undefined;
	return worlds.filter((world) => world.there !== 'stale' || isByReference(world));
}

/** What is to be updated has another amount, and an account code that the update does not name. */
export function chargesBefore({ plan, there }: World): Wanted[] {
	const { operation, wanted }: Plan = PLANS[plan];
	const before = wanted.map((each) => {
		return operation === 'create' ? each : { ...each, amount: 5, accountCode: 'x' };
	});
	const stale = [own('y'), own('z'), tax({ reference: 'other-1' })];
	return { nothing: [], first: before.slice(0, 1), both: before, stale }[there];
}

export type Item = Wanted & { id: string; reservationId: string };

/** A service inside the contract, and as far outside of it as its world says. */
export class ModelService {
	items: Item[] = [];
	/** IDs of what others had changed. */
	readonly touched = new Set<string>();
	/** In milliseconds, by what was waited for. */
	clock = 0;
	readonly underWay: Array<() => void> = [];
	readonly atStart: Item[];
	private versions: Array<{ at: number; items: Item[] }> = [];
	private ids = 1;

	constructor(
		readonly world: World,
		names: readonly string[],
	) {
		const room = { amount: 99, date: DAY, description: 'room' };
		for (const reservationId of names) {
			for (const each of [room, ...chargesBefore(world)]) this.make({ ...each, reservationId });
		}
		this.commit(-1e9);
		this.atStart = this.items.map((item) => ({ ...item }));
	}

	/** @throws RequestFailure, CanceledError */
	perform(request: ServiceRequest, fault?: Fault): Answer {
		if (request.method === 'GET') {
			if (fault === 'stop') throw new CanceledError();
			if (fault) throw failureOf(request, { status: 503 });
			return answerOf(200, this.read(request));
		}
		if (fault === 'late') {
			this.underWay.push(() => this.change(request));
			throw failureOf(request, { isUnclear: true, isOwnTimeout: true });
		}
		if (fault === 'notDone') throw failureOf(request, { status: 503, isUnclear: true });
		if (fault === 'refused') throw failureOf(request, { status: 422 });
		if (fault === 'conflict') throw failureOf(request, { status: 409 });
		const answer = this.change(request);
		if (fault === 'stop') throw new CanceledError();
		if (fault === 'lost') throw failureOf(request, { isUnclear: true });
		if (fault === 'unreadable') throw failureOf(request, { status: 200, isUnclear: true });
		return answer;
	}

	private read({ serviceId, query }: ServiceRequest): unknown {
		if (serviceId !== undefined) return this.items.find(({ id }) => id === serviceId) ?? {};
		const { late, list } = this.world;
		const shown = this.versions.filter(({ at }) => at + late <= this.clock).at(-1)?.items ?? [];
		const isShown = ({ id }: Item): boolean => {
			return list !== 'never' || this.atStart.some((each) => each.id === id);
		};
		return shown.filter((item) => item.reservationId === query?.reservationId && isShown(item));
	}

	/** At the desk, or by whoever else. */
	setItem(id: string, change: object): void {
		Object.assign(this.items.find((item) => item.id === id) as Item, change);
		this.commit();
	}

	private change(request: ServiceRequest): Answer {
		const { method, serviceId, body = {} } = request;
		const { answer, patch, remove, list } = this.world;
		const { description } = body as Item;
		if (description && list === 'cut')
			Object.assign(body, { description: description.slice(0, 2) });
		if (method === 'POST') {
			const item = this.make(body as Item);
			this.commit();
			return answerOf(201, answer === 'item' ? { ...item } : undefined);
		}
		const item = this.items.find(({ id }) => id === serviceId);
		if (!item && request.mayBeGone && method === 'DELETE') return answerOf(404, undefined);
		if (!item) throw failureOf(request, { status: 404 });
		if (method === 'DELETE' && remove === 'refused') throw failureOf(request, { status: 403 });
		if (method === 'PATCH') {
			if (patch === 'blank') delete item.accountCode;
			if (patch !== 'ignore') Object.assign(item, body);
			this.touched.add(item.id);
		} else if (remove !== 'ignored') this.items.splice(this.items.indexOf(item), 1);
		this.commit();
		return answerOf(method === 'DELETE' && remove === 'done404' ? 404 : 200, {});
	}

	private make(fields: Omit<Item, 'id'>): Item {
		const item = { ...fields, id: `i${this.ids++}` };
		this.items.push(item);
		return item;
	}

	private commit(at = this.clock): void {
		this.versions.push({ at, items: this.items.map((item) => ({ ...item })) });
	}
}

function answerOf(status: number, body: unknown): Answer {
	return { kind: `${status}`, status, headers: {}, body, waitMs: 0 };
}

/** @param how without a status: there was no answer */
export function failureOf(
	request: ServiceRequest,
	how: { status?: number; isUnclear?: boolean; isOwnTimeout?: boolean },
): RequestFailure {
	const { status, isUnclear = request.mayHaveArrived, isOwnTimeout } = how;
	const answer = status ? answerOf(status, {}) : noAnswer(isOwnTimeout ? 'timeout' : 'lost');
	const tried = { ...request, mayHaveArrived: isUnclear };
	return new RequestFailure(tried, answer);
}
