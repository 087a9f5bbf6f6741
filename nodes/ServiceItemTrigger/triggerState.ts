import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../shared/format/json';
import type { KnownItem, KnownReservation } from './events';

/**
 * What n8n keeps between polls and over restarts. Everything has a name, so that a later version finds what it knows: one
 * that adds something reads this as it is, and one that cannot has another version.
 */
interface StoredState {
	version: typeof VERSION;
	/** A hash of environment and Account ID: elsewhere the same Reservation ID is another reservation. */
	account: string;
	reservations: { [reservationId: string]: StoredReservation };
	/** Where to begin, if the last poll ran out of time. */
	resumeAt?: string;
}

interface StoredReservation {
	idPlace?: string;
	items: { [id: string]: StoredItem };
}

/** About 100 bytes: fields that the service does not show are left out. */
type StoredItem = KnownItem;

const VERSION = 1;

/** What a poll goes on from. */
export interface TriggerState {
	account: string;
	reservations: Map<string, KnownReservation>;
	resumeAt?: string;
}

/**
 * @param kept what n8n has kept of the trigger
 * @param account the one that is watched now
 * @param blank the fields of an item of which nothing is known
 */
export function readState(kept: IDataObject, account: string, blank: IDataObject): TriggerState {
	const state: TriggerState = { account, reservations: new Map() };
	if (!isState(kept) || kept.account !== account) return state;
	state.resumeAt = kept.resumeAt;
	for (const [reservationId, { idPlace, items }] of Object.entries(kept.reservations)) {
		const known: KnownReservation = { idPlace, items: new Map() };
		for (const [id, { fields, digest }] of Object.entries(items)) {
			known.items.set(id, { fields: { ...blank, ...fields }, digest });
		}
		state.reservations.set(reservationId, known);
	}
	return state;
}

function isState(kept: IDataObject | StoredState): kept is StoredState {
	return kept.version === VERSION && isJsonObject(kept.reservations);
}

/** Puts new values in place of the old ones, as n8n does not notice changes deeper inside. */
export function writeState(kept: IDataObject, state: TriggerState): void {
	const reservations: Array<[string, StoredReservation]> = [];
	for (const [reservationId, known] of state.reservations) {
		reservations.push([reservationId, storedReservation(known)]);
	}
	kept.version = VERSION;
	kept.account = state.account;
	kept.reservations = Object.fromEntries(reservations);
	if (state.resumeAt === undefined) delete kept.resumeAt;
	else kept.resumeAt = state.resumeAt;
}

function storedReservation({ idPlace, items }: KnownReservation): StoredReservation {
	const entries: Array<[string, StoredItem]> = [];
	for (const [id, { fields, digest }] of items) {
		const shown = Object.entries(fields).filter(([, value]) => value !== null);
		entries.push([id, { fields: Object.fromEntries(shown), digest }]);
	}
	return { ...(idPlace !== undefined && { idPlace }), items: Object.fromEntries(entries) };
}
