import './environment';
import { randomUUID } from 'node:crypto';
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { useHotel, type Hotel } from './hotel';
import { createAdditionalData } from './host';
import { loadPackage } from './loadedPackage';
import { copyStaticData, createNode, defineNode } from './workflow';

interface WatchOptions {
	/** What a poll goes on from is the database's, and kept there after each, but for the one at activation or restart. */
	durableCursors?: boolean;
}

interface PollResult {
	/** The items emitted, or null if the poll starts no execution. */
	items: INodeExecutionData[] | null;
	/** Why the poll failed. n8n records it and polls again; at activation it refuses to activate. */
	error?: Error;
	/** What the poll reported beside its result: n8n records each as a failed execution and starts the error workflow. */
	reported: Error[];
	/** The node's static data as it is in the database now, which is all that a restart leaves. */
	saved: IDataObject;
}

/** An active workflow that begins with the trigger, from its activation on. */
export class Watch {
	/** What n8n would find in its database after a restart. */
	saved: IDataObject = {};
	private memory: IDataObject = {};

	/** The trigger remembers for a while, in its process, what it gave out. */
	private readonly workflowId = randomUUID();

	constructor(
		private readonly hotel: Pick<Hotel, 'credential'>,
		readonly parameters: INodeParameters,
		private readonly options: WatchOptions = {},
	) {}

	/** The user activates the workflow: n8n begins with what it has saved. */
	async activate(): Promise<PollResult> {
		return await this.poll('activate', this.saved);
	}

	/** n8n is restarted, which leaves only what it has saved. */
	async restart(): Promise<PollResult> {
		return await this.poll('init', this.saved);
	}

	/** The next poll by the schedule. @param options how long n8n lets it take, in milliseconds; its default unless given */
	async tick({ budget }: { budget?: number } = {}): Promise<PollResult> {
		const known = this.options.durableCursors ? this.saved : this.memory;
		return await this.poll('activate', known, { isScheduled: true, budget });
	}

	/** The events of the next poll by the schedule; none if it starts no execution. */
	async events(): Promise<IDataObject[]> {
		return eventsOf(await this.tick());
	}

	/** The user tests the trigger in the editor. */
	async test(): Promise<PollResult> {
		return await this.poll('manual', this.saved);
	}

	/**
	 * n8n saves static data after the poll of an activation or restart and when items are emitted, if it noticed a change; after a
	 * poll without items, and in a manual test, it saves nothing.
	 */
	private async poll(
		activation: WorkflowActivateMode,
		known: IDataObject,
		{ isScheduled = false, budget }: { isScheduled?: boolean; budget?: number } = {},
	): Promise<PollResult> {
		const loaded = await loadPackage();
		const { credential } = this.hotel;
		const { workflow, record, node } = createNode(
			loaded,
			defineNode('Trigger', 'serviceItemTrigger', this.parameters, { credential }),
			{ id: this.workflowId, staticData: { 'node:Trigger': known } },
		);
		const mode = activation === 'manual' ? 'manual' : 'trigger';
		const reported: Error[] = [];
		let isCommitted = false;
		const context = new PollContext(
			workflow,
			node,
			createAdditionalData(loaded, mode, record),
			mode,
			activation,
			undefined,
			(thrown) => reported.push(thrown),
			() => Promise.resolve(void (isCommitted = true)),
			undefined,
			undefined,
			budget === undefined ? undefined : () => budget,
		);
		let items: INodeExecutionData[] | null = null;
		let error: Error | undefined;
		try {
			const outputs = await loaded.getByNameAndVersion(node.type).poll!.call(context);
			items = outputs && (outputs[0] ?? []);
		} catch (thrown) {
			error = thrown as Error;
		}
		if (mode === 'trigger') {
			this.memory = copyStaticData(workflow.getStaticData('node', node));
			const keepsQuiet = this.options.durableCursors ? isScheduled || isCommitted : !isScheduled;
			const saves = error === undefined && (items !== null || keepsQuiet);
			// A poll that is not saved leaves the database as it was, however many came before it.
			if (saves && workflow.staticData.__dataChanged) this.saved = this.memory;
		}
		return { items, error, reported, saved: this.saved };
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

const ALL_EVENTS = ['created', 'updated', 'deleted'];

/** @param reservationIds that are watched */
export function useWatchedHotel(...reservationIds: string[]) {
	const hotel = useHotel();
	return {
		hotel,
		/** @returns a trigger for every event on the reservations, unless the parameters say others; not activated yet */
		watch: (parameters?: INodeParameters, options?: WatchOptions): Watch =>
			new Watch(hotel, { reservationIds, events: ALL_EVENTS, ...parameters }, options),
		/** Somebody adds a breakfast at the service, which gives it an ID where none is given. */
		add: (reservationId: string, id?: string): void => {
			hotel.service.books.add(reservationId, { ...breakfast, ...(id && { id }) });
		},
	};
}
