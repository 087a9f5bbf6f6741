import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { WrittenFields } from '../format/fields';

/** A service item the service holds. */
export interface HeldItem {
	raw: IDataObject;
	id: string | undefined;
	fields: WrittenFields;
	/** True when a value has another form than the credential's example says: then nobody can tell what it stands for. */
	isMismatched?: boolean;
	/** The fields the service accepted but may have left out of `raw`. */
	sent?: IDataObject;
	/** True once an input item of this run stands for it. */
	isTaken: boolean;
	/** True when it was in the last list, false when only this run knows of it. */
	isListed: boolean;
	/** True when another item of the list has the same ID, which then cannot be that of an item. */
	isIdShared?: boolean;
}

/**
 * The id of an item, to change or delete it.
 *
 * @throws UserError when the service's answer does not show one, or one that several items have
 */
export function idToChange({ id, isIdShared }: HeldItem): string {
	if (id !== undefined && !isIdShared) return id;
	const why = isIdShared
		? `several service items of the reservation have the ID '${id}'`
		: 'its ID was not found';
	throw userError(
		`The service item cannot be changed, as ${why}. Put {id} into 'List Response' in the credential`,
		`Turn on 'Custom API Format' in the credential and show in the example which property holds the ID of a service item.`,
	);
}

/** Marks the items of a list whose ID is not theirs alone. */
export function withSharedIds(items: HeldItem[]): HeldItem[] {
	const counts = new Map<string | undefined, number>();
	for (const { id } of items) counts.set(id, (counts.get(id) ?? 0) + 1);
	for (const item of items) item.isIdShared = item.id !== undefined && counts.get(item.id) !== 1;
	return items;
}
