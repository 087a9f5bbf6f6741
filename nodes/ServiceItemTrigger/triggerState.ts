import type { IDataObject } from 'n8n-workflow';

import type { KnownReservation } from './events';

/**
 * What n8n keeps between polls and over restarts. Everything has a name, so that a later version finds what it knows, and may add
 * to it; one that could not read this any more takes another number, and begins anew.
 */
export interface TriggerState {
	version: typeof VERSION;
	/** A hash of environment and Account ID: elsewhere the same Reservation ID is another reservation. */
	account: string;
	/** By their IDs. An item takes about 100 bytes. */
	reservations: { [reservationId: string]: KnownReservation };
	/** Where to begin, if the last poll ran out of time. */
	resumeAt?: string;
}

const VERSION = 1;

/** @param account the one that is watched now */
export function readState(kept: IDataObject | TriggerState, account: string): TriggerState {
	const isOwn = isState(kept) && kept.account === account;
	return isOwn ? kept : { version: VERSION, account, reservations: {} };
}

function isState(kept: IDataObject | TriggerState): kept is TriggerState {
	return kept.version === VERSION;
}

/** Puts new values in place of the old ones, as n8n does not notice changes deeper inside. */
export function writeState(kept: IDataObject, state: TriggerState): void {
	kept.version = state.version;
	kept.account = state.account;
	kept.reservations = state.reservations;
	if (state.resumeAt === undefined) delete kept.resumeAt;
	else kept.resumeAt = state.resumeAt;
}
