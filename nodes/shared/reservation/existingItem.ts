import type { IDataObject, UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { WrittenFields } from '../format/fields';

export interface ExistingItem {
	id: string | undefined;
	/** As the service returned it. */
	raw: IDataObject;
	fields: WrittenFields;
	/** What the service accepted but may have left out of `raw`. */
	sent?: IDataObject;
	/** A value does not fit the format in the credential. */
	isMismatched: boolean;
	/** Another item of the list has the same ID. */
	isIdShared: boolean;
}

/** @throws UserError when the list does not show an ID, or one that several items have */
export function idToChange({ id, isIdShared }: ExistingItem): string {
	if (id !== undefined && !isIdShared) return id;
	const why = isIdShared
		? `several service items of the reservation have the ID '${id}'`
		: 'its ID was not found';
	throw userError(
		`The service item cannot be changed, as ${why}. Put {id} into 'List Response' in the credential`,
		`Turn on 'Custom API Format' in the credential and show in the example which property holds the ID of a service item.`,
	);
}

/** True if the first was created first: IDs that count up by number, others by text. All processes have to sort alike. */
export function isEarlier({ id = '' }: ExistingItem, { id: other = '' }: ExistingItem): boolean {
	return id.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** @throws UserError when several carry the reference */
export function itemWithReference(
	items: ExistingItem[],
	reference: string,
): ExistingItem | undefined {
	const carriers = items.filter(({ fields }) => fields.reference === reference);
	if (carriers.length < 2) return carriers[0];
	throw severalCarry(reference, carriers);
}

export function severalCarry(reference: string | undefined, carriers: ExistingItem[]): UserError {
	return userError(
		`Several service items of this reservation carry the reference '${reference}': ${namesOf(carriers)}. Delete those that are too many`,
		'They may have been created by two workflows in the same instant, or copied.',
	);
}

export function namesOf(items: ExistingItem[]): string {
	return items.map(({ id }) => `'${id ?? 'unknown'}'`).join(' and ');
}
