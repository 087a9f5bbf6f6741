import { RequestFailure } from '../../../../nodes/shared/http/failure';
import type { Answer } from '../../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import { CanceledError } from '../../../../nodes/shared/n8n/userError';
import type { Plan, World } from './worlds';
import { chargesBefore, DAY } from './worlds';

export interface Item extends Record<string, unknown> {
	id: string;
	reservationId: string;
	reference?: string;
	amount: number;
	description: string;
	accountCode?: string;
}

/** What goes wrong with a request; `late`: our own Timeout ends it, and it is carried out after the run. */
export type Fault =
	'lostMade' | 'lostNotMade' | 'late' | 'refused' | 'conflict' | 'down' | 'stop' | 'kill';

/** A service inside the contract, and as far outside of it as its world says. */
export class ModelService {
	items: Item[] = [];
	/** Who made an item, and who has changed it. */
	readonly makers = new Map<string, string>();
	readonly touched = new Set<string>();
	/** In milliseconds, by what was waited for. */
	clock = 0;
	readonly underWay: Array<() => void> = [];
	readonly atStart: Item[];
	private versions: Array<{ at: number; items: Item[] }> = [];
	private ids = 1;

	constructor(
		readonly world: World,
		readonly plan: Plan,
		reservations: readonly string[],
	) {
		for (const reservationId of reservations) {
			this.make({ amount: 99, date: DAY, description: 'room', reservationId }, 'desk');
			for (const each of chargesBefore(world)) this.make({ ...each, reservationId }, 'desk');
		}
		this.commit(-1e9);
		this.atStart = this.items.map((item) => ({ ...item }));
	}

	/** @throws RequestFailure, CanceledError */
	perform(who: string, request: ServiceRequest, fault?: Fault): Answer {
		if (request.method === 'GET') {
			if (fault === 'stop') throw new CanceledError();
			if (fault) throw failureOf(request, { status: 503 });
			return answerOf(200, this.read(request));
		}
		switch (fault) {
			case 'late':
				this.underWay.push(() => this.change(who, request));
				throw failureOf(request, { isUnclear: true, isOwnTimeout: true });
			case 'lostNotMade':
				throw failureOf(request, { status: 503, isUnclear: true });
			case 'refused':
			case 'conflict':
				throw failureOf(request, { status: fault === 'refused' ? 422 : 409 });
		}
		const answer = this.change(who, request);
		if (fault === 'stop') throw new CanceledError();
		if (fault === 'lostMade') throw failureOf(request, { isUnclear: true });
		return answer;
	}

	commit(at = this.clock): void {
		this.versions.push({ at, items: this.items.map((item) => ({ ...item })) });
	}

	private read({ serviceId, query }: ServiceRequest): unknown {
		if (serviceId !== undefined) return this.items.find(({ id }) => id === serviceId) ?? {};
		const { late, list } = this.world;
		const shown = this.versions.filter(({ at }) => at + late <= this.clock).at(-1)?.items ?? [];
		const isShown = ({ id }: Item): boolean => list !== 'never' || this.makers.get(id) === 'desk';
		return shown.filter((item) => item.reservationId === query?.reservationId && isShown(item));
	}

	private make(fields: Omit<Item, 'id'> | object, who: string): Item {
		const cut = this.world.list === 'cut' && who !== 'desk';
		const item = { ...fields, id: `i${this.ids++}` } as Item;
		if (cut) item.description = item.description.slice(0, 2);
		this.items.push(item);
		this.makers.set(item.id, who);
		return item;
	}

	private change(who: string, request: ServiceRequest): Answer {
		const { method, serviceId, body = {} } = request;
		const { answer, patch, remove } = this.world;
		if (method === 'POST') {
			const item = this.make(body, who);
			this.commit();
			return answerOf(201, answer === 'item' ? { ...item } : undefined);
		}
		const item = this.items.find(({ id }) => id === serviceId);
		if (!item) {
			if (method === 'DELETE' && request.mayBeGone) return answerOf(404, undefined);
			throw failureOf(request, { status: 404 });
		}
		if (method === 'DELETE' && remove === 'refused') throw failureOf(request, { status: 403 });
		if (method === 'PATCH') {
			if (patch === 'blank') delete item.accountCode;
			if (patch !== 'ignore') Object.assign(item, body);
			this.touched.add(item.id);
		} else if (remove !== 'ignored') this.items.splice(this.items.indexOf(item), 1);
		this.commit();
		const status = method === 'DELETE' && remove === 'done404' ? 404 : 200;
		return answerOf(status, {});
	}
}

function answerOf(status: number, body: unknown): Answer {
	return { status, headers: {}, body, isJson: true, waitMs: 0 };
}

function failureOf(
	request: ServiceRequest,
	how: { status?: number; isUnclear?: boolean; isOwnTimeout?: boolean },
): RequestFailure {
	const isUnclear = request.mayHaveArrived === true || how.isUnclear === true;
	const what = isUnclear ? 'It may or may not have been created' : 'The service refused it';
	const values = {
		request,
		outcome: isUnclear ? 'unclear' : 'refused',
		status: how.status,
		isOwnTimeout: how.isOwnTimeout === true,
		isJson: true,
		told: { what, advice: '' },
		message: what,
	};
	const failure = Object.create(RequestFailure.prototype) as RequestFailure;
	for (const [name, value] of Object.entries(values)) {
		Object.defineProperty(failure, name, { value });
	}
	return failure;
}
