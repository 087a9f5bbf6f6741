import type { IDataObject, UserError } from 'n8n-workflow';

import type { WrittenFields } from '../format/fields';
import type { ServiceClient } from '../http/client';
import { RequestFailure } from '../http/failure';
import { fitsPath } from '../http/request';
import { reservationKey } from './reservationId';
import { readReservationList, SharedListError } from './reservationList';
import { idNotTold } from './readServiceItems';
import { userError } from '../n8n/userError';
import { groupedBy } from './grouping';

export interface ExistingItem {
	id: string | undefined;
	raw: IDataObject;
	fields: WrittenFields;
	/** At the end of its description, which `fields` are without. */
	mark?: string;
	/** The reservation that it shows. */
	reservationId: string | undefined;
	/** A value that does not fit the format in the credential. */
	mismatch?: { field: string; value: unknown };
	isIdShared: boolean;
}

/** `unread`: the next try may show it. */
export type Found = ExistingItem | 'missing' | 'refused' | 'unread';

export class Reservations {
	private readonly lists = new Map<string, Promise<ExistingItem[]>>();
	/**
	 * By `reservationKey`, errors of reservations of which another list has shown
	 * an item (docs/service-api.md).
	 */
	readonly shared = new Map<string, SharedListError>();

	constructor(private readonly client: ServiceClient) {}

	/** What memory of a reservation goes by, however its ID is spelled. */
	keyOf(reservationId: string): string {
		return `${this.client.scope} ${reservationKey(reservationId)}`;
	}

	/**
	 * @throws UserError when the list does not tell what is there, or whose it is
	 */
	async list(reservationId: string): Promise<ExistingItem[]> {
		const request = { reservationId, mustFitFormat: true };
		const listed = await readReservationList(this.client, request).catch(
			(error: unknown) => {
				if (error instanceof SharedListError) {
					this.noteShared(reservationId, error);
				}
				throw error;
			},
		);
		const items = listed.items.map((raw) => this.read(raw));
		for (const alike of groupedBy(items, (each) => each.id).values()) {
			for (const item of alike) {
				item.isIdShared = item.id !== undefined && alike.length > 1;
			}
		}
		return items;
	}

	private noteShared(reservationId: string, { shared }: SharedListError): void {
		const { id, other } = shared;
		const error = new SharedListError(other, { id, other: reservationId });
		this.shared.set(reservationKey(other), error);
	}

	/** The same, read once per run. */
	async knownList(reservationId: string): Promise<ExistingItem[]> {
		const reading = this.lists.get(reservationId) ?? this.list(reservationId);
		this.lists.set(reservationId, reading);
		reading.catch(() => this.lists.delete(reservationId));
		return await reading;
	}

	async find(serviceId: string): Promise<Found> {
		if (!fitsPath(serviceId)) return 'refused';
		const result = await this.client.trySend({ method: 'GET', serviceId });
		if (result instanceof RequestFailure) return foundBy(result);
		const { mapper } = this.client;
		const { item } = mapper.readAnswer(result, { id: serviceId });
		return mapper.isWithdrawn(item) ? 'missing' : this.read(item);
	}

	read(raw: IDataObject): ExistingItem {
		const { id, reservationId, reference, mark, fields, mismatch } =
			this.client.mapper.read(raw);
		return {
			// What cannot stand in a path is no ID to change something by.
			id: id !== undefined && fitsPath(id) ? id : undefined,
			raw,
			fields: { ...fields, reference },
			mark,
			reservationId,
			mismatch,
			isIdShared: false,
		};
	}
}

function foundBy({ isMissing, reply, response }: RequestFailure): Found {
	if (isMissing) return 'missing';
	const isAnswered = reply.kind === 'answer' && response.signal !== 'throttled';
	return isAnswered && response.outcome !== 'unclear' ? 'refused' : 'unread';
}

/** True where the list shows an ID for it, and for nothing else. */
export function hasOwnId(
	item: ExistingItem,
): item is ExistingItem & { id: string } {
	return item.id !== undefined && !item.isIdShared;
}

export function noOwnId({ id, isIdShared }: ExistingItem): UserError {
	const why = isIdShared
		? `several service items of the reservation have the ID '${id}'`
		: 'its ID was not found';
	return idNotTold(`The service item cannot be changed, as ${why}`);
}

export function itemWithReference(
	items: ExistingItem[],
	reference: string,
): ExistingItem | undefined {
	const carriers = items.filter((each) => each.fields.reference === reference);
	if (carriers.length < 2) return carriers[0];
	throw severalCarry(reference, carriers);
}

export function severalCarry(
	reference: string | undefined,
	carriers: ExistingItem[],
): UserError {
	return userError({
		what: `Several service items of this reservation carry the reference '${reference}': ${namesOf(carriers)}`,
		advice: 'Delete those that are too many',
	});
}

export function namesOf(items: ExistingItem[]): string {
	return items.map((each) => `'${each.id ?? 'unknown'}'`).join(' and ');
}
