import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import type { KnownItem } from '../../shared/answers/answeredItem';
import { completedItem } from '../../shared/answers/answeredItem';
import type { WireContext } from '../../shared/wire/serviceItem';
import { simplifyServiceItem } from '../../shared/wire/serviceItem';

/** Gives out a service item: as the service returned it, or simplified where the option Simplify asks for it. */
export type ToOutput = (item: IDataObject, known: KnownItem) => IDataObject;

/**
 * How the service items of an input item are given out. To be asked for before anything is sent, as it may complain.
 */
export function toOutputOf(input: ItemInput, wire: WireContext): ToOutput {
	const isSimplified = input.flagOf(input.collection('options').simplify, 'Simplify');
	return isSimplified ? (item, known) => simplified(item, known, wire) : (item) => item;
}

function simplified(item: IDataObject, known: KnownItem, wire: WireContext): IDataObject {
	const output = simplifyServiceItem(completedItem(item, known), wire, known);
	return { ...output, id: output.id ?? known.id ?? null };
}
