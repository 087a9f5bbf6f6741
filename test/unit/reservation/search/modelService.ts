import type { IDataObject } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../nodes/shared/http/request';
import type { Plan, Wanted, World } from './world';
import { chargesBefore, PLANS, RESERVATIONS, reservationsOf } from './world';

/** What goes wrong with a request; `late`: lost, and carried out at some later moment. */
export type Fault = 'lostAnswer' | 'notDone' | 'late' | 'refused' | 'down';

/** What came back: an answer, or nothing that tells whether it was carried out. */
export type Reply = { status: number; body?: unknown; headers?: IDataObject } | 'lost';

interface Item {
	id: string;
	reservationId: string;
	amount?: number;
	date?: string;
	description?: string;
	accountCode?: string;
}

export interface Booking {
	item: Item;
	/** Who made it: a process, `desk`, or `guest` for another guest's. */
	maker: string;
	/** As it was made, see `kindOf`. */
	kind: string;
}

export const DAY = '2026-12-07';
const [FIRST] = RESERVATIONS as [string];
const OTHERS = 'R-OTHER';

export function described({ reference, description }: Wanted): string {
	return reference === undefined ? description : `${description} [ref:${reference}]`;
}

/** What counts as the same charge for a plan: the reference, or the fields. */
export function kindOf({ matchBy }: Plan, { reference, ...fields }: Wanted): string {
	if (matchBy === 'reference') return reference ?? 'none';
	return `${fields.amount} ${fields.description} ${fields.accountCode ?? ''}`;
}

/** The reservations of a run, and charges of other guests, at a service that is as `world` says. */
export class ModelService {
	readonly bookings: Booking[] = [];
	/** Lost requests that may still arrive. */
	readonly underWay: Array<() => void> = [];
	/** The first thing that must never happen. */
	harm?: string;
	private readonly plan: Plan;
	private nextId: number;
	private start: Booking[] = [];
	/** By idempotency key. */
	private readonly answered = new Map<string | undefined, Reply>();
	/** What the lists that each process has read would have shown, were they not late. */
	private readonly seen = new Map<string, Booking[][]>();

	constructor(private readonly world: World) {
		this.plan = PLANS[world.plan];
		this.nextId = world.ids === 'rising' ? 100 : 600;
		this.addForeign();
		for (const reservationId of reservationsOf(world)) {
			for (const charge of chargesBefore(world)) {
				this.make({ ...fieldsOf(charge), reservationId }, 'desk');
			}
		}
		this.beginPhase();
	}

	/** What was there when the phase began. */
	get atStart(): readonly Booking[] {
		return this.start;
	}

	/** Lists are late by that. */
	beginPhase(): void {
		this.start = this.copy();
		this.seen.clear();
	}

	billOf(reservation: string): Booking[] {
		return this.bookings.filter(({ item }) => item.reservationId === reservation);
	}

	perform(who: string, request: ServiceRequest, fault?: Fault): Reply {
		if (fault === 'down' || fault === 'notDone') return 'lost';
		if (fault === 'refused') return { status: 422, body: { message: 'not allowed' } };
		if (request.method === 'GET') return this.read(who, request);
		if (fault === 'late') {
			this.underWay.push(() => void this.change(who, request));
			return 'lost';
		}
		const reply = this.change(who, request);
		return fault === 'lostAnswer' ? 'lost' : reply;
	}

	/** Somebody at the desk adds to the first reservation, or deletes from it, a charge like the first that is wanted. */
	actAtDesk(): void {
		const [first] = this.plan.wanted as [Wanted];
		if (this.world.desk === 'adds') {
			this.make({ ...fieldsOf(first), reservationId: FIRST }, 'desk');
			return;
		}
		const kind = kindOf(this.plan, first);
		this.remove(this.billOf(FIRST).find((booking) => booking.kind === kind));
	}

	private addForeign(): void {
		const [first] = this.plan.wanted as [Wanted];
		const suite = { amount: 900, date: DAY, description: 'suite' };
		const { foreign } = this.world;
		const twins = foreign === 'twin' ? chargesBefore(this.world).map(fieldsOf) : [];
		for (const [row, id] of ['1', '2', '3', '77'].entries()) {
			const charge = foreign === 'alike' ? fieldsOf(first) : (twins[row] ?? suite);
			const item = { id, reservationId: OTHERS, ...charge };
			this.bookings.push({ item, maker: 'guest', kind: 'foreign' });
		}
	}

	private make(body: IDataObject, maker: string): Item {
		const item = { ...body, id: String(this.nextId) } as Item;
		this.nextId += this.world.ids === 'rising' ? 1 : -1;
		this.bookings.push({ item, maker, kind: kindOf(this.plan, wantedIn(item)) });
		return item;
	}

	private remove(booking: Booking | undefined): void {
		if (booking) this.bookings.splice(this.bookings.indexOf(booking), 1);
	}

	private copy(): Booking[] {
		return this.bookings.map(({ item, ...booking }) => ({ item: { ...item }, ...booking }));
	}

	private read(who: string, { serviceId, reservationId = '' }: ServiceRequest): Reply {
		if (serviceId === undefined) return { status: 200, body: this.list(who, reservationId) };
		if (this.world.get === 'refused') return { status: 403 };
		const item = this.bookings.find((booking) => booking.item.id === serviceId)?.item;
		if (!item) return { status: 404 };
		const isPlaced = this.world.get === 'works';
		return { status: 200, body: { ...item, ...(!isPlaced && { reservationId: undefined }) } };
	}

	private list(who: string, reservation: string): IDataObject[] {
		const { late, list, cut } = this.world;
		const key = `${who} ${reservation}`;
		const lists = this.seen.get(key) ?? [];
		lists.push(this.copy());
		this.seen.set(key, lists);
		const state = lists.at(-1 - late) ?? this.start;
		const own = state.filter(({ item }) => item.reservationId === reservation);
		const shown = list === 'never' ? own.filter(({ maker }) => maker === 'desk') : own;
		return shown.map(({ item: { id, description, ...others } }, row) => ({
			...others,
			description: cut ? description?.slice(0, 1) : description,
			id:
				{ rows: String(row + 1), none: undefined, shared: 'F1', other: `L${id}` }[list as 'rows'] ??
				(list === 'none' ? undefined : id),
		}));
	}

	private change(who: string, request: ServiceRequest): Reply {
		const { method, serviceId = '', body, idempotencyKey } = request;
		if (method === 'POST') return this.createOnce(who, body as IDataObject, idempotencyKey);
		const booking = this.bookings.find(({ item }) => item.id === serviceId);
		if (method === 'PATCH') return this.update(who, booking, body as IDataObject);
		return this.delete(who, serviceId, booking);
	}

	private createOnce(who: string, body: IDataObject, key?: string): Reply {
		const known = this.answered.get(key);
		if (key !== undefined && known) return known;
		const reply = this.create(who, body);
		this.answered.set(key, reply);
		return reply;
	}

	private create(who: string, body: IDataObject): Reply {
		const { reference } = wantedIn(body);
		const reservation = body.reservationId as string;
		const isThere = this.billOf(reservation).some(
			({ item }) => wantedIn(item).reference === reference,
		);
		if (this.world.conflict && reference !== undefined && isThere) return { status: 409 };
		const oldest = this.billOf(reservation)[0]?.item;
		const item = this.make(body, who);
		const bill = this.billOf(reservation).map((booking) => booking.item);
		const answers: Record<World['answer'], Reply> = {
			item: { status: 201, body: item },
			idOnly: { status: 201, body: { id: item.id } },
			otherName: { status: 201, body: { chargeNumber: item.id } },
			nothing: { status: 204 },
			location: { status: 201, headers: { location: `/services/${item.id}` } },
			oldestFirst: { status: 200, body: { items: bill } },
			newestFirst: { status: 200, body: { items: [...bill].reverse() } },
			echo: { status: 200, body },
			foreign: { status: 201, body: { id: '77' } },
			oldest: { status: 201, body: { id: (oldest ?? item).id } },
		};
		return answers[this.world.answer];
	}

	private update(who: string, booking: Booking | undefined, body: IDataObject): Reply {
		if (!booking) return { status: 404 };
		if (booking.item.reservationId === OTHERS) {
			this.harm ??= `OTHERS ${who} changed ${booking.item.id} of another guest`;
		}
		const { id, reservationId, ...fields } = booking.item;
		const kept = this.world.patch === 'blank' ? {} : fields;
		const changed = this.world.patch === 'ignore' ? {} : body;
		booking.item = { ...kept, ...changed, id, reservationId };
		return { status: 200, body: booking.item };
	}

	private delete(who: string, id: string, booking: Booking | undefined): Reply {
		const { remove } = this.world;
		if (remove === 'refused') return { status: 403 };
		if (!booking || remove === '404') return { status: 404 };
		if (remove === 'ignored') return { status: 204 };
		const isOwn = booking.maker === who || this.plan.operation === 'sync';
		if (booking.item.reservationId === OTHERS || (booking.maker === 'desk' && !isOwn)) {
			this.harm ??= `OTHERS ${who} deleted ${id}, made by ${booking.maker}`;
		} else if (!isOwn) {
			this.harm ??= `SWAP ${who} deleted ${id}, made by ${booking.maker}, in place of its own`;
		}
		this.remove(booking);
		return { status: remove === 'done404' ? 404 : 204 };
	}
}

function fieldsOf({ amount, accountCode, ...texts }: Wanted): IDataObject {
	return {
		amount,
		date: DAY,
		description: described(texts as Wanted),
		...(accountCode && { accountCode }),
	};
}

function wantedIn({ amount = NaN, description = '', accountCode }: Partial<Item>): Wanted {
	const [, text = '', reference] = /^(.*?)(?: \[ref:(.*)\])?$/.exec(description) ?? [];
	return { reference, amount, description: text, accountCode };
}
