import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import type { KnownItem } from '../../shared/wire/answeredItem';
import { completedItem } from '../../shared/wire/answeredItem';
import type { WireContext } from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** A service item as the service returned it, or simplified where the option Simplify asks for it. */
export function outputOf(
	item: IDataObject,
	known: KnownItem,
	input: ItemInput,
	wire: WireContext,
): IDataObject {
	if (!input.flagOf(input.collection('options').simplify, 'Simplify')) return item;
	const simplified = simplifyServiceItem(completedItem(item, known), wire, known);
	return { ...simplified, id: simplified.id ?? known.id ?? null };
}
