import type { IDataObject } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import { merge } from '../../shared/format/json';
import type { Mapper } from '../../shared/format/mapper';

/** What is known of a service item apart from the answer. */
interface KnownItem {
	id?: string;
	reservationId?: string;
	/** What was sent and accepted, as the service will show it. */
	sent?: IDataObject;
}

/** Gives out a service item: as the service returned it, or simplified where the option Simplify asks for it. */
type ToOutput = (item: IDataObject, known: KnownItem) => IDataObject;

/** How the service items of an input item are given out. To be asked for before anything is sent, as it may complain. */
export function toOutputOf(input: ItemInput, mapper: Mapper): ToOutput {
	const isSimplified = input.flagOf(input.collection('options').simplify, 'Simplify');
	if (!isSimplified) return (item) => item;
	return (item, { sent = {}, ...known }) => mapper.simplify(merge(sent, item), known);
}
