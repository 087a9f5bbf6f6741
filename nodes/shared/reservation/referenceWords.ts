import type { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { HeldItem } from './heldItem';

/** Nobody can say which one is meant. */
export function severalCarry(reference: string, carriers: HeldItem[]): UserError {
	const ids = carriers.map(({ id }) => `'${id ?? 'unknown'}'`).join(' and ');
	return userError(
		`Several service items of this reservation carry the reference '${reference}': ${ids}. Delete those that are too many`,
		'They may have been created by two workflows in the same instant, or copied.',
	);
}

/** What the list does not show would be created again. */
export function notListed(reservationId: string, { id }: HeldItem): UserError {
	return userError(
		`The service item ${id === undefined ? '' : `'${id}' `}was created, but the list of reservation '${reservationId}' does not show it. Do not run this again before 'Pagination' and 'Items Field' in the credential are right`,
		"What is not in the list would be created again, so nothing more was created on this reservation. The service may give the list in pages: see 'Custom API Format' in the credential.",
	);
}

/** What is the matter although the item is there. */
export function createdBut({ id }: HeldItem, { message, description }: UserError): UserError {
	const which = id === undefined ? '' : ` '${id}'`;
	return userError(`The service item${which} was created. ${message}`, description);
}

/** Without this, every run would find nothing and create the charge again. */
export function notShown({ id }: Partial<HeldItem>, reference: string): UserError {
	return userError(
		`The service item ${id === undefined ? '' : `'${id}' `}was created, but the reservation's list does not show it with its reference '${reference}'. Do not run this again before 'Pagination', 'Description Field' and 'Reference Field' in the credential are right`,
		`The list may come in pages, so that only the first was read, or the service does not keep the reference. See 'Custom API Format' in the credential.`,
	);
}
