import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

import { canonicalJson } from '../shared/format/json';
import type { SimplifiedItem } from '../shared/format/fields';

/** Characters of a digest: 54 bits, so that two versions of one item do not look alike by chance. */
const DIGEST_LENGTH = 9;

/**
 * What is kept of a service item between polls: amount, date, description, account code, destination account, and
 * a digest of the whole item. About 100 bytes.
 */
export type ItemState = [
	number | null,
	string | null,
	string | null,
	string | null,
	string | null,
	string,
];

/** What is kept of a reservation: its service items by ID. */
export type ReservationState = { [serviceId: string]: ItemState };

/** The state to keep of an item. */
export function itemStateOf(raw: IDataObject, simplified: SimplifiedItem): ItemState {
	const { amount, date, description, accountCode, destinationAccount } = simplified;
	return [amount, date, description, accountCode, destinationAccount, digestOf(raw)];
}

/** The simplified item as it was when its state was taken. */
export function simplifiedFrom(
	state: ItemState,
	id: string,
	reservationId: string,
): SimplifiedItem {
	const [amount, date, description, accountCode, destinationAccount] = state;
	return {
		id,
		reservationId,
		amount,
		date,
		description,
		accountCode,
		destinationAccount,
	};
}

/** True when anything about the item has changed. The other values also depend on the workflow and the credential. */
export function isChanged(before: ItemState, now: ItemState): boolean {
	return before[5] !== now[5];
}

function digestOf(raw: IDataObject): string {
	return hash('sha256', canonicalJson(raw), 'base64url').slice(0, DIGEST_LENGTH);
}
