import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel, type Hotel } from './hotel';
import { poll, type PollOccasion, type PollOptions, type PollResult } from './poll';

type WatchOptions = Pick<PollOptions, 'timezone' | 'durableCursors'>;

/** An active workflow that begins with the trigger, from its activation on. */
export class Watch {
	/** What n8n would find in its database after a restart. */
	saved: IDataObject = {};
	private memory: IDataObject = {};

	private readonly workflowId = randomUUID();

	constructor(
		private readonly hotel: Pick<Hotel, 'credential'>,
		readonly parameters: INodeParameters,
		private readonly options: WatchOptions = {},
	) {}

	/** The user activates the workflow, also anew with other parameters: n8n begins with what it has saved. */
	async activate(parameters: INodeParameters = {}, options?: WatchOptions): Promise<PollResult> {
		Object.assign(this.parameters, parameters);
		Object.assign(this.options, options);
		return await this.poll('activation', this.saved);
	}

	/** n8n is restarted, which leaves only what it has saved. */
	async restart(): Promise<PollResult> {
		return await this.poll('restart', this.saved);
	}

	/** The next poll by the schedule. */
	async tick(options: PollOptions = {}): Promise<PollResult> {
		const known = this.options.durableCursors ? this.saved : this.memory;
		return await this.poll('schedule', known, options);
	}

	/** The events of the next poll by the schedule; none if it starts no execution. */
	async events(): Promise<IDataObject[]> {
		return eventsOf(await this.tick());
	}

	/** The user tests the trigger in the editor. */
	async test(): Promise<PollResult> {
		return await this.poll('manualTest', this.saved);
	}

	private async poll(
		occasion: PollOccasion,
		staticData: IDataObject,
		options: PollOptions = {},
	): Promise<PollResult> {
		const { credential } = this.hotel;
		const result = await poll('serviceItemTrigger', this.parameters, {
			occasion,
			credential,
			staticData,
			workflowId: this.workflowId,
			...this.options,
			...options,
		});
		if (occasion !== 'manualTest') {
			this.memory = result.memory;
			// A poll that is not saved leaves the database as it was, however many came before it.
			if (result.saved !== (options.staticData ?? staticData)) this.saved = result.saved;
		}
		return result;
	}
}

/** A service item as the books have it. */
export const breakfast = { amount: 12.5, date: '2026-11-21', description: 'Breakfast' };
/** Its fields that the service leaves out, as they are given out. */
export const blank = { reference: null, accountCode: null, destinationAccount: null };

export function eventsOf({ items, error }: PollResult): IDataObject[] {
	if (error) throw error;
	return (items ?? []).map(({ json }) => json);
}

/** Events in short: `created R-1 si-1`. */
export function inShort(events: IDataObject[]): string[] {
	return events.map(({ event, reservationId, serviceItem }) => {
		const { id } = serviceItem as { id: string | number };
		return `${event as string} ${reservationId as string} ${id}`;
	});
}

interface WatchedHotel {
	hotel: Hotel;
	/** @returns a trigger for every event on the reservations, unless the parameters say others; not activated yet */
	watch: (parameters?: INodeParameters, options?: WatchOptions) => Watch;
	/** Somebody adds a breakfast at the service, which gives it an ID where none is given. */
	add: (reservationId: string, id?: string) => void;
}

const ALL_EVENTS = ['created', 'updated', 'deleted'];

/** @param reservationIds that are watched */
export function useWatchedHotel(...reservationIds: string[]): WatchedHotel {
	const hotel = useHotel();
	return {
		hotel,
		watch: (parameters, options) =>
			new Watch(hotel, { reservationIds, events: ALL_EVENTS, ...parameters }, { ...options }),
		add(reservationId, id) {
			hotel.service.books.add(reservationId, { ...breakfast, ...(id && { id }) });
		},
	};
}
