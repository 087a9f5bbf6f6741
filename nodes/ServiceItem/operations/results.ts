import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import type { KnownItem } from '../../shared/answers/answeredItem';
import { completedItem } from '../../shared/answers/answeredItem';
import type { WireContext } from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

const known = new WeakMap<ItemInput, boolean>();

/**
 * Whether an item's results are to be simplified. Asked before anything is sent: a complaint about the option must not
 * make a charge that is done look like one that is not.
 */
export function isSimplified(input: ItemInput): boolean {
	const isOn = known.get(input) ?? input.flagOf(input.collection('options').simplify, 'Simplify');
	known.set(input, isOn);
	return isOn;
}

/** A service item as the service returned it, or simplified where the option Simplify asks for it. */
export function outputOf(
	item: IDataObject,
	knownItem: KnownItem,
	input: ItemInput,
	wire: WireContext,
): IDataObject {
	if (!isSimplified(input)) return item;
	const simplified = simplifyServiceItem(completedItem(item, knownItem), wire, knownItem);
	return { ...simplified, id: simplified.id ?? knownItem.id ?? null };
}
