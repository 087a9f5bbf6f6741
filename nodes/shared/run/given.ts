import type { IDataObject } from 'n8n-workflow';

import { merge } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { DoneOutcome } from '../reservation/desired';
import type { ExistingItem } from '../lists/reservations';
import type { Wanting } from './plan';

interface HowGiven {
	isSimplified: boolean;
	id?: string;
	reservationId?: string;
	/** What the service accepted but may have left out of its answer. */
	sent?: IDataObject;
}

/** An item as it is given out: as the service returned it, or simplified. */
export function givenItem(item: IDataObject, how: HowGiven, mapper: Mapper): IDataObject {
	const { isSimplified, sent = {}, ...known } = how;
	return isSimplified ? mapper.simplify(merge(sent, item), known) : item;
}

/** What an input gives out that is reconciled. */
export function givenDone(job: Wanting, { action, before, item }: DoneOutcome): IDataObject {
	const { reservationId, sync, desired } = job;
	const after = givenOf(job, item.id, item.raw);
	if (!sync) return { ...after, action };
	const { reference = '' } = desired?.fields ?? {};
	return {
		action,
		reservationId,
		reference,
		before: before ? givenOf(job, item.id, before) : null,
		after,
	};
}

/** @param job any input of the reservation */
export function givenDeleted(
	job: Wanting,
	{ id, raw, fields }: ExistingItem,
	action: 'deleted' | 'wouldDelete',
): IDataObject {
	const { reservationId } = job;
	const before = givenOf(job, id, raw);
	return { action, reservationId, reference: fields.reference, before, after: null };
}

function givenOf(job: Wanting, id: string | undefined, item: IDataObject): IDataObject {
	const { reservationId, isSimplified, input } = job;
	return givenItem(item, { id, reservationId, isSimplified }, input.mapper);
}
