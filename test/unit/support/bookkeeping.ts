import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import type { Answer, Outcome } from '../../../nodes/shared/answers/outcome';
import { judge } from '../../../nodes/shared/client/judgement';
import { RequestFailure } from '../../../nodes/shared/client/requestFailure';
import type { RequestPurpose } from '../../../nodes/shared/client/requestPurpose';
import type { ServiceClient } from '../../../nodes/shared/client/serviceClient';
import type { ServiceRequest } from '../../../nodes/shared/client/serviceRequest';
import { HiddenCharges } from '../../../nodes/shared/reservation/hiddenCharges';
import { ListProof } from '../../../nodes/shared/reservation/listProof';
import { Reservations } from '../../../nodes/shared/reservation/reservations';
import type { Session } from '../../../nodes/shared/reservation/session';
import { apiFormatOf } from '../../../nodes/shared/wire/apiFormat';
import { answered, broken, failedWith } from './outcomes';

/** What becomes of a change: carried out or not, with or without an answer that tells. */
export type Fate =
	| 'done'
	/** Carried out, but the answer got lost. */
	| 'doneUnheard'
	/** Not carried out, and nobody is told. */
	| 'lost'
	/** The same after a timeout, so that it may be carried out only now. */
	| 'timedOut'
	| 'refused'
	/** Refused, as there is one like it. */
	| 'conflict';

/** It keeps nothing from run to run. */
const noContext = {} as IAllExecuteFunctions;

const FAILURES: Record<Exclude<Fate, 'done'>, () => Outcome> = {
	doneUnheard: () => broken('ECONNRESET'),
	lost: () => broken('ECONNRESET'),
	timedOut: () => broken('ETIMEDOUT'),
	refused: () => answered(422, { message: 'No' }),
	conflict: () => answered(409, { message: 'There is one' }),
};

let accounts = 0;

/**
 * The books of a service, behind what a session knows of a client. Everything asked of it is noted. Reservations have
 * no items until `items` says otherwise.
 */
export class Bookkeeping {
	readonly format = apiFormatOf({});
	readonly wire = { format: this.format, timeZone: 'Europe/Berlin' };
	/** Items by reservation. */
	readonly items = new Map<string, IDataObject[]>();
	readonly requests: ServiceRequest[] = [];
	/** The items that were asked for alone, by ID. */
	readonly askedFor: string[] = [];
	/** The waits before a further try, by the number of that try. */
	readonly waits: number[] = [];
	/** What becomes of the changes, one after the other; of those after that: done. */
	fates: Fate[] = [];
	/** What every item that is asked for alone is answered with, if not with itself. */
	statusOfGet?: number;
	/** Set where what is to be deleted is gone already. */
	isGone = false;
	/** Set where changes are answered with nothing. */
	isTerse = false;
	/** Set while lists cannot be read. */
	isClosed = false;
	/** Called before every list, with how many there were. */
	beforeList: (earlier: number) => void = () => undefined;
	/** What happens while a create waits for its turn. */
	beforeCreate: () => Promise<void> = () => Promise.resolve();
	maxRetries = 3;
	/** Lists of up to so many items are known to be whole. */
	provenLength = Infinity;
	readonly account = `account ${++accounts}`;
	private nextId = 100;

	/** A session of a run, of which the books know nothing yet. */
	session(): Session {
		const client = this as unknown as ServiceClient;
		return {
			client,
			wire: this.wire,
			reservations: new Reservations(client, this.wire, this.proofFor(client)),
			maxConcurrency: 1,
			withSettings: () => this.session(),
		};
	}

	private proofFor(client: ServiceClient): ListProof {
		return new ListProof(client, new HiddenCharges(noContext, this.account), this.provenLength);
	}

	readonly trySend = async (
		request: ServiceRequest,
		purpose: RequestPurpose = {},
		assertWanted?: () => void,
	): Promise<Answer | RequestFailure> => {
		if (request.method === 'POST') await this.beforeCreate();
		assertWanted?.();
		if (request.method === 'GET' && request.serviceId !== undefined) {
			return this.get(request.serviceId);
		}
		const outcome = request.method === 'GET' ? this.list(request) : this.change(request);
		this.requests.push(request);
		const judgement = judge(request, outcome, { format: this.format, ...purpose });
		if (outcome.kind === 'answer' && judgement.verdict === 'done') return outcome;
		const isUnclear = judgement.verdict === 'unclear';
		return new RequestFailure({ request, purpose, outcome, judgement, isUnclear }, this.secrets());
	};

	/** One item alone; its absence is all that anybody wants to know. */
	private get(serviceId: string): Answer | RequestFailure {
		this.askedFor.push(serviceId);
		const { statusOfGet } = this;
		if (statusOfGet) return failedWith({ method: 'GET', serviceId }, answered(statusOfGet));
		const item = [...this.items.values()].flat().find(({ id }) => id === serviceId);
		return item ? answered(200, item) : failedWith({ method: 'GET', serviceId }, answered(404));
	}

	readonly send = async (request: ServiceRequest, purpose?: RequestPurpose): Promise<Answer> => {
		const result = await this.trySend(request, purpose);
		if (result instanceof RequestFailure) throw result;
		return result;
	};

	readonly waitBeforeTry = (tries: number): Promise<void> => {
		this.waits.push(tries);
		return Promise.resolve();
	};

	secrets(): string[] {
		return [];
	}

	/** The methods of all requests so far. */
	methods(): string[] {
		return this.requests.map(({ method }) => method);
	}

	/** The items of a reservation, to look at or to add to. */
	of(reservationId: string): IDataObject[] {
		const items = this.items.get(reservationId) ?? [];
		this.items.set(reservationId, items);
		return items;
	}

	private list({ query = {} }: ServiceRequest): Outcome {
		this.beforeList(this.requests.filter(({ method }) => method === 'GET').length);
		return this.isClosed ? answered(503) : answered(200, this.of(query.reservationId as string));
	}

	private change(request: ServiceRequest): Outcome {
		if (this.isGone && request.method === 'DELETE') return answered(404);
		const fate = this.fates.shift() ?? 'done';
		const item = fate === 'done' || fate === 'doneUnheard' ? this.carryOut(request) : {};
		if (fate !== 'done') return FAILURES[fate]();
		return this.isTerse ? answered(204) : answered(200, item);
	}

	private carryOut({ method, serviceId, body = {} }: ServiceRequest): IDataObject {
		if (method === 'POST') {
			const made = { id: `S-${++this.nextId}`, ...body };
			this.of(body.reservationId as string).push(made);
			return made;
		}
		for (const items of this.items.values()) {
			const index = items.findIndex(({ id }) => id === serviceId);
			if (index < 0) continue;
			if (method === 'PATCH') return Object.assign(items[index] as IDataObject, body);
			items.splice(index, 1);
		}
		return {};
	}
}
